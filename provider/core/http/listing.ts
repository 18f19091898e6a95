import type { Client } from "./client";
import { ServiceError } from "./errors";
import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { renderRequest, type RenderedRequest } from "./operations";
import { statusLine } from "./errorBody";

/** One page of an inference endpoint's jobs. */
export interface JobPage {
  /** The jobs in wire form. */
  items: JsonObject[];
  /** The number of the page, from 1. Where the service does not say, it is the page that was asked for. */
  page: number;
  /** Where the service does not say, it is the size that was asked for, otherwise the number of items. */
  pageSize: number;
  /** How many jobs all pages have, as the service counts them. */
  totalSize: number;
}

/** Which jobs to list. */
export interface JobListing {
  organizationName: string;
  inferenceEndpointName: string;
  /** The number of the page, from 1 to 2147483647. By default the service chooses. */
  page?: number;
  /** The size of a page, from 1 to 100. By default the service chooses, and an iteration takes 100. */
  pageSize?: number;
}

type Sender = Pick<Client, "send">;

/**
 * Lists one page of jobs.
 *
 * @throws ServiceError when the request fails, or the response is not a page of jobs: `items` must be an array of objects, and
 *   `total_size` a count.
 */
export async function listPage(client: Sender, listing: JobListing, signal?: AbortSignal): Promise<JobPage> {
  const { page, pageSize } = listing;
  const request = requestFor(listing, { page, pageSize });
  const { status, body } = await client.send(request, { signal });
  const unusable = (reason: string) =>
    listingError(request, `${statusLine(status)}, but the response is not a page of jobs: ${reason}`, status);
  if (!isJsonObject(body)) {
    throw unusable("it is not an object");
  }
  const { items, total_size: totalSize } = body;
  if (!Array.isArray(items) || !items.every(isJsonObject)) {
    throw unusable("items is not an array of objects");
  }
  if (!isCount(totalSize)) {
    throw unusable("total_size is not a whole number");
  }
  return {
    items,
    page: isCount(body["page"]) && body["page"] > 0 ? body["page"] : (page ?? 1),
    pageSize: isCount(body["page_size"]) && body["page_size"] > 0 ? body["page_size"] : (pageSize ?? items.length),
    totalSize,
  };
}

function requestFor(
  { organizationName, inferenceEndpointName }: JobListing,
  query?: Record<string, number | undefined>,
): RenderedRequest {
  return renderRequest("listInferenceEndpointJobs", { organizationName, inferenceEndpointName }, { query });
}

function listingError({ operation, objectPath }: RenderedRequest, summary: string, status: number): ServiceError {
  return new ServiceError(`${operation.title} ${objectPath}: ${summary}.`, { summary, status });
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The size of an iteration's pages. It does not depend on `maxItems`, so `page` always means the same jobs. */
const PAGE_SIZE = 100;

/**
 * Iterates over the jobs of all pages in wire form, from `page` (1 by default) on, and gives at most `maxItems` of them. While
 * the jobs of one page are consumed, the next page is read, and no other. The `total_size` of the latest page says where the
 * listing ends. An empty or a short page does not end it.
 *
 * A job is not given again while its identifier is among the last 8,192 that were given. So up to 8,192 jobs may be added in
 * front between two pages, and none is given twice. Jobs without an identifier are all given. The order is the service's. Leaving
 * the loop early cancels the request under way.
 *
 * @throws ServiceError as `listPage` does, and when the listing does not end. The jobs of the pages before the error are given
 *   first.
 */
export async function* iterateJobs(
  client: Sender,
  listing: JobListing & { maxItems?: number },
): AsyncGenerator<JsonObject, void, undefined> {
  let left = listing.maxItems ?? Infinity;
  const given = new RecentIds();
  const guard = new PaginationGuard();
  for await (const page of readPages(client, listing, (size) => left > size)) {
    const jobs = page.items.filter(({ id }) => typeof id !== "string" || given.add(id)).slice(0, left);
    if (guard.isEndless(page, jobs.length)) {
      const summary =
        `the listing does not end: ${MAX_FRUITLESS_PAGES} pages in a row brought no new job, ` +
        `or came after twice the jobs that there were at first; total_size is ${page.totalSize} now`;
      throw listingError(requestFor(listing), summary, 200);
    }
    left -= jobs.length;
    yield* jobs;
    if (left === 0) {
      return;
    }
  }
}

/** Reads page after page. Before it gives a page it asks for the next one, if more jobs than those of the page are wanted. */
async function* readPages(
  client: Sender,
  listing: JobListing,
  wantsMoreThan: (jobs: number) => boolean,
): AsyncGenerator<JobPage, void, undefined> {
  const { page: first = 1, pageSize = PAGE_SIZE } = listing;
  const stop = new AbortController();
  const read = (page: number) => {
    const reading = listPage(client, { ...listing, page, pageSize }, stop.signal);
    // Node must not report the error of a page that is read ahead: it is thrown later, or the consumer has stopped by then.
    reading.catch(() => undefined);
    return reading;
  };
  try {
    let received = 0;
    let next: Promise<JobPage> | undefined;
    for (let number = first; ; number++) {
      const page = await (next ?? read(number));
      next = undefined;
      received += page.items.length;
      const size = Math.max(page.pageSize, page.items.length);
      // The pages may be shorter than the service says, so the jobs are counted too.
      const isMore =
        number * size < page.totalSize || (page.items.length > 0 && (first - 1) * size + received < page.totalSize);
      if (isMore && page.page !== number) {
        const summary = `the listing does not end: page ${page.page} came where page ${number} was asked for`;
        throw listingError(requestFor(listing), summary, 200);
      }
      if (isMore && wantsMoreThan(page.items.length)) {
        next = read(number + 1);
      }
      yield page;
      if (!isMore) {
        return;
      }
    }
  } finally {
    stop.abort();
  }
}

/** Remembers the latest 8,192 identifiers or more, but never more than twice as many. */
class RecentIds {
  static readonly #MAX_GENERATION = 8192;
  #older = new Set<string>();
  #newer = new Set<string>();

  /** Adds an identifier. Returns false if it was remembered already. */
  add(id: string): boolean {
    if (this.#newer.has(id) || this.#older.has(id)) {
      return false;
    }
    if (this.#newer.size === RecentIds.#MAX_GENERATION) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(id);
    return true;
  }
}

/** After so many fruitless pages in a row a listing is endless. */
const MAX_FRUITLESS_PAGES = 50;

/**
 * Counts fruitless pages: those without a new job, and those after twice the jobs that the listing had at first. A listing may
 * grow while it is read, but not without an end.
 */
class PaginationGuard {
  #expectedJobs: number | undefined;
  #fruitlessPages = 0;

  /** Returns whether the listing is endless, after a page with so many new jobs. */
  isEndless({ totalSize }: JobPage, newJobs: number): boolean {
    this.#expectedJobs = (this.#expectedJobs ?? 2 * totalSize) - newJobs;
    this.#fruitlessPages = newJobs > 0 && this.#expectedJobs >= 0 ? 0 : this.#fruitlessPages + 1;
    return this.#fruitlessPages >= MAX_FRUITLESS_PAGES;
  }
}
