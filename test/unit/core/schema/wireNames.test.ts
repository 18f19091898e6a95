import fc from "fast-check";
import type { JsonObject } from "../../../../common/json";
import { membersOf } from "../../../../provider/core/schema/members";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { queueJobArguments, queueJobBody } from "../../../../provider/core/schema/queueJob";
import { queueUpdate } from "../../../../provider/core/schema/queue";
import { fromWire, programPath, toWire } from "../../../../provider/core/schema/wireNames";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);
const job = membersOf(queueJobBody);

test.each([
  ["container group", group],
  ["queue", membersOf(queueUpdate)],
  ["queue job", job],
])("the fields of a %s that the schema names are what they were, there and back again", (_, schema) => {
  fc.assert(
    fc.property(body(schema), (made) => {
      const known = Object.fromEntries(Object.entries(made).filter(([name]) => schema.byWire.has(name)));
      expect(toWire(fromWire(made, schema), schema)).toEqual(known);
    }),
  );
});

describe("a user's own keys are never renamed:", () => {
  // prettier-ignore
  const keys = { camelCase: "1", snake_case: "2", "kebab-case": "3", "a.b": "4", "a/b": "5", constructor: "6", imageCaching: "7" };

  test("environment variables", () => {
    const wire = { container: { environment_variables: keys } };
    expect(toWire({ container: { environmentVariables: keys } }, group)).toEqual(wire);
  });

  test("registry variants, whose fields are", () => {
    const args = { container: { registryAuthentication: { accessKeyId: { accessKeyId: "a", secretAccessKey: "b" } } } };
    const wire = {
      container: { registry_authentication: { accessKeyId: { access_key_id: "a", secret_access_key: "b" } } },
    };
    expect(toWire(args, group)).toEqual(wire);
    expect(fromWire(wire, group)).toEqual(args);
  });

  test("the input and the metadata of a job, at any depth", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (metadata, input) => {
        const args = { input, metadata } as JsonObject;
        expect(JSON.stringify(toWire(args, job))).toBe(JSON.stringify(args));
      }),
    );
  });

  test("a key that is __proto__ stays data", () => {
    const args = JSON.parse('{"container":{"environmentVariables":{"__proto__":"x"}}}') as JsonObject;
    expect(JSON.stringify(toWire(args, group))).toBe('{"container":{"environment_variables":{"__proto__":"x"}}}');
  });
});

test("what never travels is left out, and undefined with it", () => {
  expect(
    toWire({ name: "web", projectName: "p", onDestroy: {}, additionalMembers: { a: 1 }, replicas: undefined }, group),
  ).toStrictEqual({});
  expect(toWire({ queueName: "q", triggers: [1], input: null }, job)).toEqual({ input: null });
});

test("null stays null, and values of a wrong type pass as they are: validation has its own say", () => {
  expect(toWire({ container: null, replicas: null }, group)).toEqual({ container: null, replicas: null });
  expect(toWire({ container: "x", countryCodes: { a: 1 }, livenessProbe: [1] }, group)).toMatchObject({
    container: "x",
    liveness_probe: [1],
  });
});

test("an element that is undefined becomes null: a list keeps its length", () => {
  expect(toWire({ triggers: ["a", undefined] }, membersOf(queueJobArguments))).toEqual({ triggers: ["a", null] });
});

// prettier-ignore
test.each<[wire: string[], program: string[]]>([
  [["scaling-actions"], ["scalingActions"]],
  [["container", "environment_variables", "some_name"], ["container", "environmentVariables", "some_name"]],
  [["container", "registry_authentication", "basic", "service_key"], ["container", "registryAuthentication", "basic", "serviceKey"]],
  [["liveness_probe", "http", "headers"], ["livenessProbe", "http", "headers"]],
  [["new_member", "deep_member"], ["new_member", "deep_member"]],
  [["container", "new_member", "image_caching"], ["container", "new_member", "image_caching"]],
])("the path %j is %j in programs", (wire, program) => {
  expect(programPath(wire, group)).toEqual(program);
});

test("a path inside any JSON stays as it is", () => {
  expect(programPath(["input", "some_key", "input"], job)).toEqual(["input", "some_key", "input"]);
});
