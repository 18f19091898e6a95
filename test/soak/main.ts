import { parseArgs } from "node:util";
import { CHANGE_NAMES } from "./changes";
import { Broken, Soak } from "./soak";
import { TROUBLE_NAMES } from "./troubles";

/** `refresh`: runs that heal never refresh. */
const NAMES = [...CHANGE_NAMES, ...TROUBLE_NAMES, "refresh"];

const HELP = `Changes a program at random, with faults, kills and moves, and sees after each step whether the declaration is true.

  --minutes N    for how long (default: 10)
  --steps N      so many steps instead
  --seed N       a seed that was printed before: the same steps (default: another one each time)
  --skip A,B     leave these out: ${NAMES.join(", ")}
`;

const say = (line: string) => console.log(line);

function readCommandLine(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "10" },
      steps: { type: "string" },
      seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
      skip: { type: "string", default: "" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  for (const name of ["minutes", "steps", "seed"] as const) {
    if (values[name] !== undefined && !(Number(values[name]) >= 0)) {
      throw new Error(`--${name} must be a number`);
    }
  }
  const skipped = values.skip.split(",").filter(Boolean);
  const unknown = skipped.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new Error(`--skip: there is nothing of the name ${unknown}`);
  }
  const { minutes, steps, seed, help } = values;
  return {
    help,
    seed: Number(seed),
    skipped: new Set(skipped),
    milliseconds: steps === undefined ? Number(minutes) * 60_000 : Infinity,
    steps: steps === undefined ? Infinity : Number(steps),
  };
}

/** All that is needed to understand what was broken, and to see it again. */
function report(soak: Soak, seed: number, step: number, error: Error): void {
  say(`\nFAILED in step ${step}, with --seed ${seed}: ${error.message}`);
  say("\nAll steps:");
  soak.history.forEach(say);
  say(`\nThe program before:\n${soak.programs.before}\n\nThe program of this step:\n${soak.programs.after}`);
  say("\nThe requests of this step:");
  for (const { method, path, rawBody, status, fault } of soak.requests) {
    say(
      `${method} ${path.split("/").slice(-2).join("/")} ${rawBody} → ${status || "no response"}${fault ? ` (${fault})` : ""}`,
    );
  }
  say(`\nThe stack is in ${soak.folder}. Again: npm run test:soak -- --seed ${seed} --steps ${step + 1}`);
}

async function main(): Promise<void> {
  const { help, seed, skipped, milliseconds, steps } = readCommandLine(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  say(`seed ${seed}`);
  const soak = await Soak.start({ seed, skipped, say });
  const deadline = Date.now() + milliseconds;
  let step = 0;
  try {
    for (; step < steps && Date.now() < deadline; step++) {
      await soak.step(step);
    }
    say(
      `\n${step} steps, seed ${seed}: after each one the declaration was true, and the same program again sent nothing`,
    );
    soak.remove();
  } catch (error) {
    if (!(error instanceof Broken)) {
      say(`the soak test itself failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
    report(soak, seed, step, error instanceof Error ? error : new Error(String(error)));
    process.exitCode = 1;
  } finally {
    await soak.close();
  }
}

void main();
