import type { Client } from "../../../../provider/core/http/client";
import type { ServiceError } from "../../../../provider/core/http/errors";
import { iterateJobs, listPage } from "../../../../provider/core/http/listing";
import type { Json, JsonObject } from "../../../../common/json";
import { errorOf, settle } from "./service";

const endpoint = { organizationName: "acme", inferenceEndpointName: "llm" };

const jobs = (from: number, to: number): JsonObject[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ id: `job-${from + at}` }));
const ids = (items: JsonObject[]) => items.map(({ id }) => id);

/** What sends requests to a service without a network: each page is made when it is asked for. */
function senderTo(bodyOf: (page: number, size: number) => Json | Promise<Json>) {
  const asked: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const send: Client["send"] = async ({ path }, { signal } = {}) => {
    const url = new URL(path, "http://x");
    asked.push(url.search.slice(1));
    signals.push(signal);
    const body = await bodyOf(Number(url.searchParams.get("page")), Number(url.searchParams.get("page_size")));
    return { status: 200, body };
  };
  const pages = () => asked.map((query) => Number(new URLSearchParams(query).get("page")));
  return { send, asked, signals, pages };
}

const body = (items: JsonObject[], total: number, page: number, size: number) => ({
  items,
  page,
  page_size: size,
  total_size: total,
});

/** A listing of so many jobs that stays as it is. */
const steady = (total: number) =>
  senderTo((page, size) => body(jobs((page - 1) * size + 1, Math.min(total, page * size)), total, page, size));

/** Pages as listed, whatever size is asked for; each says the same size and total. */
const fixed = (size: number, total: number, ...pages: JsonObject[][]) =>
  senderTo((page) => body(pages[page - 1] ?? [], total, page, size));

/** The identifiers of the jobs that an iteration gives, and its error. */
async function iterate(sender: ReturnType<typeof senderTo>, listing: { [key: string]: number } = {}) {
  const given: unknown[] = [];
  try {
    for await (const { id } of iterateJobs(sender, { ...endpoint, ...listing })) {
      given.push(id);
    }
  } catch (error) {
    return { given, error: error as ServiceError };
  }
  return { given };
}

describe("listPage", () => {
  test("gives the page as the service wrote it, and asks for what was asked of it alone", async () => {
    const sender = steady(25);
    const stop = new AbortController();
    const page = await listPage(sender, { ...endpoint, page: 3, pageSize: 10 }, stop.signal);
    expect(page).toEqual({ items: jobs(21, 25), page: 3, pageSize: 10, totalSize: 25 });
    await listPage(sender, endpoint);
    expect(sender.asked).toEqual(["page=3&page_size=10", ""]);
    expect(sender.signals).toEqual([stop.signal, undefined]);
  });

  // prettier-ignore
  test.each<[string, object, JsonObject, object]>([
    ["are said: what the service says", { page: 4, pageSize: 7 }, { page: 3, page_size: 5 }, { page: 3, pageSize: 5 }],
    ["are missing: what was asked for", { page: 4, pageSize: 7 }, {}, { page: 4, pageSize: 7 }],
    ["are null, and were not asked for", {}, { page: null, page_size: null }, { page: 1, pageSize: 2 }],
    ["are 0", { page: 4, pageSize: 7 }, { page: 0, page_size: 0 }, { page: 4, pageSize: 7 }],
    ["are no whole numbers", { page: 4, pageSize: 7 }, { page: 1.5, page_size: 2.5 }, { page: 4, pageSize: 7 }],
  ])("where page and page_size %s", async (_, args, said, expected) => {
    const sender = senderTo(() => ({ items: jobs(1, 2), total_size: 9, ...said }));
    const page = await listPage(sender, { ...endpoint, ...args });
    expect(page).toEqual({ items: jobs(1, 2), totalSize: 9, ...expected });
  });

  test.each<[Json, string]>([
    [[], "it is not an object"],
    ["text", "it is not an object"],
    [{ total_size: 1 }, "items is not an array of objects"],
    [{ items: { 0: {} }, total_size: 1 }, "items is not an array of objects"],
    [{ items: [1], total_size: 1 }, "items is not an array of objects"],
    [{ items: [] }, "total_size is not a whole number"],
    [{ items: [], total_size: -1 }, "total_size is not a whole number"],
    [{ items: [], total_size: "7" }, "total_size is not a whole number"],
  ])("refuses the response %j", async (received, reason) => {
    const error = await errorOf(
      listPage(
        senderTo(() => received),
        endpoint,
      ),
    );
    expect(error.status).toBe(200);
    const problem = `200 OK, but the response is not a page of jobs: ${reason}`;
    expect(error.message).toBe(`list jobs of inference endpoint acme/llm: ${problem}.`);
    expect(error.summary).toBe(problem);
  });
});

