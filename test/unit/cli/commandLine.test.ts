import { HELP, readCommandLine } from "../../../cli/commandLine";
import { UsageError } from "../../../cli/context";
import { flagOf } from "../../../common/settings";
import { CONNECTION_SETTINGS } from "../../../provider/core/http/connection";

test("a whole command line is read", () => {
  const flags =
    "--fleet --yes --stack dev --profile eu --secret-environment --api-key-stdin --base-url https://a.example";
  expect(readCommandLine(["describe", "acme/vision/web", "worker", ...flags.split(" "), "--max-retries=0"])).toEqual({
    names: ["acme/vision/web", "worker"],
    flags: expect.objectContaining({ fleet: true, stack: "dev", "secret-environment": true, "api-key-stdin": true }),
    settings: { baseUrl: "https://a.example", maxRetries: "0" },
  });
});

test("help and version come before everything else, and no arguments ask for the help", () => {
  expect([["describe", "--help"], ["-h"], []].map(readCommandLine)).toEqual(["help", "help", "help"]);
  expect(readCommandLine(["--version"])).toBe("version");
});

test("each setting of a connection has a flag, and the key none that takes it", () => {
  expect(CONNECTION_SETTINGS.map(flagOf).filter((flag) => !HELP.includes(`${flag} `))).toEqual([]);
  expect(HELP).not.toMatch(/--api-key[ =]/);
});

// prettier-ignore
test.each<[sentence: string, args: string[], message: string]>([
  ["another command", ["descirbe"], "the first word must be a command: describe"],
  ["no name", ["describe"], "describe needs the name of a container group, or with --queue of a queue"],
  ["a flag without its value", ["describe", "a", "--base-url"], "Option '--base-url <value>' argument missing"],
  ["a fleet of queues", ["describe", "a", "--queue", "--fleet"], "--fleet is for container groups: leave out --queue"],
  ["a stack that is not to be read", ["describe", "a", "--stack", "dev", "--no-stack"], "--no-stack reads no stack: leave out --stack"],
  ["a key by a flag, of which nothing is repeated", ["describe", "web", "--api-key", "sk-canary"], "Unknown option '--api-key'"],
  ["a key by a misspelt flag, of which nothing is repeated", ["describe", "web", "--apikey=sk-canary"], "Unknown option '--apikey'"],
])("%s is a mistake that is told in one line", (_, args, message) => {
  expect(() => readCommandLine(args)).toThrow(new UsageError(message));
});
