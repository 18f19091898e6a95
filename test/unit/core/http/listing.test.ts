import type { JsonObject } from "../../../../provider/core/json/json";
import { iterateJobs, listPage } from "../../../../provider/core/http/listing";
import { clientOf, closeAll, errorOf, reply, serve, type Reply } from "./client.server";
import { happens } from "../../../support/ownTimers";

afterEach(closeAll);

const endpoint = { organizationName: "acme", inferenceEndpointName: "llm" };
const job = (id: number | string): JsonObject => ({ id: `job-${id}` });
const jobs = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => job(from + at));

/** Answers page by page; `pageOf` gives the items and the total of a page of this size. */
const paged =
  (
    pageOf: (page: number, size: number) => { items: JsonObject[]; total: number; page?: number; size?: number },
  ): Reply =>
  (response, before, seen) => {
    const query = new URL(seen.url, "http://x").searchParams;
    const page = Number(query.get("page") ?? 1);
    const size = Number(query.get("page_size") ?? 10);
    const { items, total, ...said } = pageOf(page, size);
    const wrapper = { items, page: said.page ?? page, page_size: said.size ?? size, total_size: total };
    reply(200, wrapper)(response, before, seen);
  };

/** A listing of so many jobs that stays as it is. */
const steady = (total: number) =>
  paged((page, size) => ({ items: jobs((page - 1) * size + 1, Math.min(total, page * size)), total }));

/** Pages as listed, whatever size is asked for; `total` is said on each. */
const fixed = (size: number, total: number, ...pages: JsonObject[][]) =>
  paged((page) => ({ items: pages[page - 1] ?? [], total, size }));

async function collect(reading: AsyncIterable<JsonObject>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { id } of reading) {
    ids.push(id);
  }
  return ids;
}

const ids = (items: JsonObject[]) => items.map(({ id }) => id);
const pagesOf = (seen: { url: string }[]) =>
  seen.map(({ url }) => Number(new URL(url, "http://x").searchParams.get("page")));
/** The pages that an iteration has asked for, which ends before the 99th. */
const pagesRead = (seen: { url: string }[]) => pagesOf(seen).filter((page) => page !== 99);

describe("listPage", () => {
  test("gives the page as the service wrote it", async () => {
    const { url, seen } = await serve(steady(25));
    const page = await listPage(clientOf(url), { ...endpoint, page: 3, pageSize: 10 });
    expect(page).toEqual({ items: jobs(21, 25), page: 3, pageSize: 10, totalSize: 25 });
    expect(seen[0]?.url).toBe("/organizations/acme/inference-endpoints/llm/jobs?page=3&page_size=10");
  });

  test("asks for nothing that was not asked of it", async () => {
    const { url, seen } = await serve(steady(3));
    await listPage(clientOf(url), endpoint);
    expect(seen[0]?.url).toBe("/organizations/acme/inference-endpoints/llm/jobs");
  });

  test.each<[string, object, object, object]>([
    ["are said: what the service says", { page: 4, pageSize: 7 }, { page: 3, page_size: 5 }, { page: 3, pageSize: 5 }],
    ["are missing: what was asked for", { page: 4, pageSize: 7 }, {}, { page: 4, pageSize: 7 }],
    ["are null, and were not asked for", {}, { page: null, page_size: null }, { page: 1, pageSize: 2 }],
    ["are nonsense", {}, { page: "x", page_size: -1 }, { page: 1, pageSize: 2 }],
    ["are 0", { page: 4, pageSize: 7 }, { page: 0, page_size: 0 }, { page: 4, pageSize: 7 }],
    ["are no whole numbers", { page: 4, pageSize: 7 }, { page: 1.5, page_size: 2.5 }, { page: 4, pageSize: 7 }],
  ])("where page and page_size %s", async (_, args, said, expected) => {
    const { url } = await serve(reply(200, { items: jobs(1, 2), total_size: 9, ...said }));
    const page = await listPage(clientOf(url), { ...endpoint, ...args });
    expect(page).toEqual({ items: jobs(1, 2), totalSize: 9, ...expected });
  });

  test.each<[unknown, RegExp]>([
    [[], /it is not an object/],
    ["text", /it is not an object/],
    [{ total_size: 1 }, /items is not an array of objects/],
    [{ items: { 0: {} }, total_size: 1 }, /items is not an array of objects/],
    [{ items: [1], total_size: 1 }, /items is not an array of objects/],
    [{ items: [] }, /total_size is not a whole number/],
    [{ items: [], total_size: -1 }, /total_size is not/],
    [{ items: [], total_size: "7" }, /total_size is not/],
  ])("refuses the answer %j", async (body, expected) => {
    const { url } = await serve(reply(200, JSON.stringify(body)));
    const error = await errorOf(listPage(clientOf(url), endpoint));
    expect(error.status).toBe(200);
    expect(error.message).toMatch(
      /^list jobs of inference endpoint acme\/llm: 200 OK, but the response is not a page of jobs: /,
    );
    expect(error.message).toMatch(expected);
  });
});

