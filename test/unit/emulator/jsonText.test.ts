import { elementTexts, memberTexts, omitPath } from "../../../emulator/jsonText";

test("members keep the text that came, digits, escapes and spaces included", () => {
  const text =
    ' { "a" : 1.50 ,"b":"x\\"}\\\\" , "c\\u0041":{"n":12345678901234567890} , "d":[1,[2,"]"]],"e":null,"f":true}';
  expect(Object.fromEntries(memberTexts(text))).toEqual({
    a: "1.50",
    b: '"x\\"}\\\\"',
    cA: '{"n":12345678901234567890}',
    d: '[1,[2,"]"]]',
    e: "null",
    f: "true",
  });
});

test("an empty object has no members, an empty array no elements, and of repeated members the last one counts", () => {
  expect([...memberTexts(" { } ")]).toEqual([]);
  expect(elementTexts(" [ ] ")).toEqual([]);
  expect([...memberTexts('{"a":1,"a":2}')]).toEqual([["a", "2"]]);
  expect(elementTexts('[1, {"a":"," } ,"x"]')).toEqual(["1", '{"a":"," }', '"x"']);
});

const OMITTED: [path: string, left: string][] = [
  ["a", '{"b":{"c":1,"d":9223372036854775807},"l":[{"x":1,"y":2},{"x":3}]}'],
  ["b.c", '{"a":0,"b":{"d":9223372036854775807},"l":[{"x":1,"y":2},{"x":3}]}'],
  ["l.x", '{"a":0,"b":{"c":1,"d":9223372036854775807},"l":[{"y":2},{}]}'],
  ["b.none", '{"a":0,"b":{"c":1,"d":9223372036854775807},"l":[{"x":1,"y":2},{"x":3}]}'],
  ["a.none", '{"a":0,"b":{"c":1,"d":9223372036854775807},"l":[{"x":1,"y":2},{"x":3}]}'],
];
test.each(OMITTED)("leaving out %s", (path, left) => {
  const text = '{"a":0,"b":{"c":1,"d":9223372036854775807},"l":[{"x":1,"y":2},{"x":3}]}';
  expect(omitPath(text, path.split("."))).toBe(left);
});
