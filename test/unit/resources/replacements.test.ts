import type { JsonObject } from "../../../provider/core/json/json";
import { replacedOnChange } from "../../../provider/resources/replacements";

const before = {
  replicas: 1,
  container: { image: "a", environmentVariables: { A: "1", "x.y": "1" } },
  countryCodes: ["de"],
};

const rows: [sentence: string, option: string[] | undefined, after: JsonObject, replaced: string[]][] = [
  ["without the option nothing replaces", undefined, { ...before, replicas: 2 }, []],
  ["a member that is named and changes replaces", ["replicas"], { ...before, replicas: 2 }, ["replicas"]],
  ["a member that is named and stays does not", ["replicas"], { ...before, countryCodes: [] }, []],
  ["a star is every member", ["*"], { ...before, countryCodes: [] }, ["countryCodes"]],
  ["a nested path", ["container.image"], { ...before, container: { ...before.container, image: "b" } }, ["container"]],
  ["its neighbour does not count", ["container.image"], { ...before, container: { image: "a" } }, []],
  ["a star below", ["container.environmentVariables.*"], { ...before, container: { image: "a" } }, ["container"]],
  [
    "a quoted key",
    ['container.environmentVariables["x.y"]'],
    { ...before, container: { image: "a", environmentVariables: { A: "1" } } },
    ["container"],
  ],
  ["an element", ["countryCodes[0]"], { ...before, countryCodes: ["fr"] }, ["countryCodes"]],
  ["a member taken out", ["replicas"], { container: before.container, countryCodes: ["de"] }, ["replicas"]],
];

it.each(rows)("%s", (_, option, after, replaced) => {
  expect(replacedOnChange(option, before, after)).toEqual(replaced);
});
