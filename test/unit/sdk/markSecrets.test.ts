import * as pulumi from "@pulumi/pulumi";
import { RESOURCE_KINDS } from "../../../sdk/internal/resourceKinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { inProject, sentProps } from "./support";

inProject();

// prettier-ignore
const update = {
  replicas: 1,
  container: {
    image: "a:1",
    environmentVariables: { PLAIN: "p", TOKEN: "t" },
    registryAuthentication: { basic: { username: "u", password: "p" } },
    logging: {
      axiom: { apiToken: "s", dataset: "d", host: "h" },
      datadog: { apiKey: "s", host: "h", tags: [{ name: "n", value: "v" }] },
      http: { headers: [{ name: "n", value: "v" }], host: "h", password: "s", path: "/", user: "u", port: 1 },
      newRelic: { host: "h", ingestionKey: "s" }, splunk: { host: "h", token: "s" }, tcp: { host: "h", port: 1 },
    },
  },
  livenessProbe: { http: { headers: [{ name: "n", value: "v" }], path: "/", port: 1 } },
};

const { registryAuthentication, logging } = update.container;
// prettier-ignore
const updateWithSecrets = {
  ...update,
  container: {
    ...update.container,
    registryAuthentication: { secret: registryAuthentication },
    logging: {
      axiom: { ...logging.axiom, apiToken: { secret: "s" } }, datadog: { ...logging.datadog, apiKey: { secret: "s" } },
      http: { ...logging.http, headers: { secret: logging.http.headers }, password: { secret: "s" } },
      newRelic: { host: "h", ingestionKey: { secret: "s" } }, splunk: { host: "h", token: { secret: "s" } }, tcp: logging.tcp,
    },
  },
};

type Wrap = (value: unknown) => unknown;

/** The value with every object and list inside it wrapped, leaves too. */
function wrapAll(value: unknown, wrap: Wrap): unknown {
  if (Array.isArray(value)) {
    return wrap(value.map((item) => wrapAll(item, wrap)));
  }
  return wrap(typeof value === "object" && value !== null ? wrapMembers(value, wrap) : value);
}

function wrapMembers(value: object, wrap: Wrap): object {
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, wrapAll(inner, wrap)]));
}

const wraps: [string, Wrap][] = [
  ["plain values", (value) => value],
  ["promises at every depth", (value) => Promise.resolve(value)],
  ["promises of outputs", (value) => Promise.resolve(pulumi.output(1).apply(() => value))],
  ["outputs at every depth", (value) => pulumi.output(1).apply(() => value)],
];

/** Where outputs and promises stand in a value. */
function deferredPlaces(value: unknown, at = ""): string[] {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return [at];
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([member, inner]) => deferredPlaces(inner, `${at}/${member}`))
    : [];
}

describe("credentials are secret at exactly their own paths", () => {
  test.each(wraps)("in %s", async (_, wrap) => {
    const props = await sentProps(RESOURCE_KINDS.containerGroup, {
      ...wrapMembers(update, wrap),
      onDestroy: wrapAll(update, wrap),
    });
    expect(props).toMatchObject({ ...updateWithSecrets, onDestroy: updateWithSecrets });
    expect(props).not.toHaveProperty("__secrets");
  });

  test.each(wraps)("by their names, at any depth, of additional members in %s", async (_, wrap) => {
    // prettier-ignore
    const additional = (secret: Wrap) => ({
      registry_authentication: secret({ new_kind: { key: "k" } }),
      container: { logging: { new_one: { api_token: secret("a"), "API-Key": secret("k"), nested: { token: secret("n") } } } },
      list: [{ ingestionKey: secret("i"), host: "h" }, { headers: secret([{ name: "n", value: "v" }]), tokens: "t" }],
      password: secret({ of: "p" }),
    });
    const plain = additional((value) => value);
    const args = { additionalMembers: wrapAll(plain, wrap) };
    const secrets = { additionalMembers: additional((secret) => ({ secret })) };
    expect(await sentProps(RESOURCE_KINDS.containerGroup, args)).toMatchObject(secrets);
    const fleet = { defaults: wrap(args), groups: wrap({ edge: wrap(args) }) };
    const props = await sentProps(RESOURCE_KINDS.containerGroupFleet, fleet);
    expect(props).toMatchObject({ defaults: secrets, groups: { edge: secrets } });
    expect(props).not.toHaveProperty("__secrets");
  });

  test("of a job, its webhook alone", async () => {
    const job = { queueName: "frames", input: { webhook: "i" }, metadata: { webhook: "m" }, webhook: "https://w" };
    expect(await sentProps(RESOURCE_KINDS.queueJob, job)).toMatchObject({ ...job, webhook: { secret: "https://w" } });
  });
});

