import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";
import { deployed, expectSuccess, sent } from "../support/deployed";
import { codeBlocks } from "../support/scripts";

const README = readFileSync(path.join(ROOT, "README.md"), "utf8");
const [program = ""] = codeBlocks(README, "ts");
const [preview = ""] = codeBlocks(README, "text");

/** The program that the README says was deployed before. */
const earlier = program.replace("replicas: 3", "replicas: 2").replace("1.4.2", "1.4.1");

/** The lines that say what changes and what is sent, without their order: the CLI prints as things happen. */
const tellingLines = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^ +~ \S+ *:|^PATCH/.test(line))
    .sort();

test("the README's program does what the preview below it shows", async () => {
  const { service, stack, close } = await deployed({}, { "containergroups:showPatches": "true" });
  try {
    stack.write("package.json", JSON.stringify({ name: "tested", private: true, main: "index.ts" }));
    stack.write("index.ts", earlier);
    expectSuccess(await stack.up());
    stack.write("index.ts", program);
    const { output } = await stack.preview(["--suppress-progress"]);
    expect(tellingLines(preview)).toHaveLength(5);
    expect(tellingLines(output)).toEqual(tellingLines(preview));
    service.clearRequests();
    expectSuccess(await stack.up());
    expect(sent(service)).toEqual([{ method: "PATCH", body: { container: { image: "acme/web:1.4.2" }, replicas: 3 } }]);
  } finally {
    await close();
  }
});
