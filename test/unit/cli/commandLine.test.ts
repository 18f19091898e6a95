import { HELP, readCommandLine } from "../../../cli/commandLine";
import { UsageError } from "../../../cli/errors";
import { flagOf } from "../../../common/settings";
import { CONNECTION_SETTINGS } from "../../../provider/core/http/connection";

const message = (args: string[]): string => {
  try {
    readCommandLine(args);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error("the command line was taken");
};

test("a whole command line is read", () => {
  const flags =
    "--fleet --yes --stack dev --profile eu --secret-environment --api-key-stdin --base-url https://a.example";
  expect(readCommandLine(["describe", "acme/vision/web", "worker", ...flags.split(" "), "--max-retries=0"])).toEqual({
    command: "describe",
    names: ["acme/vision/web", "worker"],
    queue: false,
    fleet: true,
    secretEnvironment: true,
    yes: true,
    stack: "dev",
    noStack: false,
    profile: "eu",
    apiKeyStdin: true,
    settings: { baseUrl: "https://a.example", maxRetries: "0" },
  });
});

test("help and version come before everything else", () => {
  expect(readCommandLine(["describe", "--help"])).toEqual({ command: "help" });
  expect(readCommandLine(["-h"])).toEqual({ command: "help" });
  expect(readCommandLine(["--version"])).toEqual({ command: "version" });
});

test("each setting of a connection has a flag, and the key none that takes it", () => {
  expect(CONNECTION_SETTINGS.map(flagOf).filter((flag) => !HELP.includes(`${flag} `))).toEqual([]);
  expect(HELP).not.toMatch(/--api-key[ =]/);
});

test.each<[sentence: string, args: string[], message: string]>([
  ["no command", [], "there is no command"],
  ["another command", ["descirbe"], "the first word must be a command: describe"],
  ["no name", ["describe"], "describe needs the name of a container group, or with --queue of a queue"],
  ["a misspelt flag", ["describe", "a", "--base-ulr=x"], "there is no flag --base-ulr; did you mean --base-url?"],
  ["a flag that is like no other", ["describe", "a", "--zzzzzz"], "there is no flag --zzzzzz"],
  ["a short flag that is none", ["describe", "a", "-z"], "there is no flag -z"],
  ["a flag without its value", ["describe", "a", "--base-url"], "Option '--base-url <value>' argument missing"],
  ["a value that a flag does not take", ["describe", "a", "--yes=1"], "Option '-y, --yes' does not take an argument"],
  ["a fleet of queues", ["describe", "a", "--queue", "--fleet"], "--fleet is for container groups: leave out --queue"],
  ["a stack and none", ["describe", "a", "--stack", "dev", "--no-stack"], "--stack and --no-stack exclude each other"],
])("%s is a mistake that is told in one line", (_, args, wanted) => {
  expect(message(args)).toBe(wanted);
});

test.each([
  ["after a space", ["--api-key", "sk-canary"]],
  ["after an equals sign", ["--api-key=sk-canary"]],
])("a key given by a flag %s is refused without being repeated", (_, args) => {
  const told = message(["describe", "web", ...args]);
  expect(told).toMatch(/^--api-key is not taken, .*CONTAINERGROUPS_API_KEY.*--api-key-stdin$/);
  expect(told).not.toContain("canary");
});

test("a misspelt flag's value is not repeated, for it may be the key", () => {
  expect(message(["describe", "web", "--apikey=sk-canary"])).not.toContain("canary");
});
