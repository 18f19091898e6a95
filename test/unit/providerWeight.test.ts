import { execFileSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";

/** A process of its own, as the engine's is, with the provider as it is built. */
const PROGRAM = `
  const provider = require("pulumi-containergroups/provider").containerGroup();
  const settings = { baseUrl: "http://127.0.0.1:9", apiKey: "key", maxRetries: "0" };
  const get = (key) => settings[key.split(":")[1]];
  provider.configure({ config: { get } });
  const loaded = () => Object.keys(require.cache).some((file) => /node_modules.undici/.test(file));
  const args = { organizationName: "acme", projectName: "vision", name: "web" };
  (async () => {
    const { inputs } = await provider.check({}, { ...args, replicas: 1 });
    await provider.diff("id", { ...inputs, observed: {} }, { ...inputs, replicas: 2 });
    const before = loaded();
    await provider.create(inputs).catch(() => undefined);
    console.log(JSON.stringify({ before, after: loaded() }));
    process.exit(0);
  })();`;

test("a preview loads no HTTP client, and the first request does", () => {
  const cwd = path.join(ROOT, "examples/quickstart");
  const output = execFileSync(process.execPath, ["-e", PROGRAM], { cwd, encoding: "utf8" });
  expect(JSON.parse(output)).toEqual({ before: false, after: true });
});
