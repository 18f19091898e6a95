import { readSettings } from "../../../provider/settings/settings";

type Options = { env?: Record<string, string>; profile?: string };

const readAll = (stack: Record<string, string>, { env = {}, profile }: Options = {}) =>
  readSettings({ get: (key) => stack[key], env }, profile);

const read = (...given: Parameters<typeof readAll>) => {
  const { settings, problems } = readAll(...given);
  return { settings, problems };
};

const profiles = (value: unknown) => ({ profiles: JSON.stringify(value) });

// prettier-ignore
const defaults = {
  apiKey: undefined, baseUrl: undefined, organizationName: undefined, projectName: undefined, apiKeyHeader: "Service-Api-Key",
  requestTimeoutSeconds: 60, maxRetries: 4, maxConnections: 16, removedMembers: "unset", refresh: "state", observed: "full",
  showPatches: false, allowPlainHttp: false,
};

describe("readSettings", () => {
  test("gives the defaults where nothing is set, or the empty string to anything but the key and the base URL", () => {
    expect(read({})).toEqual({ settings: defaults, problems: [] });
    const { apiKey, baseUrl, ...others } = defaults;
    const empty = Object.fromEntries(Object.keys(others).map((key) => [key, ""]));
    const env = { CONTAINERGROUPS_ORGANIZATION_NAME: "", CONTAINERGROUPS_PROJECT_NAME: "" };
    expect(read({ ...empty, profiles: "" }, { profile: "", env })).toEqual({ settings: defaults, problems: [] });
  });

  test("reads every setting", () => {
    // prettier-ignore
    const stack = {
      apiKey: "sk-1", baseUrl: "https://api.example.com/v1/", organizationName: "acme", projectName: "vision", apiKeyHeader: "X-Key",
      requestTimeoutSeconds: "0.5", maxRetries: "0", maxConnections: "1000", removedMembers: "leave", refresh: "patch", observed: "summary",
      showPatches: "true", allowPlainHttp: "true",
    };
    const numbers = { requestTimeoutSeconds: 0.5, maxRetries: 0, maxConnections: 1000 };
    const others = { baseUrl: "https://api.example.com/v1", showPatches: true, allowPlainHttp: true };
    expect(read(stack)).toEqual({ settings: { ...stack, ...numbers, ...others }, problems: [] });
  });

  test.each([
    ["CONTAINERGROUPS_API_KEY", "apiKey", "from-env", "from-stack"],
    ["CONTAINERGROUPS_BASE_URL", "baseUrl", "https://env.example.com", "https://stack.example.com"],
    ["CONTAINERGROUPS_ORGANIZATION_NAME", "organizationName", "from-env", "from-stack"],
    ["CONTAINERGROUPS_PROJECT_NAME", "projectName", "from-env", "from-stack"],
  ] as const)("%s fills in where %s is absent from the stack and the profile", (variable, key, fromEnv, fromStack) => {
    const env = { [variable]: fromEnv };
    expect(read({}, { env }).settings[key]).toBe(fromEnv);
    expect(read({ [key]: fromStack }, { env }).settings[key]).toBe(fromStack);
    expect(read(profiles({ eu: { [key]: fromStack } }), { env, profile: "eu" }).settings[key]).toBe(fromStack);
  });

  const complete = { apiKey: "sk-stack", baseUrl: "https://stack.example.com" };
  const both = { CONTAINERGROUPS_API_KEY: "sk-env", CONTAINERGROUPS_BASE_URL: "https://env.example.com" };

  // prettier-ignore
  test.each<[string, "apiKey" | "baseUrl", string, Record<string, string>, Options]>([
    ["key of a profile", "apiKey", "containergroups:profiles.eu.apiKey", { ...complete, ...profiles({ eu: { apiKey: "" } }) }, { profile: "eu", env: both }],
    ["base URL of the stack", "baseUrl", "containergroups:baseUrl", { ...complete, baseUrl: "" }, { env: both }],
    ["blank key of the stack", "apiKey", "containergroups:apiKey", { ...complete, apiKey: " \t" }, { env: both }],
    ["base URL of the environment", "baseUrl", "containergroups:baseUrl", { apiKey: "sk-stack" }, { env: { CONTAINERGROUPS_BASE_URL: "  " } }],
  ])("an empty %s is a mistake, and nothing further down takes its place", (_, key, setting, stack, options) => {
    const { settings, problems, missing } = readAll(stack, options);
    expect(settings[key]).toBeUndefined();
    expect(problems).toEqual([{ setting, reason: expect.stringMatching(/^is empty: .*an unset variable in CI/) }]);
    expect(missing).toEqual([]);
  });

  test("an empty key or base URL that a nearer one hides is no matter", () => {
    const env = { CONTAINERGROUPS_API_KEY: "", CONTAINERGROUPS_BASE_URL: "" };
    expect(read(complete, { env })).toEqual({ settings: { ...defaults, ...complete }, problems: [] });
    const hidden = { apiKey: "", baseUrl: "", ...profiles({ eu: complete }) };
    expect(read(hidden, { profile: "eu" })).toEqual({ settings: { ...defaults, ...complete }, problems: [] });
  });

  // prettier-ignore
  test.each<[setting: string, reason: string, values: string[]]>([
    ["maxRetries", "must be a whole number from 0 to 100", ["many", "1.5", "-1", "101"]],
    ["maxConnections", "must be a whole number from 1 to 1000", ["0", "1001"]],
    ["requestTimeoutSeconds", "must be a number from 0.001 to 3600", ["0", "3600.1", "Infinity", "0x10"]],
    ["refresh", 'must be "state" or "patch"', ["Patch"]],
    ["observed", 'must be "full" or "summary"', ["none"]],
    ["showPatches", "must be true or false", ["yes"]],
    ["organizationName", "must be a string of 2 to 63 characters that matches ^[a-z][a-z0-9-]{0,61}[a-z0-9]$", ["Acme"]],
    ["baseUrl", "must be an http:// or https:// URL without credentials, query or fragment", ["api.example.com", "ftp://api.example.com"]],
  ])("refuses a bad %s, shows it and goes on with the default", (setting, reason, values) => {
    for (const value of values) {
      const expected = { setting: `containergroups:${setting}`, reason: `${reason}, but is "${value}"` };
      expect(read({ [setting]: value })).toEqual({ settings: defaults, problems: [expected] });
    }
  });

  test("refuses a header that HTTP uses itself, in any letter case", () => {
    expect(read({ apiKeyHeader: "Accept-Encoding" }).problems).toHaveLength(1);
    const { settings, problems } = read({ apiKeyHeader: "Content-Type" });
    expect(problems).toEqual([
      { setting: "containergroups:apiKeyHeader", reason: expect.stringContaining('HTTP uses "Content-Type"') },
    ]);
    expect(settings).toEqual(defaults);
  });

  test.each<[string, Record<string, string>]>([
    ["a key with a line break, which would inject a header", { apiKey: "hunter2\r\nX-Admin: 1" }],
    ["a key with a control character", { apiKey: "hunter2\u0000" }],
    ["a key with signs beyond Latin-1", { apiKey: "hunter2☃" }],
    ["a base URL with credentials", { baseUrl: "https://user:hunter2@api.example.com" }],
    ["a base URL with a user alone", { baseUrl: "https://hunter2@api.example.com" }],
    ["a base URL with credentials that is no URL", { baseUrl: "https://user:hunter2@:x" }],
    ["a base URL with a token in its query", { baseUrl: "https://api.example.com?token=hunter2" }],
    ["a base URL with a token in its fragment", { baseUrl: "https://api.example.com#hunter2" }],
    ["a header name that holds the key too", { apiKeyHeader: "Service-Api-Key: hunter2" }],
    ["profiles that are not JSON", { profiles: '{"eu":{"apiKey":"hunter2"' }],
    ["profiles that are a list", { profiles: '["hunter2"]' }],
    ["a profile that is a string", profiles({ eu: "hunter2" })],
    ["a profile's key that is an object", profiles({ eu: { apiKey: { value: "hunter2" } } })],
  ])("refuses %s without showing it", (_, stack) => {
    const { settings, problems } = read(stack, { profile: "profiles" in stack ? "eu" : undefined });
    expect(problems).toHaveLength(1);
    expect(JSON.stringify([problems, settings])).not.toContain("hunter2");
    expect(problems[0]?.reason).toMatch(/^must (be|hold)/);
  });

  test.each([
    ["https://api.example.com///", "https://api.example.com"],
    [" https://API.example.com:443/a/b/ ", "https://api.example.com/a/b"],
    ["http://localhost:8080", "http://localhost:8080"],
  ])("takes the base URL %j", (baseUrl, expected) => {
    expect(read({ baseUrl })).toEqual({ settings: { ...defaults, baseUrl: expected }, problems: [] });
  });

  test("refuses plain HTTP to another machine, unless allowPlainHttp is true", () => {
    const baseUrl = "http://127.evil.example";
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
    const given = { apiKey: "sk-eu", maxConnections: 3, requestTimeoutSeconds: 2.5, showPatches: true };
    const settings = { ...defaults, baseUrl: "https://stack.example.com", maxRetries: 7, ...given };
    expect(read({ ...stack, ...profiles(value) }, { profile: "eu" })).toEqual({ settings, problems: [] });
    expect(read({ ...stack, ...profiles(value) }).settings.apiKey).toBe("sk-stack");
  });

  test("that is not there is a problem that lists those that are, and leaves nowhere to send a request to", () => {
    const { settings, problems } = read({ ...stack, ...profiles({ eu: {}, us: {} }) }, { profile: "eu1" });
    // prettier-ignore
    expect(problems).toEqual([{ setting: "containergroups:profiles", reason: 'has no profile "eu1"; the profiles are "eu", "us"; did you mean "eu"?' }]);
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
    // prettier-ignore
    const value = { lab: { baseUrl: "http://lab.example.com", allowPlainHttp: true }, bad: { baseUrl: "http://x.example" } };
    expect(read(profiles(value), { profile: "lab" }).problems).toEqual([]);
    expect(read(profiles(value), { profile: "bad" }).problems[0]?.setting).toBe("containergroups:profiles.bad.baseUrl");
  });
});

