import { containerGroupArguments, containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { queueUpdate } from "../../../../provider/core/schema/queue";
import { secrecyByName, secretNames } from "../../../../provider/core/secrets/secretNames";

const group = membersOf(containerGroupUpdate);

test("the names of a group's secrets are those of its credentials, of headers and of the environment, each once", () => {
  const names = {
    apikey: "credential",
    apitoken: "credential",
    environmentvariables: "sensitive",
    headers: "credential",
    ingestionkey: "credential",
    password: "credential",
    registryauthentication: "credential",
    token: "credential",
  };
  expect(Object.fromEntries(secretNames(group))).toEqual(names);
  expect(Object.fromEntries(secretNames(membersOf(containerGroupArguments)))).toEqual(names);
  expect(secretNames(membersOf(queueUpdate)).size).toBe(0);
});

test.each([
  ["api_token", "credential"],
  ["apiToken", "credential"],
  ["API-TOKEN", "credential"],
  ["environment_variables", "sensitive"],
  ["tokens", undefined],
  ["name", undefined],
  [0, undefined],
])("by its name %s is %s", (name, secrecy) => {
  expect(secrecyByName(name, group)).toBe(secrecy);
});
