// `npm test`: no engine, no provider and no service takes part.
import * as pulumi from "@pulumi/pulumi";
import assert from "node:assert";
import { before, test } from "node:test";
import { Renderer } from "./renderer";

const declared: Record<string, Record<string, unknown>> = {};

before(async () => {
  pulumi.runtime.setAllConfig({ "containergroups:organizationName": "acme", "containergroups:projectName": "vision" });
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      declared[name] = inputs as Record<string, unknown>;
      return { id: `acme/vision/${name}`, state: { ...inputs, observed: { version: 7 } } };
    },
    call: () => ({}),
  });
});

const valueOf = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));

test("a renderer declares the group and the queue of its profile", async () => {
  const { version } = new Renderer("eu", { image: "renderer:1", replicas: 3, profile: "globex" });
  assert.equal(await valueOf(version), 7);
  assert.equal(declared["eu"]?.["profile"], "globex");
  assert.equal(declared["eu"]?.["replicas"], 3);
  assert.equal(declared["eu-renders"]?.["profile"], "globex");
});

test("a renderer that goes away runs nothing any more", async () => {
  const { version } = new Renderer("us", { image: "renderer:1", replicas: 3 });
  await valueOf(version);
  assert.deepEqual(declared["us"]?.["onDestroy"], { replicas: 0 });
});
