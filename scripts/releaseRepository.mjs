import { report } from "./lib/failure.mjs";
import { setRepository } from "./release/repository.mjs";

try {
  setRepository(process.argv[2] ?? "");
} catch (error) {
  report(error);
}
