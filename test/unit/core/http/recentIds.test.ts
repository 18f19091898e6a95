import fc from "fast-check";
import { RecentIds } from "../../../../provider/core/http/recentIds";

const REMEMBERED = 8192;
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, at) => `job-${from + at}`);

describe("RecentIds", () => {
  test("knows an identifier until as many others as it remembers have come", () => {
    const recent = new RecentIds();
    expect(recent.add("first")).toBe(true);
    expect(numbered(0, REMEMBERED - 1).filter((id) => !recent.add(id))).toEqual([]);
    expect(recent.add("first")).toBe(false);
    expect(recent.add("one more")).toBe(true);
    expect(recent.add("first")).toBe(true);
  });

  test("knows each of those it remembers, and none of those before, however many have come", () => {
    const recent = new RecentIds();
    const all = numbered(0, 5 * REMEMBERED + 17);
    expect(all.filter((id) => !recent.add(id))).toEqual([]);
    expect(all.slice(-REMEMBERED).filter((id) => recent.add(id))).toEqual([]);
    // Each of these is new again, and makes another one forgotten.
    expect(all.slice(0, REMEMBERED).filter((id) => !recent.add(id))).toEqual([]);
    expect(all.slice(0, REMEMBERED).filter((id) => recent.add(id))).toEqual([]);
  });

  test("tells identifiers apart whose hashes are the same", () => {
    // Two letters, each pair of which has the hash of the other: so have all words made of them.
    const words = Array.from({ length: 256 }, (_, bits) =>
      [...bits.toString(2).padStart(8, "0")].map((bit) => (bit === "0" ? "Aa" : "BB")).join(""),
    );
    const recent = new RecentIds();
    expect(words.filter((id) => !recent.add(id))).toEqual([]);
    expect(words.filter((id) => recent.add(id))).toEqual([]);
  });

  test("is a set of all that came, as long as these are few", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom("", "Aa", "BB", "7"), fc.string({ unit: "grapheme" }))), (ids) => {
        const recent = new RecentIds();
        const all = new Set<string>();
        for (const id of ids) {
          expect(recent.add(id)).toBe(!all.has(id));
          all.add(id);
        }
      }),
    );
  });
});
