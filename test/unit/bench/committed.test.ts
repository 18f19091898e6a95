import { readFileSync } from "node:fs";
import path from "node:path";
import { renderReport } from "../../../bench/lib/report";
import { readResults } from "../../../bench/lib/results";
import { ROOT } from "../../../bench/lib/root";
import { roundsAt } from "../../../bench/lib/rounds";
import { suites } from "../../../bench/suites";

const FOLDER = path.join(ROOT, "bench/results");
const results = readResults(FOLDER, suites);

test("the report says what the results say", () => {
  expect(readFileSync(path.join(FOLDER, "README.md"), "utf8")).toBe(renderReport(results, suites));
});

describe.each(suites)("the committed result of $name", (suite) => {
  const result = results.find(({ name }) => name === suite.name);

  test("is of a whole run of the suite as it is now: its subjects at its sizes, with its rounds", () => {
    const measured = Object.fromEntries(
      (result?.figures ?? []).map(({ size, subject, values }) => [`${size} ${subject}`, values.length]),
    );
    const expected = suite.sizes.full.flatMap((size) =>
      Object.entries(suite.subjects)
        .filter(([, { upTo = Infinity }]) => size <= upTo)
        .map(([subject]) => [`${size} ${subject}`, roundsAt(size, suite, { quick: false })]),
    );
    expect(measured).toEqual(Object.fromEntries(expected));
    expect(new Set(result?.figures.map(({ measure }) => measure))).toEqual(new Set(Object.keys(suite.measures)));
    const titles = Object.entries(suite.subjects).map(([subject, { title }]) => [subject, title]);
    expect(result?.subjects).toEqual(Object.fromEntries(titles));
    expect(result).toMatchObject({ description: suite.description, reference: suite.reference, quick: false });
  });

  test("says of which revision it is, that nothing in it was changed, and what else the machine did", () => {
    expect(result?.revision).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{7,}$/) as string, dirty: false });
    expect(result?.load).toEqual({ start: expect.any(Number) as number, end: expect.any(Number) as number });
  });
});