describe("the key of one service", () => {
  /** What each layer gives: a key, the origin that its base URL names, or both. */
  type Layers = { [layer in "profile" | "stack" | "env"]?: { key?: true; url?: string } };

  const keys = { profile: "hunter2-profile", stack: "hunter2-stack", env: "hunter2-env" };

  function readLayers(layers: Layers) {
    const given = (layer: keyof Layers) => {
      const { key, url } = layers[layer] ?? {};
      return { ...(key && { apiKey: keys[layer] }), ...(url !== undefined && { baseUrl: url }) };
    };
    const { apiKey, baseUrl } = given("env");
    const env = {
      ...(apiKey !== undefined && { CONTAINERGROUPS_API_KEY: apiKey }),
      ...(baseUrl !== undefined && { CONTAINERGROUPS_BASE_URL: baseUrl }),
    };
    const profile = layers.profile && "eu";
    return readAll({ ...given("stack"), ...(profile && profiles({ eu: given("profile") })) }, { env, profile });
  }

  const A = "https://a.example.com";
  const B = "https://b.example.com";

  // prettier-ignore
  test.each<[string, Layers, string, string]>([
    ["the stack's, beside its base URL", { stack: { key: true, url: A } }, keys.stack, A],
    ["a profile's, beside its base URL", { profile: { key: true, url: B }, stack: { key: true, url: A }, env: { key: true, url: A } }, keys.profile, B],
    ["the environment's, to the stack's base URL", { stack: { url: A }, env: { key: true } }, keys.env, A],
    ["the stack's, to the environment's base URL", { stack: { key: true }, env: { url: A } }, keys.stack, A],
    ["a profile's, to the stack's base URL", { profile: { key: true }, stack: { key: true, url: A } }, keys.profile, A],
    ["the stack's, under a profile that names neither", { profile: {}, stack: { key: true, url: A } }, keys.stack, A],
    ["the stack's, to a profile's base URL of the same origin", { profile: { url: "https://A.example.com:443/v2" }, stack: { key: true, url: `${A}/v1` } }, keys.stack, `${A}/v2`],
    ["the environment's, to the stack's base URL of the same origin", { stack: { url: `${A}/v2` }, env: { key: true, url: A } }, keys.env, `${A}/v2`],
    ["the environment's, to the stack's base URL, its own one being empty", { stack: { url: A }, env: { key: true, url: "" } }, keys.env, A],
  ])("goes where it is for: %s", (_, layers, apiKey, baseUrl) => {
    expect(readLayers(layers)).toEqual({ settings: { ...defaults, apiKey, baseUrl }, problems: [], missing: [] });
  });

  const ofProfile = "containergroups:profiles.eu";

  const fromEnv = /it is for https:\/\/a\.example\.com \(from the environment variable CONTAINERGROUPS_BASE_URL\); /;
  const ownKey =
    /the key of containergroups:apiKey is not sent: a profile with a base URL of its own needs a key of its own; /;
  const sentToA =
    /^is https:\/\/b\.example\.com, where the key of containergroups:apiKey is not sent: it is for https:\/\/a\.example\.com; /;
  const ofEnv =
    /the key of containergroups:apiKey \(from the environment variable CONTAINERGROUPS_API_KEY\) is not sent: a profile/;

  // prettier-ignore
  test.each<[string, Layers, string, RegExp]>([
    ["the stack's key, to a profile's base URL", { profile: { url: B }, stack: { key: true, url: A } }, ofProfile, sentToA],
    ["the stack's key without a base URL, to a profile's", { profile: { url: B }, stack: { key: true } }, ofProfile, ownKey],
    ["the environment's key, to a profile's base URL", { profile: { url: B }, stack: { url: A }, env: { key: true } }, ofProfile, ofEnv],
    ["the environment's key, to a profile's base URL of another origin than its own", { profile: { url: B }, env: { key: true, url: A } }, ofProfile, fromEnv],
    ["the environment's key, to the stack's base URL of another origin than its own", { stack: { url: B }, env: { key: true, url: A } }, "containergroups", fromEnv],
    ["the stack's key, to a profile's base URL, its own one being empty", { profile: { url: B }, stack: { key: true, url: "" } }, ofProfile, ownKey],
    ["the stack's key, to a profile's base URL, its own one being no URL", { profile: { url: B }, stack: { key: true, url: "nowhere" } }, ofProfile, /it is for another base URL; /],
    ["the stack's key, to another port of the same host", { profile: { url: `${A}:8443` }, stack: { key: true, url: A } }, ofProfile, /^is https:\/\/a\.example\.com:8443, /],
    ["the stack's key, to the same host over plain HTTP", { profile: { url: "http://localhost" }, stack: { key: true, url: "https://localhost" } }, ofProfile, /^is http:\/\/localhost, /],
  ])("goes to no other: not %s", (_, layers, place, reason) => {
    const { settings, problems, missing } = readLayers(layers);
    expect(problems).toEqual([
      { setting: `${place}.baseUrl`.replace("groups.base", "groups:base"), reason: expect.stringMatching(reason) },
    ]);
    const keySetting = `${place}.apiKey`.replace("groups.api", "groups:api");
    expect(problems[0]?.reason).toContain(`\`pulumi config set --path --secret ${keySetting} …\``);
    expect(settings).toEqual(defaults);
    expect(missing).toEqual([]);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });

  test("is asked for with all other problems at once", () => {
    const eu = { baseUrl: "http://b.example.com", maxRetries: "x", refresh: "x" };
    const { problems } = read({ apiKey: "sk-stack", baseUrl: A, ...profiles({ eu }) }, { profile: "eu" });
    expect(problems.map(({ setting, reason }) => [setting, reason.slice(0, 12)])).toEqual([
      ["containergroups:profiles.eu.maxRetries", "must be a wh"],
      ["containergroups:profiles.eu.refresh", 'must be "sta'],
      ["containergroups:profiles.eu.baseUrl", "is http://b."],
      ["containergroups:profiles.eu.baseUrl", "must begin w"],
    ]);
  });

  test("is asked for with a command that one can paste, whatever the profile is called", () => {
    const stack = { apiKey: "sk-stack", ...profiles({ "eu.west 1": { baseUrl: B } }) };
    const place = 'containergroups:profiles["eu.west 1"]';
    const reason = expect.stringContaining(`\`pulumi config set --path --secret '${place}.apiKey' …\``) as string;
    expect(read(stack, { profile: "eu.west 1" }).problems).toEqual([{ setting: `${place}.baseUrl`, reason }]);
  });
});

describe("what is missing for a request", () => {
  test("is named with the setting, the environment variable and the command", () => {
    const { missing } = readAll({});
    expect(missing.map(({ setting }) => setting)).toEqual(["containergroups:baseUrl", "containergroups:apiKey"]);
    expect(missing[0]?.reason).toContain("`pulumi config set containergroups:baseUrl https://…`");
    expect(missing[0]?.reason).toContain("CONTAINERGROUPS_BASE_URL");
    expect(missing[1]?.reason).toContain("`pulumi config set --secret containergroups:apiKey …`");
    expect(missing[1]?.reason).toContain("CONTAINERGROUPS_API_KEY");
  });

  test("is nothing where a request can be made, and nothing that is given but refused", () => {
    expect(readAll({ apiKey: "k", baseUrl: "https://a.example" }).missing).toEqual([]);
    expect(readAll({ apiKey: "k\n", baseUrl: "nowhere" }).missing).toEqual([]);
    expect(readAll({}, { profile: "eu" }).missing).toEqual([]);
  });
});