describe("iterateJobs", () => {
  // prettier-ignore
  test.each<[string, number, { page?: number; pageSize?: number; maxItems?: number }, JsonObject[], number[]]>([
    ["an empty listing", 0, {}, [], [1]],
    ["one page", 100, {}, jobs(1, 100), [1]],
    ["a job more than a page", 101, {}, jobs(1, 101), [1, 2]],
    ["pages of a size of their own", 25, { pageSize: 10 }, jobs(1, 25), [1, 2, 3]],
    ["from a later page on", 25, { pageSize: 10, page: 2 }, jobs(11, 25), [2, 3]],
    ["from a page beyond the end", 25, { pageSize: 10, page: 9 }, [], [9]],
    ["at most so many jobs, without a page too many", 50, { pageSize: 10, maxItems: 20 }, jobs(1, 20), [1, 2]],
    ["at most so many jobs, in the middle of a page", 50, { pageSize: 10, maxItems: 11 }, jobs(1, 11), [1, 2]],
    ["pages of 100 whatever maxItems is, so that a page always means the same jobs", 300, { page: 3, maxItems: 5 }, jobs(201, 205), [3]],
  ])("gives %s", async (_, total, args, expected, pages) => {
    const sender = steady(total);
    expect(await iterate(sender, args)).toEqual({ given: ids(expected) });
    expect(sender.asked).toEqual(pages.map((page) => `page=${page}&page_size=${args.pageSize ?? 100}`));
  });

  // prettier-ignore
  test.each<[string, ReturnType<typeof senderTo>, JsonObject[], pages: number, page?: number]>([
    ["an empty page in the middle", fixed(2, 5, jobs(1, 2), [], jobs(5, 5)), [...jobs(1, 2), ...jobs(5, 5)], 4],
    ["a short page in the middle", fixed(2, 6, jobs(1, 2), jobs(3, 3), jobs(5, 6)), [...jobs(1, 3), ...jobs(5, 6)], 4],
    ["an empty first page", fixed(2, 4, [], jobs(3, 4)), jobs(3, 4), 3],
    ["a page size that is said too large", fixed(100, 4, jobs(1, 2), jobs(3, 4)), jobs(1, 4), 2],
    ["a hundred pages of a size that is said too large", fixed(100, 200, ...Array.from({ length: 100 }, (_, page) => jobs(2 * page + 1, 2 * page + 2))), jobs(1, 200), 100],
    ["a page size that is said too small", fixed(1, 4, jobs(1, 2), jobs(3, 4)), jobs(1, 4), 2],
    ["jobs that moved to the next page", fixed(2, 5, jobs(1, 2), jobs(2, 3), jobs(3, 4)), jobs(1, 4), 3],
    ["jobs without an identifier, given as often as they come", fixed(1, 2, [{ a: 1 }], [{ a: 1 }]), [{ a: 1 }, { a: 1 }], 2],
    ["short pages from a later page on", fixed(2, 6, [], jobs(3, 3), jobs(5, 5), jobs(6, 6)), [...jobs(3, 3), ...jobs(5, 6)], 4, 2],
  ])("goes on over %s", async (_, sender, expected, pages, page = 1) => {
    expect(await iterate(sender, { pageSize: 2, page })).toEqual({ given: ids(expected) });
    expect(sender.asked).toHaveLength(pages);
  });

  test("gives no job twice when new ones come in front while it reads", async () => {
    let added = 0;
    const sender = senderTo((page, size) => {
      const all = [...jobs(1000, 999 + added).reverse(), ...jobs(1, 50)];
      added += 3;
      return body(all.slice((page - 1) * size, page * size), all.length, page, size);
    });
    expect(await iterate(sender, { pageSize: 10 })).toEqual({ given: ids(jobs(1, 50)) });
  });

  test("stops where the listing shrank, and the service gives its last page instead", async () => {
    const sender = senderTo((page) => body(jobs(1, 2), page === 1 ? 6 : 2, 1, 2));
    expect(await iterate(sender, { pageSize: 2 })).toEqual({ given: ids(jobs(1, 2)) });
    expect(sender.pages()).toEqual([1, 2]);
  });

  const grows = senderTo((page, size) => body(jobs((page - 1) * size + 1, page * size), (page + 1) * size, page, size));
  /** The first two pages alone bring new jobs. */
  const repeats = senderTo((page, size) => {
    const first = page === 2 ? size + 1 : 1;
    return body(jobs(first, first + size - 1), 1_000_000, page, size);
  });

  // prettier-ignore
  test.each<[string, ReturnType<typeof senderTo>, string, given: number, pages: number]>([
    ["pages bring only known jobs", repeats, "50 pages in a row brought no new job, or .*; total_size is 1000000 now", 4, 2 + 50],
    ["pages stay empty", fixed(2, 2_147_483_647), "50 pages in a row brought no new job, or .*; total_size is 2147483647 now", 0, 50],
    ["it grows with each page", grows, "or came after twice the jobs that there were at first; total_size is 110 now", 106, 4 + 50],
    ["it gives the first page again and again", senderTo(() => body(jobs(1, 2), 9, 1, 2)), "page 1 came where page 2 was asked for", 2, 1],
  ])("is an error when %s", async (_, sender, reason, given, pages) => {
    const { error, ...before } = await iterate(sender, { pageSize: 2 });
    expect(error?.message).toMatch(
      new RegExp(`^list jobs of inference endpoint acme/llm: the listing does not end: .*${reason}\\.$`),
    );
    expect(error?.status).toBe(200);
    expect(before.given).toHaveLength(given);
    // The next page is asked for before one is looked at.
    expect(sender.asked).toHaveLength(pages + 1);
  });

  test("goes on over 49 pages in a row without a new job, again and again", async () => {
    const sender = senderTo((page, size) => {
      const first = page % 50 === 1 ? (page - 1) * size + 1 : 1;
      return body(jobs(first, first + size - 1), 202 * size, page, size);
    });
    expect((await iterate(sender)).given).toHaveLength(5 * 100);
    expect(sender.asked).toHaveLength(202);
  });

  // Page 164 ends with the 16,384th new job: with it two generations of 8,192 are full.
  test.each([
    ["8,192 jobs before", 200, 8192, false],
    ["on the page before", 3, 100, false],
    ["more than twice as many before", 200, 2 * 8192, true],
  ])("remembers identifiers: one that was given %s is given again: %4$s", async (_, last, before, again) => {
    const repeated = jobs((last - 1) * 100 - before, (last - 1) * 100 - before);
    const sender = senderTo((page, size) => {
      const items = jobs((page - 1) * size + 1, page * size);
      return body(page === last ? [...repeated, ...items.slice(1)] : items, last * size, page, size);
    });
    const { given } = await iterate(sender);
    expect(given.filter((id) => id === repeated[0]?.["id"])).toHaveLength(again ? 2 : 1);
    expect(new Set(given).size).toBe(last * 100 - 1);
  });

  test("gives the jobs of the pages before an error first", async () => {
    const sender = senderTo((page) => (page === 1 ? body(jobs(1, 10), 30, 1, 10) : Promise.reject(new Error("gone"))));
    expect(await iterate(sender, { pageSize: 10 })).toEqual({ given: ids(jobs(1, 10)), error: new Error("gone") });
  });

  test("sends nothing before the first step, and then reads exactly one page ahead, however slow its consumer", async () => {
    const sender = steady(50);
    const reading = iterateJobs(sender, { ...endpoint, pageSize: 10 });
    await settle();
    expect(sender.asked).toEqual([]);
    for (let taken = 1; taken <= 50; taken++) {
      await reading.next();
      await settle();
      expect(sender.asked).toHaveLength(Math.min(5, Math.ceil(taken / 10) + 1));
    }
    expect(await reading.next()).toEqual({ done: true, value: undefined });
  });

  describe("that is left early", () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown) => rejections.push(reason);
    beforeAll(() => process.on("unhandledRejection", note));
    afterAll(() => process.off("unhandledRejection", note));

    test.each<[string, () => Promise<Json>]>([
      ["cancels the request under way", () => new Promise(() => undefined)],
      ["leaves no rejection behind when the page ahead has failed", () => Promise.reject(new Error("gone"))],
    ])("%s", async (_, ahead) => {
      const sender = senderTo((page) => (page === 1 ? body(jobs(1, 10), 30, 1, 10) : ahead()));
      for await (const { id } of iterateJobs(sender, { ...endpoint, pageSize: 10 })) {
        expect(id).toBe("job-1");
        expect(sender.signals[1]?.aborted).toBe(false);
        await settle();
        break;
      }
      expect(sender.signals[1]?.aborted).toBe(true);
      await settle();
      expect(rejections).toEqual([]);
    });
  });
});
