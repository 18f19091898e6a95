import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";

describe("secret paths", () => {
  test.each<[pointer: string, path: PropertyKey[]]>([
    ["/replicas", ["replicas"]],
    ["/container/environmentVariables/A", ["container", "environmentVariables", "A"]],
    ["/input/a~1b", ["input", "a/b"]],
    ["/input/a~0b", ["input", "a~b"]],
    ["/input/a~01b", ["input", "a~1b"]],
    ["/input/0/1", ["input", 0, 1]],
    ["/input/", ["input", ""]],
    ["/input/a.b", ["input", "a.b"]],
    ["/input/constructor", ["input", "constructor"]],
  ])("the pointer %s is the path %j", (pointer, path) => {
    expect(new SecretPaths([pointer]).has(path)).toBe(true);
    expect(new SecretPaths([pointer]).has([...path, "below"])).toBe(false);
    expect(new SecretPaths([pointer]).has(path.slice(0, -1))).toBe(false);
  });

  test.each<[path: PropertyKey[], isCovered: boolean]>([
    [[], false],
    [["a"], false],
    [["a", "b"], true],
    [["a", "b", "c"], true],
    [["a", "b", 0], true],
  ])("a path inside or around a secret one overlaps it, and one inside is covered by it: %j, %j", (path, isCovered) => {
    const paths = new SecretPaths(["/a/b"]);
    expect([paths.overlaps(path), paths.covers(path)]).toEqual([true, isCovered]);
  });

  test.each([[[]], [["a"]], [["a", 0]]])("where all is secret, every path is covered: %j", (path) => {
    expect(new SecretPaths([""]).covers(path)).toBe(true);
  });

  test.each([[["ab"]], [["b"]], [["a", "c"]], [["a", "bc"]]])(
    "a path beside a secret one does not overlap it, and is not covered by it: %j",
    (path) => {
      const paths = new SecretPaths(["/a/b"]);
      expect([paths.overlaps(path), paths.covers(path)]).toEqual([false, false]);
    },
  );

  test.each([undefined, null, "text", 5, {}, [5, null, {}]])("%j as a list of pointers marks nothing", (pointers) => {
    const paths = new SecretPaths(pointers);
    expect([paths.has([]), paths.has(["0"]), paths.overlaps(["a"]), paths.covers(["a"])]).not.toContain(true);
    expect([paths.isEmpty, new SecretPaths(["/a"]).isEmpty]).toEqual([true, false]);
  });
});

describe("the visible part of a path", () => {
  test.each<[sentence: string, path: (string | number)[], marked: string[], visible: (string | number)[]]>([
    ["is all of it where nothing is marked", ["a", 0, "b"], [], ["a", 0, "b"]],
    ["is all of it where something else is marked", ["a", "b"], ["/a/c", "/ab"], ["a", "b"]],
    ["is all of it where what it names is marked itself", ["a", "b"], ["/a/b"], ["a", "b"]],
    ["is all of it where something inside is marked", ["a"], ["/a/b"], ["a"]],
    ["ends at the first that is marked", ["a", "b", "c", "d"], ["/a/b/c", "/a/b"], ["a", "b"]],
    ["ends at an element that is marked", ["a", 1, "b"], ["/a/1"], ["a", 1]],
    ["ends at a name with a slash that is marked", ["a/b", "c"], ["/a~1b"], ["a/b"]],
    ["is nothing where all is marked", ["a", "b"], [""], []],
  ])("%s", (_, path, marked, visible) => {
    expect(new SecretPaths(marked).visible(path)).toEqual(visible);
  });
});
