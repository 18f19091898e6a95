import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectSuccess } from "../../support/deployed";
import { SECOND, startRecorded, STATES } from "../../support/recordedStates";

/**
 * Records the states that this release writes, for the tests of all later ones. From the top of a clone, after `npm run build`:
 *
 *     node --require ./scripts/lib/typescript.cjs test/engine/programs/recordStates.ts RELEASE
 */
async function main([release]: string[]): Promise<void> {
  if (release === undefined) {
    throw new Error("which release?");
  }
  const folder = path.join(STATES, release);
  mkdirSync(folder, { recursive: true });
  const { stack, failInPart, close } = await startRecorded();
  try {
    expectSuccess(await stack.up());
    writeFileSync(path.join(folder, "settled.json"), stack.export());
    failInPart();
    stack.program(SECOND);
    const { code, output } = await stack.up(["--continue-on-error"]);
    console.log(output);
    if (code === 0) {
      throw new Error("the second update did not fail");
    }
    writeFileSync(path.join(folder, "failed.json"), stack.export());
  } finally {
    await close();
  }
}

void main(process.argv.slice(2));
