import type { Client } from "../../../../provider/core/http/client";
import { iterateJobs } from "../../../../provider/core/http/listing";
import type { JsonObject } from "../../../../provider/core/json/json";
import { errorOf } from "./client.server";

const SIZE = 100;

/** Iterates over a listing whose pages of 100 are made when they are asked for, without a service. */
function iterate(totalSize: number, pageOf: (page: number) => JsonObject[]) {
  const asked: number[] = [];
  const send: Client["send"] = ({ path }) => {
    const page = Number(new URL(path, "http://x").searchParams.get("page"));
    asked.push(page);
    return Promise.resolve({
      status: 200,
      body: { items: pageOf(page), page, page_size: SIZE, total_size: totalSize },
    });
  };
  const given: unknown[] = [];
  const done = (async () => {
    for await (const { id } of iterateJobs({ send }, { organizationName: "acme", inferenceEndpointName: "llm" })) {
      given.push(id);
    }
  })();
  return { asked, given, done };
}

/** The jobs of a page of a listing that is long enough: job 1 is the first. */
const numbered = (page: number) => Array.from({ length: SIZE }, (_, at) => ({ id: (page - 1) * SIZE + at + 1 + "" }));

describe("the identifiers that are remembered", () => {
  test.each([
    // Page 164 ends with the 16,384th new job: with it two generations of 8,192 are full.
    ["8,192 jobs before", 200, (last: number) => last - 8192, false],
    ["on the page before", 3, (last: number) => last - SIZE, false],
    ["more than twice as many before", 200, (last: number) => last - 2 * 8192, true],
  ])("one that was given %s is given again: %4$s", async (_, page, earlier, again) => {
    const repeated = `${earlier((page - 1) * SIZE)}`;
    const { given, done } = iterate(page * SIZE, (at) =>
      at === page ? [{ id: repeated }, ...numbered(at).slice(1)] : numbered(at),
    );
    await done;
    expect(given.filter((id) => id === repeated)).toHaveLength(again ? 2 : 1);
    expect(new Set(given).size).toBe(page * SIZE - 1);
  });
});

describe("a listing that does not end", () => {
  // The next page is asked for before one is looked at.
  test("is left after 50 pages in a row without a new job", async () => {
    const { asked, given, done } = iterate(1_000_000, (page) => numbered(page <= 2 ? page : 1));
    expect((await errorOf(done)).message).toContain("50 pages in a row brought no new job");
    expect(given).toHaveLength(2 * SIZE);
    expect(asked).toHaveLength(2 + 50 + 1);
  });

  test("goes on over 49 of them, again and again", async () => {
    const pages = 202;
    const { asked, given, done } = iterate(pages * SIZE, (page) => numbered(page % 50 === 1 ? page : 1));
    await done;
    expect(asked).toHaveLength(pages);
    expect(given).toHaveLength(5 * SIZE);
  });
});
