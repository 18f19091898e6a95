import fc from "fast-check";
import { formatPath, jsonPointer } from "../../../common/path";

test.each<[PropertyKey[], string]>([
  [["replicas"], "replicas"],
  [["container", "image"], "container.image"],
  [["scalingActions", 0, "replicas"], "scalingActions[0].replicas"],
  [["scaling-actions"], "scaling-actions"],
  [["env", "a.b"], 'env["a.b"]'],
  [["env", "a/b", "c"], 'env["a/b"].c'],
  [["env", 'quote"d'], 'env["quote\\"d"]'],
  [["env", "1st"], 'env["1st"]'],
  [["env", ""], 'env[""]'],
  [["a", 0, 1], "a[0][1]"],
  [["constructor"], "constructor"],
  [["groups", "edge-de", "replicas"], "groups.edge-de.replicas"],
  [["a.b", "c"], '["a.b"].c'],
  [[0, "a"], "[0].a"],
  [[], ""],
])("the path %j is shown as %s", (path, expected) => {
  expect(formatPath(path)).toBe(expected);
});

test("no two paths are shown alike", () => {
  const step = fc.oneof(
    fc.string({ maxLength: 4, unit: fc.constantFrom("a", ".", '"', "[", "]", "0", "\\") }),
    fc.nat(2),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), fc.array(step, { maxLength: 4 }), (one, other) => {
      expect(formatPath(one) === formatPath(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    { numRuns: 2000 },
  );
});

test("a JSON pointer escapes slashes and tildes in names", () => {
  expect(jsonPointer([])).toBe("");
  expect(jsonPointer(["container", "command", 0])).toBe("/container/command/0");
  expect(jsonPointer(["a/b~c", ""])).toBe("/a~1b~0c/");
});
