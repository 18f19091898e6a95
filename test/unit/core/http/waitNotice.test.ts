import { inSeconds, WaitNotice } from "../../../../provider/core/http/waitNotice";

/** Tells of waits, each so many seconds after the start, and gives those of which a line came. */
function spoken(...waits: [at: number, wait: number][]): [number, number][] {
  let at = 0;
  const said: [number, number][] = [];
  const clock = {
    now: () => Date.parse("2026-01-01T00:00:00Z") + at * 1000,
    random: () => 0,
    sleep: () => Promise.resolve(),
  };
  const notice = new WaitNotice(clock, (line) => said.push(JSON.parse(line) as [number, number]));
  for (const each of waits) {
    at = each[0];
    notice.tell(each[1] * 1000, JSON.stringify(each));
  }
  return said;
}

test.each<[string, [number, number][], [number, number][]]>([
  ["a wait of 3 s or less", [[0, 3]], []],
  ["a longer one", [[0, 3.001]], [[0, 3.001]]],
  [
    "no other for 30 s",
    [
      [0, 4],
      [1, 4],
      [29.999, 4],
      [30, 4],
      [31, 4],
    ],
    [
      [0, 4],
      [30, 4],
    ],
  ],
  [
    "one that is more than half as long again",
    [
      [0, 4],
      [1, 6],
      [2, 6.001],
      [3, 9],
    ],
    [
      [0, 4],
      [2, 6.001],
    ],
  ],
  [
    "a short one never, however late",
    [
      [0, 4],
      [60, 3],
    ],
    [[0, 4]],
  ],
])("a line comes of %s", (_, waits, expected) => {
  expect(spoken(...waits)).toEqual(expected);
});

test.each([
  [0, "0 s"],
  [1, "1 s"],
  [1000, "1 s"],
  [1001, "2 s"],
])("%i ms are %s", (milliseconds, expected) => {
  expect(inSeconds(milliseconds)).toBe(expected);
});
