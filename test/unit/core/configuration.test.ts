import { connectionProblems, isLoopback, readSettings, type Settings } from "../../../provider/core/configuration";

const read = (stack: Record<string, string>, options: { env?: Record<string, string>; profile?: string } = {}) =>
  readSettings({ get: (key) => stack[key], env: options.env ?? {} }, options.profile);

const profiles = (value: unknown) => ({ profiles: JSON.stringify(value) });

const defaults = {
  apiKey: undefined,
  baseUrl: undefined,
  organizationName: undefined,
  projectName: undefined,
  apiKeyHeader: "Service-Api-Key",
  requestTimeoutSeconds: 60,
  maxRetries: 4,
  maxConnections: 16,
  refresh: "state",
  observed: "full",
  showPatches: false,
  allowPlainHttp: false,
};

describe("readSettings", () => {
  test("gives the defaults where nothing is set, or the empty text", () => {
    expect(read({})).toEqual({ settings: defaults, problems: [] });
    const empty = Object.fromEntries(Object.keys(defaults).map((key) => [key, ""]));
    expect(read({ ...empty, profiles: "" }, { profile: "", env: { CONTAINERGROUPS_API_KEY: "" } })).toEqual({
      settings: defaults,
      problems: [],
    });
  });

  test("reads every setting", () => {
    const stack = {
      apiKey: "sk-1",
      baseUrl: "https://api.example.com/v1/",
      organizationName: "acme",
      projectName: "vision",
      apiKeyHeader: "X-Key",
      requestTimeoutSeconds: "0.5",
      maxRetries: "0",
      maxConnections: "1000",
      refresh: "patch",
      observed: "summary",
      showPatches: "true",
      allowPlainHttp: "true",
    };
    expect(read(stack)).toEqual({
      settings: {
        ...stack,
        baseUrl: "https://api.example.com/v1",
        requestTimeoutSeconds: 0.5,
        maxRetries: 0,
        maxConnections: 1000,
        showPatches: true,
        allowPlainHttp: true,
      },
      problems: [],
    });
  });

  test.each([
    ["CONTAINERGROUPS_API_KEY", "apiKey", "from-env", "from-stack"],
    ["CONTAINERGROUPS_BASE_URL", "baseUrl", "https://env.example.com", "https://stack.example.com"],
    ["CONTAINERGROUPS_ORGANIZATION_NAME", "organizationName", "from-env", "from-stack"],
    ["CONTAINERGROUPS_PROJECT_NAME", "projectName", "from-env", "from-stack"],
  ] as const)("%s fills in where %s is absent from the stack and the profile", (variable, key, fromEnv, fromStack) => {
    const env = { [variable]: fromEnv };
    expect(read({}, { env }).settings[key]).toBe(fromEnv);
    expect(read({ [key]: "" }, { env }).settings[key]).toBe(fromEnv);
    expect(read({ [key]: fromStack }, { env }).settings[key]).toBe(fromStack);
    expect(read(profiles({ eu: { [key]: fromStack } }), { env, profile: "eu" }).settings[key]).toBe(fromStack);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "a retry count that is no number",
      { maxRetries: "many" },
      'containergroups:maxRetries must be a whole number from 0 to 100, but is "many"',
    ],
    ["a retry count with a fraction", { maxRetries: "1.5" }, "containergroups:maxRetries must be a whole number"],
    ["a negative retry count", { maxRetries: "-1" }, "containergroups:maxRetries must be"],
    ["too many retries", { maxRetries: "101" }, "containergroups:maxRetries must be"],
    [
      "no connection",
      { maxConnections: "0" },
      'containergroups:maxConnections must be a whole number from 1 to 1000, but is "0"',
    ],
    ["too many connections", { maxConnections: "1001" }, "containergroups:maxConnections must be"],
    [
      "no time",
      { requestTimeoutSeconds: "0" },
      'containergroups:requestTimeoutSeconds must be a number from 0.001 to 3600, but is "0"',
    ],
    ["more than an hour", { requestTimeoutSeconds: "3600.1" }, "containergroups:requestTimeoutSeconds must be"],
    ["an infinite time", { requestTimeoutSeconds: "Infinity" }, "containergroups:requestTimeoutSeconds must be"],
    ["a hexadecimal time", { requestTimeoutSeconds: "0x10" }, "containergroups:requestTimeoutSeconds must be"],
    [
      "an unknown way to refresh",
      { refresh: "Patch" },
      'containergroups:refresh must be "state" or "patch", but is "Patch"',
    ],
    ["an unknown measure of outputs", { observed: "none" }, 'containergroups:observed must be "full" or "summary"'],
    ["yes for true", { showPatches: "yes" }, 'containergroups:showPatches must be true or false, but is "yes"'],
    [
      "a bad organization name",
      { organizationName: "Acme" },
      'containergroups:organizationName must be 2 to 63 characters: lowercase letters, digits and hyphens, the first a letter, the last no hyphen, but is "Acme"',
    ],
    [
      "a base URL without a scheme",
      { baseUrl: "api.example.com" },
      'containergroups:baseUrl must be an http:// or https:// URL without credentials, query or fragment, but is "api.example.com"',
    ],
    [
      "a base URL of another scheme",
      { baseUrl: "ftp://api.example.com" },
      "containergroups:baseUrl must be an http://",
    ],
    ["a base URL with a query", { baseUrl: "https://api.example.com/?x=1" }, "containergroups:baseUrl must be"],
    ["a base URL with an empty query", { baseUrl: "https://api.example.com/?" }, "containergroups:baseUrl must be"],
    ["a base URL with a fragment", { baseUrl: "https://api.example.com/#a" }, "containergroups:baseUrl must be"],
    [
      "a header with a meaning of its own",
      { apiKeyHeader: "Content-Type" },
      "containergroups:apiKeyHeader must not be a header with a meaning of its own",
    ],
    ["profiles that are no object", { profiles: "[]" }, "containergroups:profiles must be an object"],
  ])("refuses %s and goes on with the default", (_, stack, expected) => {
    const { settings, problems } = read(stack, "profiles" in stack ? { profile: "eu" } : {});
    expect(problems.map(({ setting, reason }) => `${setting} ${reason}`)).toEqual([expect.stringContaining(expected)]);
    expect(settings).toEqual(defaults);
  });

  test("finds all problems at once", () => {
    const { problems } = read({ maxRetries: "x", maxConnections: "x", refresh: "x", observed: "x", baseUrl: "x" });
    expect(problems.map(({ setting }) => setting)).toEqual([
      "containergroups:baseUrl",
      "containergroups:maxRetries",
      "containergroups:maxConnections",
      "containergroups:refresh",
      "containergroups:observed",
    ]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["a key with a line break, which would inject a header", { apiKey: "hunter2\r\nX-Admin: 1" }, "hunter2"],
    ["a key with a control character", { apiKey: "hunter2\u0000" }, "hunter2"],
    ["a key with signs beyond Latin-1", { apiKey: "hunter2☃" }, "hunter2"],
    ["a base URL with credentials", { baseUrl: "https://user:hunter2@api.example.com" }, "hunter2"],
    ["a base URL with a user alone", { baseUrl: "https://hunter2@api.example.com" }, "hunter2"],
    ["a base URL with credentials that is no URL", { baseUrl: "https://user:hunter2@:x" }, "hunter2"],
    ["a base URL with a token in its query", { baseUrl: "https://api.example.com?token=hunter2" }, "hunter2"],
    ["a header name that holds the key too", { apiKeyHeader: "Service-Api-Key: hunter2" }, "hunter2"],
    ["profiles that are not JSON", { profiles: '{"eu":{"apiKey":"hunter2"' }, "hunter2"],
    ["profiles that are a string", { profiles: '"hunter2"' }, "hunter2"],
    ["a profile that is a string", profiles({ eu: "hunter2" }), "hunter2"],
    ["a profile's key that is an object", profiles({ eu: { apiKey: { value: "hunter2" } } }), "hunter2"],
  ])("refuses %s without showing it", (_, stack, secret) => {
    const { settings, problems } = read(stack, { profile: "profiles" in stack ? "eu" : undefined });
    expect(problems).toHaveLength(1);
    expect(JSON.stringify([problems, settings])).not.toContain(secret);
    expect(problems[0]?.reason).toMatch(/^must (be|hold)/);
  });

  test.each([
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com///", "https://api.example.com"],
    [" https://API.example.com:443/a/b/ ", "https://api.example.com/a/b"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"],
    ["http://127.8.9.10", "http://127.8.9.10"],
    ["http://[::1]:80", "http://[::1]"],
  ])("takes the base URL %j", (baseUrl, expected) => {
    expect(read({ baseUrl })).toEqual({ settings: { ...defaults, baseUrl: expected }, problems: [] });
  });

  test.each([
    "http://api.example.com",
    "http://127.evil.example",
    "http://localhost.evil.example",
    "http://[::2]",
    "http://10.0.0.1",
  ])("refuses plain %s, unless allowPlainHttp is true", (baseUrl) => {
    const { settings, problems } = read({ baseUrl });
    expect(settings.baseUrl).toBeUndefined();
    expect(problems).toEqual([
      { setting: "containergroups:baseUrl", reason: expect.stringMatching(/^must begin with https:.*allowPlainHttp/) },
    ]);
    expect(read({ baseUrl, allowPlainHttp: "true" })).toMatchObject({ settings: { baseUrl }, problems: [] });
  });

  test("names the environment variable that a bad value came from", () => {
    const { problems } = read({}, { env: { CONTAINERGROUPS_BASE_URL: "http://api.example.com" } });
    expect(problems[0]?.reason).toContain("(from the environment variable CONTAINERGROUPS_BASE_URL)");
    expect(read({}, { env: { CONTAINERGROUPS_PROJECT_NAME: "X" } }).problems).toEqual([
      { setting: "containergroups:projectName", reason: expect.stringContaining("CONTAINERGROUPS_PROJECT_NAME") },
    ]);
  });
});

describe("a profile", () => {
  const stack = { apiKey: "sk-stack", baseUrl: "https://stack.example.com", maxRetries: "7" };

  test("is laid over the stack's settings, in JSON types or texts", () => {
    const value = { eu: { apiKey: "sk-eu", maxConnections: 3, requestTimeoutSeconds: "2.5", showPatches: true } };
    expect(read({ ...stack, ...profiles(value) }, { profile: "eu" })).toEqual({
      settings: {
        ...defaults,
        apiKey: "sk-eu",
        baseUrl: "https://stack.example.com",
        maxRetries: 7,
        maxConnections: 3,
        requestTimeoutSeconds: 2.5,
        showPatches: true,
      },
      problems: [],
    });
    expect(read({ ...stack, ...profiles(value) }).settings.apiKey).toBe("sk-stack");
  });

  test("that is not there is a problem that lists those that are, and leaves nowhere to send a request to", () => {
    const { settings, problems } = read({ ...stack, ...profiles({ eu: {}, us: {} }) }, { profile: "eu1" });
    expect(problems).toEqual([
      {
        setting: "containergroups:profiles",
        reason: 'has no profile "eu1"; the profiles are "eu", "us"; did you mean "eu"?',
      },
    ]);
    expect(settings).toEqual({ ...defaults, maxRetries: 7 });
  });

  test.each(["constructor", "__proto__", "toString"])("named %s is only there when it is declared", (profile) => {
    expect(read(stack, { profile }).problems[0]?.reason).toContain("there are no profiles");
    const declared = { profiles: `{"${profile}":{"maxRetries":1}}` };
    expect(read(declared, { profile })).toMatchObject({ settings: { maxRetries: 1 }, problems: [] });
  });

  test("with an unknown key is a problem that names the one that was meant", () => {
    const { problems } = read(profiles({ eu: { apikey: "hunter2", colour: "red" } }), { profile: "eu" });
    expect(problems).toEqual([
      { setting: "containergroups:profiles.eu.apikey", reason: 'is not a setting; did you mean "apiKey"?' },
      { setting: "containergroups:profiles.eu.colour", reason: "is not a setting" },
    ]);
  });

  test("with a bad value does not fall back to the stack's", () => {
    const { settings, problems } = read({ ...stack, ...profiles({ eu: { baseUrl: "nowhere" } }) }, { profile: "eu" });
    expect(settings.baseUrl).toBeUndefined();
    expect(problems[0]?.setting).toBe("containergroups:profiles.eu.baseUrl");
  });

  test("may allow plain HTTP for its own base URL", () => {
    const value = {
      lab: { baseUrl: "http://lab.example.com", allowPlainHttp: true },
      bad: { baseUrl: "http://x.example" },
    };
    expect(read(profiles(value), { profile: "lab" }).problems).toEqual([]);
    expect(read(profiles(value), { profile: "bad" }).problems[0]?.setting).toBe("containergroups:profiles.bad.baseUrl");
  });
});

describe("connectionProblems", () => {
  test("names the setting, the environment variable and the command for each thing missing", () => {
    const problems = connectionProblems(defaults as Settings);
    expect(problems.map(({ setting }) => setting)).toEqual(["containergroups:baseUrl", "containergroups:apiKey"]);
    expect(problems[0]?.reason).toContain("`pulumi config set containergroups:baseUrl https://…`");
    expect(problems[0]?.reason).toContain("CONTAINERGROUPS_BASE_URL");
    expect(problems[1]?.reason).toContain("`pulumi config set --secret containergroups:apiKey …`");
    expect(problems[1]?.reason).toContain("CONTAINERGROUPS_API_KEY");
  });

  test("finds none where a request can be made", () => {
    expect(connectionProblems({ ...defaults, apiKey: "k", baseUrl: "https://a.example" } as Settings)).toEqual([]);
  });
});

test.each([
  ["http://localhost", true],
  ["https://127.1", true],
  ["https://[::1]:8", true],
  ["https://example.com", false],
  ["https://localhost.example.com", false],
])("%s is loopback: %s", (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});
