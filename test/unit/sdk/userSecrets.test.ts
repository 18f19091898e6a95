import * as pulumi from "@pulumi/pulumi";
import { RESOURCE_KINDS } from "../../../sdk/internal/resourceKinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { inProject, sent, sentProps, startRun, unknownOutput } from "./support";

inProject();

const secret = pulumi.secret;
const later = <T>(value: T) => pulumi.output(1).apply(() => value);

// prettier-ignore
const rows: [what: string, args: object, pointers: string[] | undefined][] = [
  ["nothing where nothing is marked", { container: { environmentVariables: { A: "a" } } }, undefined],
  ["nothing where outputs are not secret", { replicas: pulumi.output(1), container: Promise.resolve({ image: pulumi.output("a") }) }, undefined],
  ["a value", { container: { environmentVariables: { PLAIN: "p", TOKEN: secret("t") } } }, ["/container/environmentVariables/TOKEN"]],
  ["an object, not what is in it", { container: { environmentVariables: secret({ A: "a", B: secret("b") }) } }, ["/container/environmentVariables"]],
  ["an item of a list", { container: { command: ["a", secret("b")] } }, ["/container/command/1"]],
  ["what is inside an output", { container: later({ environmentVariables: { TOKEN: secret("t"), PLAIN: "p" } }) }, ["/container/environmentVariables/TOKEN"]],
  ["what is in a promise", { container: Promise.resolve({ environmentVariables: Promise.resolve({ TOKEN: secret("t") }) }) }, ["/container/environmentVariables/TOKEN"]],
  ["an object that Pulumi makes secret for its content", { container: pulumi.output({ environmentVariables: { TOKEN: secret("t") } }) }, ["/container"]],
  ["names escaped as RFC 6901 says", { container: { environmentVariables: { "a/b~c": secret("t") } } }, ["/container/environmentVariables/a~1b~0c"]],
  ["several, sorted", { replicas: secret(1), onDestroy: { replicas: secret(0) }, additionalMembers: { a_snake: secret("x") } }, ["/additionalMembers/a_snake", "/onDestroy/replicas", "/replicas"]],
  ["no credential", { container: { registryAuthentication: secret({}), logging: { http: { password: secret("p"), user: secret("u") } } } }, ["/container/logging/http/user"]],
  ["no credential of additional members", { additionalMembers: { logging: [{ new_one: { token: secret("t"), host: secret("h") } }] } }, ["/additionalMembers/logging/0/new_one/host"]],
  ["a secret null", { replicas: secret(null) }, ["/replicas"]],
];

test.each(rows)("the list has %s", async (_, args, expected) => {
  const props = await sentProps(RESOURCE_KINDS.containerGroup, args);
  expect(props["__secrets"]).toEqual(expected);
});

test("a job's input", async () => {
  const args = { queueName: "frames", input: { list: [{ key: secret("k") }] }, webhook: secret("https://w") };
  expect((await sentProps(RESOURCE_KINDS.queueJob, args))["__secrets"]).toEqual(["/input/list/0/key"]);
});

test("a fleet's fields, in what all groups have in common and in each group's own, under any name", async () => {
  const marked = () => ({
    replicas: pulumi.secret(1),
    container: { registryAuthentication: { basic: { password: pulumi.secret("p") } } },
    onDestroy: { container: { logging: { splunk: { host: pulumi.secret("h"), token: pulumi.secret("t") } } } },
  });
  const groups = { "a/b": marked(), constructor: Promise.resolve(marked()), web: {}, whole: pulumi.secret({}) };
  const props = await sentProps(RESOURCE_KINDS.containerGroupFleet, { defaults: marked(), groups });
  const of = (path: string) => [`${path}/onDestroy/container/logging/splunk/host`, `${path}/replicas`];
  const expected = ["/defaults", "/groups/a~1b", "/groups/constructor"].flatMap(of);
  expect(props["__secrets"]).toEqual([...expected, "/groups/whole"]);
});

test("where nothing can be secret, no output is made", () => {
  expect(resourceProps(RESOURCE_KINDS.containerGroup, "web", { replicas: 1 }, {})["__secrets"]).toBeUndefined();
});

test("at a preview, values that are unknown hide no mark, their own included", async () => {
  startRun({ preview: true });
  const props = await sentProps(RESOURCE_KINDS.containerGroup, {
    replicas: unknownOutput(),
    container: { image: unknownOutput(true), environmentVariables: { A: unknownOutput(), TOKEN: pulumi.secret("t") } },
  });
  expect(props["__secrets"]).toEqual(["/container/environmentVariables/TOKEN", "/container/image"]);
});

test("the list depends on no resource", async () => {
  class Source extends pulumi.CustomResource {
    declare public readonly token: pulumi.Output<string>;
    constructor() {
      super("a:b:C", "source", { token: pulumi.secret("t") });
    }
  }
  const dependencies = new Set<pulumi.Resource>();
  // prettier-ignore
  const props = resourceProps(RESOURCE_KINDS.containerGroup, "web", { container: { environmentVariables: { TOKEN: new Source().token } } }, {});
  expect(await sent(props["__secrets"], dependencies)).toEqual(["/container/environmentVariables/TOKEN"]);
  expect(dependencies.size).toBe(0);
});

test("a part that fails is left to fail the resource by itself", async () => {
  const failing = pulumi.output(1).apply(() => {
    throw new Error("no such thing");
  });
  const args = { replicas: failing, container: { image: pulumi.secret("a") } };
  const props = resourceProps(RESOURCE_KINDS.containerGroup, "web", args, {});
  await expect(sent(props["replicas"])).rejects.toThrow("no such thing");
  await expect(sent(failing)).rejects.toThrow("no such thing");
  expect(await sent(props["__secrets"])).toEqual(["/container/image"]);
});
