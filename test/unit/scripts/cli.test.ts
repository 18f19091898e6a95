import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chooseCli } from "../../support/scripts";

let home: string;
beforeAll(() => void (home = mkdtempSync(path.join(tmpdir(), "cli-"))));
afterAll(() => rmSync(home, { recursive: true }));

const HOST = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

/** A folder with programs, of which `pulumi` gives a version. */
function folder(name: string, version: string, others = HOST): string {
  const made = path.join(home, name);
  mkdirSync(made);
  for (const program of ["pulumi", ...others]) {
    writeFileSync(path.join(made, program), `#!/bin/sh\n${version}\n`, { mode: 0o755 });
  }
  return made;
}

it("a CLI on PATH is used where its version is in the range and its language host beside it or on PATH", () => {
  const newest = folder("newest", "echo v3.999.1");
  expect(chooseCli(newest)).toEqual({ folder: newest, told: `Pulumi CLI v3.999.1 (${newest}/pulumi)` });
  const apart = folder("apart", "echo v3.216.0", []);
  expect(chooseCli(`${apart}${path.delimiter}${newest}`).folder).toBe(apart);
});

it.each([
  ["of a version before the range", "old", "echo v3.215.9", HOST, 'its version is "v3.215.9", and ^3.216.0 is needed'],
  ["of another major", "next", "echo v4.0.0", HOST, 'its version is "v4.0.0", and ^3.216.0 is needed'],
  ["that does not run", "broken", "exit 1", HOST, 'its version is "", and ^3.216.0 is needed'],
  ["without its language host", "alone", "echo v3.250.0", HOST.slice(1), "pulumi-language-nodejs is not beside it"],
])("a CLI on PATH %s is not used, and it is said why", (_, name, version, others, reason) => {
  const found = folder(name, version, others);
  const { folder: chosen, told } = chooseCli(found);
  expect(chosen).not.toBe(found);
  expect(told).toMatch(/^Pulumi CLI v[\d.]+ \(\.pulumi\/versions\/[\d.]+\/bin\), and not /);
  expect(told.endsWith(`${found}/pulumi: ${reason}`)).toBe(true);
});

it("the wrapper that npm installs is neither used nor run, and that of the clone's own node_modules is not spoken of", () => {
  const wrapper = path.join(home, "wrapper");
  const script = path.join(home, "run.js");
  mkdirSync(wrapper);
  const ran = path.join(home, "ran");
  writeFileSync(script, `#!/bin/sh\ntouch ${ran}; echo v3.250.0\n`, { mode: 0o755 });
  symlinkSync(script, path.join(wrapper, "pulumi"));
  expect(chooseCli(wrapper).told).toContain(`${wrapper}/pulumi: it is npm's wrapper, which has a CLI of its own`);
  expect(existsSync(ran)).toBe(false);
  mkdirSync(path.join(home, "node_modules"));
  symlinkSync(wrapper, path.join(home, "node_modules/.bin"));
  expect(chooseCli(path.join(home, "node_modules/.bin")).told).not.toContain("and not");
});
