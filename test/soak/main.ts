import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Soak } from "./soak";

/** `--minutes N` says for how long. `--seed N`, with a seed that was printed before, makes the same steps again. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "10" },
      seed: { type: "string", default: `${randomInt(2 ** 31)}` },
    },
  });
  const { minutes, seed } = values;
  const deadline = Date.now() + Number(minutes) * 60_000;
  if (!(deadline > Date.now())) {
    throw new Error("--minutes must be a number above 0");
  }
  console.log(`seed ${seed}`);
  const soak = await Soak.start(seed);
  let step = 0;
  try {
    for (; Date.now() < deadline; step++) {
      await soak.step(step);
    }
    console.log(`\n${step} steps: after each one the declaration was true, and the same program again sent nothing`);
  } catch (error) {
    console.log(`\nFAILED in step ${step}:`, error, `\n\n${soak.report()}`);
    console.log(`\nAgain: npm run test:soak -- --seed ${seed} --minutes ${minutes}`);
    process.exitCode = 1;
  } finally {
    await soak.close();
  }
}

void main();
