import fc from "fast-check";
import type { Plugin } from "prettier";
import type { z } from "zod";
import { nameSecrets } from "../../../../cli/describe/secretNames";
import { printProgram, type DeclaredResource } from "../../../../cli/describe/printing";
import { readResponse } from "../../../../cli/describe/reading";
import { fleetArguments } from "../../../../cli/describe/fleet";
import { takeOutInvalid } from "../../../../cli/describe/validity";
import { mergeDeep } from "../../../../provider/core/patch/declaration";
import { mergePatch } from "../../../../emulator/mergePatch";
import type { JsonValue } from "../../../../emulator/json";
import type { Json, JsonObject } from "../../../../provider/core/json/json";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { queueUpdate } from "../../../../provider/core/schema/queue";
import { membersOf } from "../../../../provider/core/schema/members";
import { fromWire, toWire } from "../../../../provider/core/schema/wireNames";
import { evaluate } from "./evaluate";
import { pruned, responseOf } from "./responses";

// The formatter's own entry imports ES modules, which jest cannot load.
const { format } = require("prettier/standalone") as typeof import("prettier");
const plugins = ["prettier/plugins/typescript", "prettier/plugins/estree"].map((name) => require(name) as Plugin);

const body = membersOf(containerGroupUpdate);
const anyText = fc.string({ unit: "binary", maxLength: 90 });
const asciiText = fc.string({ unit: "grapheme-ascii", maxLength: 90 });

function described(response: JsonObject, schema: z.ZodType = containerGroupUpdate) {
  const description = readResponse(response, membersOf(schema), { environment: false, known: "" });
  takeOutInvalid(description, schema);
  return description;
}

/** The program for these resources, and its secrets by the names of their settings. */
function printed(resources: DeclaredResource[]): { program: string; secrets: Map<string, string> } {
  const names = nameSecrets(resources);
  const secrets = new Map([...names].map(([secret, name]) => [name, secret.kind === "secret" ? secret.value : ""]));
  expect(secrets.size).toBe(names.size);
  return { program: printProgram(resources, names), secrets };
}

const group = (name: string, response: JsonObject): DeclaredResource => ({
  type: "ContainerGroup",
  name,
  args: described(response),
});

/** Whether the service moves the count by itself. */
const isMoved = (response: JsonObject) =>
  response["scheduled-scaling-enabled"] === true || pruned(response["queue_autoscaler"] ?? null) !== undefined;

/** What a response shows of a group, by another way than the one that is tested: all that the schema names, but for what says nothing. */
function shownBy(response: JsonObject): Json {
  const { replicas, ...shown } = response;
  const container = { ...((shown["container"] ?? {}) as JsonObject), priority: response["priority"] ?? null };
  const whole = { ...shown, container, ...(!isMoved(response) && replicas !== undefined && { replicas }) };
  return pruned(fromWire(whole as JsonObject, body)) ?? {};
}

test("what is printed of a group, evaluated, is all that the response shows, and changes none of it", () => {
  fc.assert(
    fc.property(responseOf(body, anyText), (response) => {
      const { program, secrets } = printed([group("web", response)]);
      const [declared, ...others] = evaluate(program, secrets);
      expect(others).toEqual([]);
      const { args } = declared ?? { args: {} };
      expect(args).toEqual(shownBy(response));
      // A patch with all of it makes of the object what it was.
      const container = { ...((response["container"] ?? {}) as JsonObject), priority: response["priority"] ?? null };
      const before = pruned({ ...response, container } as JsonObject);
      expect(pruned(mergePatch((before ?? {}) as JsonValue, toWire(args, body) as JsonValue) as Json)).toEqual(before);
    }),
    { numRuns: 200 },
  );
});

test("no secret of a group stands in what is printed", () => {
  const secret = fc.stringMatching(/^[A-Za-z]{12}$/).map((text) => `s3cr3t-${text}`);
  fc.assert(
    fc.property(secret, secret, secret, (token, password, header) => {
      const response = {
        container: {
          environment_variables: { API_TOKEN: token, url: `postgres://user:${password}@host/db` },
          logging: { splunk: { token, host: "h" }, http: { headers: [{ name: "X", value: header }] } },
        },
        liveness_probe: { http: { headers: [{ name: "X", value: header }] } },
      };
      const { program } = printed([group("web", response)]);
      expect([token, password, header].filter((each) => program.includes(each))).toEqual([]);
    }),
  );
});

test("what is printed of a fleet, evaluated, is what is printed of its groups alone", () => {
  const responses = fc.array(responseOf(body, anyText), { minLength: 1, maxLength: 4 });
  // Groups that have much in common.
  const alike = fc
    .tuple(responseOf(body, anyText), responses)
    .map(([base, own]) =>
      own.map((each, index) => (index % 2 === 0 ? { ...base, ...each, container: base["container"] ?? {} } : base)),
    );
  fc.assert(
    fc.property(fc.oneof(responses, alike), (all) => {
      const groups = new Map(all.map((response, index) => [`edge-${index}`, described(response as JsonObject)]));
      const single = printed([...groups].map(([name, args]) => ({ type: "ContainerGroup", name, args })));
      const wanted = evaluate(single.program, single.secrets).map(({ name, args }) => [name, args]);
      const fleet = printed([{ type: "ContainerGroupFleet", name: "vision", args: fleetArguments(groups, body) }]);
      const [{ args } = { args: {} as JsonObject }] = evaluate(fleet.program, fleet.secrets);
      const entries = Object.entries(args["groups"] as JsonObject);
      const merged = entries.map(([name, own]) => [
        name,
        mergeDeep((args["defaults"] ?? {}) as JsonObject, own as JsonObject),
      ]);
      expect(merged).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});

test("what is printed of a queue, evaluated, is what the response shows", () => {
  const anyQueue = responseOf(membersOf(queueUpdate), asciiText);
  // A description has one line.
  const queues = anyQueue.filter(({ description }) => !/[\n\r]/.test(String(description)));
  fc.assert(
    fc.property(queues, (response) => {
      const args = described(response, queueUpdate);
      const { program, secrets } = printed([{ type: "Queue", name: "renders", args }]);
      const { priority, name, ...shown } = response;
      expect(evaluate(program, secrets)).toEqual([
        { type: "Queue", name: "renders", args: pruned(fromWire(shown, membersOf(queueUpdate))) ?? {} },
      ]);
    }),
  );
});

test("what is printed is formatted as the formatter leaves it", async () => {
  const responses = fc.array(responseOf(body, asciiText), { minLength: 1, maxLength: 2 });
  const name = fc.constantFrom("web", "a1", "x".repeat(52), "x".repeat(63));
  await fc.assert(
    fc.asyncProperty(responses, name, fc.boolean(), async (all, first, isFleet) => {
      const groups = new Map(all.map((response, index) => [index === 0 ? first : "other", described(response)]));
      const resources: DeclaredResource[] = isFleet
        ? [{ type: "ContainerGroupFleet", name: first, args: fleetArguments(groups, body) }]
        : [...groups].map(([each, args]) => ({ type: "ContainerGroup", name: each, args }));
      const { program } = printed(resources);
      expect(await format(program, { parser: "typescript", plugins })).toBe(program);
    }),
    { numRuns: 60 },
  );
});
