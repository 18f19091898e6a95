import { HELP, readCommandLine } from "../../../cli/commandLine";
import { UsageError } from "../../../cli/context";

test("a whole command line is read", () => {
  const flags = "--fleet --yes --stack dev --profile=eu --secret-environment";
  expect(readCommandLine(["describe", "acme/vision/web", "worker", ...flags.split(" ")])).toEqual({
    names: ["acme/vision/web", "worker"],
    flags: { fleet: true, yes: true, stack: "dev", profile: "eu", "secret-environment": true },
  });
});

test("help and version come before everything else, and no arguments ask for the help", () => {
  expect([["describe", "--help"], ["-h"], []].map(readCommandLine)).toEqual(["help", "help", "help"]);
  expect(readCommandLine(["--version"])).toBe("version");
});

test("the help names the environment variables of settings", () => {
  expect(HELP).toContain("  CONTAINERGROUPS_API_KEY\n");
});

// prettier-ignore
test.each<[sentence: string, args: string[], message: string]>([
  ["another command", ["descirbe"], "the first word must be a command: describe"],
  ["no name", ["describe"], "describe needs the name of a container group, or with --queue of a queue"],
  ["a flag without its value", ["describe", "a", "--stack"], "Option '--stack <value>' argument missing"],
  ["a fleet of queues", ["describe", "a", "--queue", "--fleet"], "--fleet is for container groups: leave out --queue"],
  ["a stack that is not to be read", ["describe", "a", "--stack", "dev", "--no-stack"], "--no-stack reads no stack: leave out --stack"],
  ["a key by a flag, of which nothing is repeated", ["describe", "web", "--api-key", "sk-canary"], "Unknown option '--api-key'"],
  ["a key by a misspelt flag, of which nothing is repeated", ["describe", "web", "--apikey=sk-canary"], "Unknown option '--apikey'"],
])("%s is a mistake that is told in one line", (_, args, message) => {
  expect(() => readCommandLine(args)).toThrow(new UsageError(message));
});
