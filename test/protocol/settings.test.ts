import { startEmulator, type Emulator } from "../../emulator";
import { iterateInferenceEndpointJobs, listInferenceEndpointJobs } from "../../provider";
import { configurationOf } from "../support/configuration";
import { DynamicProvider } from "../support/dynamicProvider";
import { failure, PROJECT } from "../support/protocol";

const KEYS = { own: "canary-key-of-own", other: "canary-key-of-other" };

/** The service of the stack's settings, and one that a profile or an environment variable may name. */
let own: Emulator;
let other: Emulator;
let host: DynamicProvider | undefined;

beforeEach(async () => {
  const seeds = {
    groups: [{ ...PROJECT, name: "web" }],
    endpoints: [{ organizationName: "acme", name: "detect" }],
  };
  own = await startEmulator({ ...seeds, apiKey: KEYS.own });
  other = await startEmulator({ ...seeds, apiKey: KEYS.other });
});
afterEach(async () => {
  await host?.stop();
  host = undefined;
  await own.close();
  await other.close();
});

interface Given {
  stack?: Record<string, string>;
  profile?: Record<string, string>;
  env?: Record<string, string>;
}

/** What is given, as the stack has it: organization and project beside it, and the profile as `eu`. */
const stackOf = ({ stack = {}, profile }: Given): Record<string, string> => ({
  ...PROJECT,
  maxRetries: "0",
  ...stack,
  ...(profile && { profiles: JSON.stringify({ eu: profile }) }),
});

function startHost(given: Given): Promise<DynamicProvider> {
  return DynamicProvider.start(configurationOf(stackOf(given)), given.env);
}

const profileOf = ({ profile }: Given) => (profile ? { profile: "eu" } : {});

const ofStack = () => ({ apiKey: KEYS.own, baseUrl: own.url });

const refused: [sentence: string, given: () => Given, reason: RegExp][] = [
  [
    "a profile with a base URL of its own and no key",
    () => ({ stack: ofStack(), profile: { baseUrl: other.url } }),
    /^containergroups:profiles\.eu\.baseUrl: .*containergroups:apiKey .*--secret containergroups:profiles\.eu\.apiKey/,
  ],
  [
    "a key of the environment, beside a base URL that is not the stack's",
    () => ({
      stack: { baseUrl: own.url },
      env: { CONTAINERGROUPS_API_KEY: KEYS.other, CONTAINERGROUPS_BASE_URL: other.url },
    }),
    /^containergroups:baseUrl: .*CONTAINERGROUPS_API_KEY.*--secret containergroups:apiKey/,
  ],
];

describe("so that no key reaches another service,", () => {
  it.each(refused)("%s is refused at the preview, and no request is made", async (_, give, reason) => {
    const given = give();
    host = await startHost(given);
    const args = { name: "web", replicas: 3, ...profileOf(given) };
    const { inputs, failures } = await host.check("containerGroup", args);
    expect(failures).toEqual([expect.stringMatching(reason)]);
    // The engine stops at the check. Were it to go on, nothing would be sent either.
    const { message } = await failure(host.create("containerGroup", { ...inputs, ...args, ...PROJECT }));
    expect(message).toMatch(reason);
    expect([...own.requests, ...other.requests]).toEqual([]);
    expect(`${failures.join()} ${message} ${await host.allPrinted()}`).not.toContain("canary");
  });

  it.each(refused)("%s is refused by the functions that list jobs too", async (_, give, reason) => {
    const given = give();
    const stack = stackOf(given);
    const source = { get: (key: string) => stack[key], env: given.env ?? {} };
    const args = { inferenceEndpointName: "detect", ...profileOf(given) };
    const errors = await Promise.all(
      [listInferenceEndpointJobs(source, args), iterateInferenceEndpointJobs(source, args).next()].map((call) =>
        call.then(
          () => "no error",
          (error: Error) => error.message.replace("list inference endpoint jobs: ", ""),
        ),
      ),
    );
    // One problem each: what is refused is not called missing as well.
    expect(errors).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)]);
    expect(errors.join("")).not.toMatch(/\n|canary/);
    expect([...own.requests, ...other.requests]).toEqual([]);
  });
});

it("a misspelled setting is named at the preview with the one that was meant, and a setting of the program's own is not", async () => {
  const stack = { baseUrl: own.url, apikey: KEYS.own, maxRetrys: "2", color: "blue" };
  host = await startHost({ stack });
  const { failures } = await host.check("containerGroup", { name: "web", replicas: 1 });
  expect(failures).toEqual([
    'containergroups:apikey: is not a setting; did you mean "apiKey"?',
    'containergroups:maxRetrys: is not a setting; did you mean "maxRetries"?',
  ]);
});
