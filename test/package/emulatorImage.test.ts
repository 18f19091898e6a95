import type * as DockerSteps from "../../scripts/lib/dockerSteps.mjs" with { "resolution-mode": "import" };
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { ROOT } from "../support/dynamicProvider";
import { unusedPort } from "../support/ports";
import { temporaryFolder } from "./support/project";

jest.setTimeout(300_000);

const { runSteps } = require("../../scripts/lib/dockerSteps.mjs") as typeof DockerSteps;

const FILE = path.join(ROOT, "emulator/Dockerfile");
const text = readFileSync(FILE, "utf8");
const instructions = DockerfileParser.parse(text).getInstructions();
const argumentsOf = (keyword: string): string[] =>
  instructions.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent() ?? "");

describe("the Dockerfile", () => {
  test("has nothing that its linter warns of, which knows a mistake when it sees one", () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    expect(validate(text.replace("WORKDIR", "WORKDIRECTORY"))).not.toEqual([]);
  });

  test("pins the version of its base image, is not root in the end, and takes nothing from the network but npm's packages", () => {
    expect(argumentsOf("FROM").map((image) => /^node:\d+\.\d+\.\d+-alpine\d+\.\d+( AS build)?$/.test(image))).toEqual([
      true,
      true,
    ]);
    expect(argumentsOf("USER")).toEqual(["node"]);
    expect(argumentsOf("ADD")).toEqual([]);
    expect(argumentsOf("RUN").join()).not.toMatch(/curl|wget|apk |npm install/);
  });

  test("copies what its ignore file lets in, and that file lets in nothing else", () => {
    const lines = readFileSync(`${FILE}.dockerignore`, "utf8").split("\n");
    expect(lines.filter((line) => line !== "" && !/^[#!]/.test(line))).toEqual(["*"]);
    const letIn = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const copied = instructions
      .filter((each) => each.getKeyword() === "COPY" && !each.getArgumentsContent()?.startsWith("/src/"))
      .flatMap((each) =>
        each
          .getArguments()
          .map((argument) => argument.getValue())
          .slice(0, -1),
      );
    expect(copied.map((file) => file.replace(/\/$/, "")).sort()).toEqual(letIn.sort());
  });
});

test("its steps, done without Docker, make a folder that holds what runs and no more, which serves and is healthy", async () => {
  const folder = temporaryFolder();
  try {
    const image = await runSteps(FILE, folder);
    const workdir = image.at(".");
    expect(image).toMatchObject({ user: "node", env: { NODE_ENV: "production" } });
    expect(existsSync(path.join(workdir, "node_modules/fastify"))).toBe(true);
    expect(
      ["typescript", "@types/node", "@pulumi"].filter((name) => existsSync(path.join(workdir, "node_modules", name))),
    ).toEqual([]);

    const port = String(await unusedPort());
    const start = ([command = "", ...args]: string[]) =>
      spawn(
        command,
        args.map((word) => word.replace("8080", port)),
        {
          cwd: workdir,
          env: { PATH: process.env["PATH"], ...image.env },
          stdio: "ignore",
        },
      );
    const ended = (child: ReturnType<typeof start>) => new Promise((resolve) => child.on("close", resolve));
    expect(await ended(start(image.healthcheck))).toBe(1);
    const emulator = start(image.entrypoint);
    const end = ended(emulator);
    while ((await ended(start(image.healthcheck))) !== 0) {
      expect(emulator.exitCode).toBeNull();
    }
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>Container group emulator")]);
    emulator.kill("SIGTERM");
    expect(await end).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a step that is not known, or that fails, is a failure", async () => {
  const folder = temporaryFolder();
  const steps = (some: string) => {
    const file = path.join(folder, "Dockerfile");
    writeFileSync(file, some);
    return runSteps(file, path.join(folder, "out"));
  };
  await expect(steps("FROM node\nONBUILD RUN true\n")).rejects.toThrow("ONBUILD is not known here.");
  await expect(steps("FROM node\nRUN false\n")).rejects.toThrow("exit code 1");
  await expect(steps("FROM node\nCOPY nowhere ./\n")).rejects.toThrow("to copy");
  rmSync(folder, { recursive: true, force: true });
});
