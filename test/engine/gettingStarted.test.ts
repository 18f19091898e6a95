import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../support/dynamicProvider";
import { CliStack, codeBlocks, start, stop } from "../support/scripts";
import { newFolder } from "../support/stack";

const page = readFileSync(path.join(ROOT, "docs/getting-started.md"), "utf8");

/** The text of a file that the page shows. */
function fileOf(language: string): string {
  const [text] = codeBlocks(page, language);
  return text ?? fail(`the page has no ${language}`);
}

/** The settings of the page's commands. */
const settings = Object.fromEntries(
  [...page.matchAll(/^ {4}pulumi config set (?:--secret )?(\S+) (\S+)$/gm)].map(([, key = "", value = ""]) => [
    key,
    value,
  ]),
);

const fail = (message: string): never => {
  throw new Error(message);
};

interface Line {
  method: string;
  path: string;
  body: unknown;
}

/** The page's emulator, with the objects that it starts with, on a free port. */
async function startedEmulator() {
  const { child, done } = start(process.execPath, [path.join(ROOT, "dist/emulator/cli/main.js"), "--log", "json"]);
  const printed = createInterface({ input: child.stdout ?? fail("its output is not read") });
  const [first] = (await once(printed, "line")) as [string];
  const { url } = JSON.parse(first) as { url: string };
  const lines: Line[] = [];
  printed.on("line", (line) => lines.push(JSON.parse(line) as Line));
  const close = async () => {
    await stop(child);
    await done;
  };
  /** What was sent since the last call. */
  const sent = () => lines.splice(0).map(({ method, path: to, body }) => ({ method, path: to, body }));
  return { url, sent, close };
}

test("the steps of the page getting-started do what it says", async () => {
  const emulator = await startedEmulator();
  const folder = newFolder("page");
  const stack = new CliStack("dev", { folder });
  try {
    stack.write("package.json", fileOf("json"));
    stack.write("Pulumi.yaml", fileOf("yaml"));
    stack.write("index.ts", fileOf("ts"));
    stack.now("stack", "init");
    expect(settings["containergroups:baseUrl"]).toBe("http://127.0.0.1:4010");
    stack.configure({ ...settings, "containergroups:baseUrl": emulator.url });

    await stack.run("up");
    const inVision = "/organizations/acme/projects/vision";
    const first = emulator.sent().map(({ method, path: to }) => `${method} ${to}`);
    expect(first.sort()).toEqual([
      `PATCH ${inVision}/containers/web`,
      `PATCH ${inVision}/queues/renders`,
      `POST ${inVision}/queues/renders/jobs`,
    ]);

    await stack.run("up");
    expect(emulator.sent()).toEqual([]);

    stack.write("index.ts", fileOf("ts").replace("replicas: 2", "replicas: 3"));
    stack.configure({ "containergroups:showPatches": "true" });
    const { output } = await stack.run("preview");
    expect(output).toContain(`PATCH ${inVision}/containers/web {"replicas":3}`);
    await stack.run("up");
    expect(emulator.sent()).toEqual([{ method: "PATCH", path: `${inVision}/containers/web`, body: { replicas: 3 } }]);

    await stack.run("destroy");
    expect(emulator.sent()).toEqual([]);
  } finally {
    stack.remove();
    await emulator.close();
  }
});