describe("credentials of a fleet are secret at exactly their own paths", () => {
  const names = ["web", "constructor", "then", "a.b", "a/b~c", "*", "groups", "container", "onDestroy", ""];
  const group = { ...update, onDestroy: update };
  const groupWithSecrets = { ...updateWithSecrets, onDestroy: updateWithSecrets };
  const each = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

  test.each(wraps)("in %s", async (_, wrap) => {
    const args = wrapMembers({ defaults: group, groups: each(group) }, wrap);
    const props = await sentProps(RESOURCE_KINDS.containerGroupFleet, args);
    expect(props["defaults"]).toEqual(groupWithSecrets);
    expect(props["groups"]).toEqual(each(groupWithSecrets));
    expect(props).not.toHaveProperty("__secrets");
  });

  test("and nothing else becomes an output where all is plain", () => {
    // prettier-ignore
    const { groups, defaults } = resourceProps(RESOURCE_KINDS.containerGroupFleet, "web", { defaults: group, groups: each({}) }, {});
    const inLogging = "axiom/apiToken datadog/apiKey http/headers http/password newRelic/ingestionKey splunk/token";
    const ofLogging = inLogging.split(" ").map((at) => `/container/logging/${at}`);
    const credentials = ["/container/registryAuthentication", ...ofLogging];
    expect(deferredPlaces(groups)).toEqual([]);
    expect(deferredPlaces(defaults)).toEqual([...credentials, ...credentials.map((at) => `/onDestroy${at}`)]);
  });
});

test("null and undefined stay as they are where a credential may stand", async () => {
  const logging = {
    axiom: { apiToken: null, host: "h" },
    datadog: { apiKey: undefined },
    http: { password: pulumi.output(null), headers: pulumi.output(undefined) },
    newRelic: { ingestionKey: Promise.resolve(undefined) },
    splunk: { token: Promise.resolve(null) },
  };
  const props = await sentProps(RESOURCE_KINDS.containerGroup, {
    container: { logging, registryAuthentication: null },
  });
  // prettier-ignore
  expect(props["container"]).toEqual({
    logging: { axiom: { apiToken: null, host: "h" }, datadog: {}, http: { password: null }, newRelic: {}, splunk: { token: null } },
    registryAuthentication: null,
  });
});

test("a copy depends on the resources that the values come from, and on no other", async () => {
  class Source extends pulumi.CustomResource {
    declare public readonly token: pulumi.Output<string>;
    constructor(name: string) {
      super("a:b:C", name, { token: "t" });
    }
  }
  const source = new Source("source");
  // prettier-ignore
  const props = resourceProps(RESOURCE_KINDS.containerGroup, "web", { replicas: 1, container: { logging: { splunk: { token: source.token } } } }, {});
  const dependencies: Record<string, unknown[]> = {};
  for (const [member, value] of Object.entries(props)) {
    const found = new Set<pulumi.Resource>();
    await pulumi.runtime.serializeProperty(member, value, found);
    if (found.size > 0) {
      dependencies[member] = [...found];
    }
  }
  expect(Object.keys(dependencies)).toEqual(["container"]);
  expect(dependencies["container"]).toEqual([source]);
});
