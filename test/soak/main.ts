import { parseArgs } from "node:util";
import { Soak } from "./soak";

const HELP = `Changes a program at random, with faults, kills and moves, and compares after each step what is declared with what is there.

  --minutes N    for how long (default: 10)
  --steps N      so many steps instead
  --seed N       a seed that was printed before: the same steps (default: another one each time)
`;

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { minutes: text, steps: text, seed: text, help: { type: "boolean" } } });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const number = (name: "minutes" | "steps" | "seed", otherwise: number) => {
    const value = values[name] === undefined ? otherwise : Number(values[name]);
    if (!(value >= 0)) {
      throw new Error(`--${name} must be a number`);
    }
    return value;
  };
  const steps = number("steps", Infinity);
  const deadline = Date.now() + number("minutes", steps === Infinity ? 10 : Infinity) * 60_000;
  const seed = number("seed", Math.floor(Math.random() * 2 ** 31));
  console.log(`seed ${seed}`);
  const soak = await Soak.start(seed);
  let step = 0;
  try {
    for (; step < steps && Date.now() < deadline; step++) {
      await soak.step(step);
      console.log(soak.history.at(-1));
    }
    console.log(`\n${step} steps: after each one the declaration was true, and the same program again sent nothing`);
    soak.stack.remove();
  } catch (error) {
    console.log(
      `\nFAILED in step ${step}: ${error instanceof Error ? error.stack : String(error)}\n\n${soak.report()}`,
    );
    console.log(
      `\nThe stack is in ${soak.stack.folder}. Again: npm run test:soak -- --seed ${seed} --steps ${step + 1}`,
    );
    process.exitCode = 1;
  } finally {
    await soak.close();
  }
}

void main();