describe("iterateJobs", () => {
  test.each<[string, number, { page?: number; pageSize?: number; maxItems?: number }, number, number[]]>([
    ["an empty listing", 0, {}, 0, [1]],
    ["one page", 100, {}, 100, [1]],
    ["a job more than a page", 101, {}, 101, [1, 2]],
    ["pages of a size of their own", 25, { pageSize: 10 }, 25, [1, 2, 3]],
    ["from a later page on", 25, { pageSize: 10, page: 2 }, 15, [2, 3]],
    ["from a page beyond the end", 25, { pageSize: 10, page: 9 }, 0, [9]],
    ["at most so many jobs, without a page too many", 50, { pageSize: 10, maxItems: 20 }, 20, [1, 2]],
    ["at most so many jobs, in the middle of a page", 50, { pageSize: 10, maxItems: 11 }, 11, [1, 2]],
    ["at most more jobs than there are", 5, { maxItems: 1000 }, 5, [1]],
  ])("gives %s", async (_, total, args, expected, pages) => {
    const { url, seen } = await serve(steady(total));
    const given = await collect(iterateJobs(clientOf(url), { ...endpoint, ...args }));
    const first = ((args.page ?? 1) - 1) * (args.pageSize ?? 0) + 1;
    expect(given).toEqual(ids(jobs(first, first + expected - 1)));
    expect(pagesOf(seen)).toEqual(pages);
  });

  test.each([
    ["the end of a page", 20],
    ["the middle of one", 15],
  ])("where maxItems is reached at %s, the next page is not even begun", async (_, maxItems) => {
    const { url } = await serve(steady(50));
    const client = clientOf(url);
    const send = jest.fn((...args: Parameters<typeof client.send>) => client.send(...args));
    const listing = { ...endpoint, pageSize: 10, maxItems };
    expect(await collect(iterateJobs({ send }, listing))).toEqual(ids(jobs(1, maxItems)));
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("asks for pages of 100 whatever maxItems is, so that a page always means the same jobs", async () => {
    const { url, seen } = await serve(steady(300));
    expect(await collect(iterateJobs(clientOf(url), { ...endpoint, page: 3, maxItems: 5 }))).toEqual(
      ids(jobs(201, 205)),
    );
    expect(await collect(iterateJobs(clientOf(url), { ...endpoint, page: 3 }))).toEqual(ids(jobs(201, 300)));
    expect(seen.map((one) => one.url.split("?")[1])).toEqual(["page=3&page_size=100", "page=3&page_size=100"]);
  });

  test("sends nothing before the first step", async () => {
    const { url, seen } = await serve(steady(3));
    const client = clientOf(url);
    const reading = iterateJobs(client, endpoint);
    await listPage(client, { ...endpoint, page: 7 });
    expect(pagesOf(seen)).toEqual([7]);
    await reading.next();
    expect(pagesOf(seen)).toEqual([7, 1]);
  });

  test.each<[string, Reply, JsonObject[]]>([
    ["an empty page in the middle", fixed(2, 5, jobs(1, 2), [], jobs(5, 5)), [...jobs(1, 2), ...jobs(5, 5)]],
    ["a short page in the middle", fixed(2, 6, jobs(1, 2), jobs(3, 3), jobs(5, 6)), [...jobs(1, 3), ...jobs(5, 6)]],
    ["an empty first page", fixed(2, 4, [], jobs(3, 4)), jobs(3, 4)],
    ["a page size that is said too large", fixed(100, 4, jobs(1, 2), jobs(3, 4)), jobs(1, 4)],
    ["jobs that moved to the next page", fixed(2, 5, jobs(1, 2), jobs(2, 3), jobs(3, 4)), jobs(1, 4)],
    [
      "jobs without an identifier, given as often as they come",
      fixed(1, 2, [{ a: 1 }], [{ a: 1 }]),
      [{ a: 1 }, { a: 1 }],
    ],
  ])("goes on over %s", async (_, answer, expected) => {
    const { url } = await serve(answer);
    expect(await collect(iterateJobs(clientOf(url), { ...endpoint, pageSize: 2 }))).toEqual(ids(expected));
  });

  test("counts the jobs of short pages from a later page on, too", async () => {
    const { url, seen } = await serve(fixed(2, 6, [], jobs(3, 3), jobs(5, 5), jobs(6, 6)));
    const given = await collect(iterateJobs(clientOf(url), { ...endpoint, page: 2, pageSize: 2 }));
    expect(given).toEqual(ids([...jobs(3, 3), ...jobs(5, 6)]));
    expect(pagesOf(seen)).toEqual([2, 3, 4, 5]);
  });

  test("asks for no page too many where the page size is said too small", async () => {
    const { url, seen } = await serve(fixed(1, 4, jobs(1, 2), jobs(3, 4)));
    expect(await collect(iterateJobs(clientOf(url), { ...endpoint, pageSize: 2 }))).toEqual(ids(jobs(1, 4)));
    expect(pagesOf(seen)).toEqual([1, 2]);
  });

  test("gives no job twice when new ones come in front while it reads", async () => {
    let added = 0;
    const { url } = await serve(
      paged((page, size) => {
        const all = [...jobs(1000, 999 + added).reverse(), ...jobs(1, 50)];
        added += 3;
        return { items: all.slice((page - 1) * size, page * size), total: all.length };
      }),
    );
    const given = await collect(iterateJobs(clientOf(url), { ...endpoint, pageSize: 10 }));
    expect(given).toEqual(ids(jobs(1, 50)));
  });

  test("stops where the listing shrank: a service that gives its last page instead is understood", async () => {
    const { url, seen } = await serve(
      paged((page) => (page === 1 ? { items: jobs(1, 2), total: 6 } : { items: jobs(1, 2), total: 2, page: 1 })),
    );
    expect(await collect(iterateJobs(clientOf(url), { ...endpoint, pageSize: 2 }))).toEqual(ids(jobs(1, 2)));
    expect(pagesOf(seen)).toEqual([1, 2]);
  });

  test.each<[string, Reply, RegExp, number]>([
    [
      "pages bring only known jobs",
      paged((page) => ({ items: jobs(1, 2), total: 1_000_000, page })),
      /50 pages in a row brought no new job/,
      2,
    ],
    ["pages stay empty", paged(() => ({ items: [], total: 2_147_483_647 })), /50 pages in a row/, 0],
    [
      "it grows with each page",
      paged((page, size) => ({ items: jobs((page - 1) * size + 1, page * size), total: (page + 1) * size })),
      /beyond twice the pages that there were at first; total_size is 110 now/,
      106,
    ],
    [
      "it gives the first page again and again",
      paged(() => ({ items: jobs(1, 2), total: 9, page: 1 })),
      /page 1 came where page 2 was asked for/,
      2,
    ],
  ])("is an error when %s", async (_, answer, expected, before) => {
    const { url } = await serve(answer);
    const given: unknown[] = [];
    const reading = (async () => {
      for await (const { id } of iterateJobs(clientOf(url), { ...endpoint, pageSize: 2 })) {
        given.push(id);
      }
    })();
    const { message } = await errorOf(reading);
    expect(message).toMatch(/^list jobs of inference endpoint acme\/llm: the listing does not end: /);
    expect(message).toMatch(expected);
    expect(given).toHaveLength(before);
  });

  test("gives the jobs of the pages before an error first", async () => {
    const { url } = await serve(steady(30), reply(404, { message: "gone" }));
    const given: unknown[] = [];
    const reading = (async () => {
      for await (const { id } of iterateJobs(clientOf(url), { ...endpoint, pageSize: 10 })) {
        given.push(id);
      }
    })();
    expect((await errorOf(reading)).message).toContain("404 Not Found: gone");
    expect(given).toEqual(ids(jobs(1, 10)));
  });

  test("reads exactly one page ahead, however slow its consumer", async () => {
    const { url, seen } = await serve(steady(50));
    const client = clientOf(url);
    const reading = iterateJobs(client, { ...endpoint, pageSize: 10 });
    for (let taken = 1; taken <= 50; taken++) {
      await reading.next();
      if (taken % 10 === 1) {
        const ahead = Math.min(5, Math.ceil(taken / 10) + 1);
        await happens(() => pagesRead(seen).length >= ahead);
        // What would have been sent by now comes before this one, and its response before that of this one.
        await listPage(client, { ...endpoint, page: 99 });
        expect(pagesRead(seen)).toHaveLength(ahead);
      }
    }
    expect(await reading.next()).toEqual({ done: true, value: undefined });
  });

  describe("that is left early", () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown) => rejections.push(reason);
    beforeAll(() => process.on("unhandledRejection", note));
    afterAll(() => process.off("unhandledRejection", note));

    test("by break cancels the request under way, and leaves no rejection behind", async () => {
      let closed = 0;
      const { url, seen } = await serve(steady(30), (response) => response.on("close", () => closed++));
      const client = clientOf(url, { requestTimeoutSeconds: 600 });
      for await (const { id } of iterateJobs(client, { ...endpoint, pageSize: 10 })) {
        expect(id).toBe("job-1");
        await happens(() => seen.length === 2);
        break;
      }
      await happens(() => closed === 1);
      await listPage(clientOf((await serve(steady(3))).url), endpoint);
      expect(rejections).toEqual([]);
    });

    test("when the page ahead has failed already does not tell of it", async () => {
      const { url, seen } = await serve(steady(30), reply(404));
      const client = clientOf(url);
      for await (const _ of iterateJobs(client, { ...endpoint, pageSize: 10 })) {
        await happens(() => seen.length === 2);
        await errorOf(listPage(client, endpoint));
        break;
      }
      await errorOf(listPage(client, endpoint));
      expect(rejections).toEqual([]);
    });
  });
});
