import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ModuleKind, transpile } from "typescript";
import { deployed, expectSuccess, sent, type Deployed } from "../support/deployed";
import { ROOT } from "../support/dynamicProvider";
import { codeBlocks } from "../support/scripts";

let all: Deployed;

/** The pack that docs/unit-tests.md shows, as the CLI runs it: an analyzer on PATH whose name the pack's runtime gives. */
beforeAll(async () => {
  all = await deployed();
  const page = readFileSync(path.join(ROOT, "docs/unit-tests.md"), "utf8");
  const pack = codeBlocks(page, "ts").find((block) => block.includes("new PolicyPack(")) ?? "";
  for (const folder of ["bin", "policies"]) {
    mkdirSync(path.join(all.stack.folder, folder));
  }
  all.stack.write("policies/PulumiPolicy.yaml", "runtime: policytest\nmain: index.js\n");
  all.stack.write("policies/package.json", JSON.stringify({ name: "policies", version: "1.0.0", main: "index.js" }));
  all.stack.write("policies/index.js", transpile(pack, { module: ModuleKind.CommonJS }));
  const analyzer = path.join("bin", "pulumi-analyzer-policy-policytest");
  const runner = path.join(ROOT, "node_modules/@pulumi/pulumi/cmd/run-policy-pack");
  all.stack.write(analyzer, `#!/bin/sh\nexec "${process.execPath}" "${runner}" "$1" "$2"\n`);
  chmodSync(path.join(all.stack.folder, analyzer), 0o755);
  all.stack.env["PATH"] = `${path.join(all.stack.folder, "bin")}${path.delimiter}${all.stack.env["PATH"]}`;
});

afterAll(() => all.close());

const up = (args: string) => {
  all.stack.program(`new cg.ContainerGroup("web", ${args});`);
  all.service.clearRequests();
  return all.stack.up(["--policy-pack", path.join(all.stack.folder, "policies")]);
};

test.each([
  ["replicas beyond the cap", "{ replicas: 7 }", "replicas is 7: at most 5 are allowed."],
  ["an image without a version", `{ container: { image: "acme/web" } }`, "acme/web has neither a tag nor a digest."],
])("a mandatory policy of the class refuses %s, and nothing is sent", async (_, args, violation) => {
  const { code, output } = await up(args);
  expect(code).not.toBe(0);
  expect(output).toContain(violation);
  expect(sent(all.service)).toEqual([]);
});

test("what a remediation of the class gives is sent and kept", async () => {
  const variables = '{ LOG_LEVEL: "info", DB_TOKEN: "canary-token" }';
  expectSuccess(await up(`{ replicas: 2, container: { image: "acme/web:1", environmentVariables: ${variables} } }`));
  const environment = { LOG_LEVEL: "info", DB_TOKEN: "canary-token" };
  const container = { image: "acme/web:1", priority: "low", environment_variables: environment };
  expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 2, container } }]);
  expect(all.stack.outputs("web")["container"]).toMatchObject({ image: "acme/web:1", priority: "low" });
  expect(all.stack.export()).toContain("LOG_LEVEL");
  expect(all.stack.export()).not.toContain("canary-token");
});
