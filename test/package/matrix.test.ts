import { rmSync } from "node:fs";
import path from "node:path";
import { ROWS, runRow } from "../support/scripts";
import { manifest, pack, temporaryFolder } from "./support/project";

jest.setTimeout(480_000);

let home: string;
let tarball: string;

beforeAll(() => {
  home = temporaryFolder();
  tarball = pack(home);
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

/** The others are run by hand: `npm run test:matrix`. */
const rows = ROWS.filter(({ inTests }) => inTests);

test.each(rows)("$manager, $program, Pulumi SDK $sdk: the program deploys, settles and is destroyed", async (row) => {
  const { result, output } = await runRow(row, { home: path.join(home, `${row.manager}-${row.program}`), tarball });
  expect({ result, output }).toEqual({ result: "passed", output: "" });
});

test("the two rows are one of pnpm with ES modules, and one of npm with the oldest Pulumi SDK and no TypeScript of its own", () => {
  expect(rows.map(({ manager, program, typescript }) => [manager, program, typescript])).toEqual([
    ["pnpm", "esModule", undefined],
    ["npm", "olderTypeScript", undefined],
  ]);
  expect(rows[1]?.sdk).toBe(manifest.peerDependencies["@pulumi/pulumi"]?.replace("^", ""));
});
