import { phraseOf, statusLine } from "../../../../provider/core/http/status";

test.each<[number | undefined, string, string]>([
  [404, "Not Found", "404 Not Found"],
  [418, "I'm a Teapot", "418 I'm a Teapot"],
  [499, "", "499"],
  [undefined, "", ""],
])("the status %s is %j, as a line %j", (status, phrase, line) => {
  expect([phraseOf(status), statusLine(status)]).toEqual([phrase, line]);
});
