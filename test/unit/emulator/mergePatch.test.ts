import { mergePatch } from "../../../emulator/mergePatch";
import type { JsonValue } from "../../../emulator/json";

describe("RFC 7396 appendix A", () => {
  const rows: [original: string, patch: string, result: string][] = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', "{}"],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', "null", "null"],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'],
    ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ];
  test.each(rows)("%s patched with %s is %s", (original, patch, result) => {
    const target = JSON.parse(original) as JsonValue;
    expect(mergePatch(target, JSON.parse(patch) as JsonValue)).toEqual(JSON.parse(result));
    expect(target).toEqual(JSON.parse(original));
  });
});

test.each(["__proto__", "constructor", "hasOwnProperty", "toJSON", ""])("the name %j is plain data", (name) => {
  const patch = JSON.parse(`{"env":{${JSON.stringify(name)}:"set"}}`) as JsonValue;
  expect(JSON.stringify(mergePatch({ env: { A: "kept" } }, patch))).toBe(
    `{"env":{"A":"kept",${JSON.stringify(name)}:"set"}}`,
  );
});
