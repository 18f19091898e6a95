import type { Client } from "./client";
import { ServiceError } from "./errors";
import type { Json, JsonObject } from "../json/json";
import { renderRequest, type RenderedRequest } from "./operations";
import { RecentIds } from "./recentIds";
import { statusLine } from "./status";

/** One page of an inference endpoint's jobs, section 2.13. */
export interface JobPage {
  /** The jobs in wire form. */
  items: JsonObject[];
  /** From 1; where the service does not say, the page that was asked for. */
  page: number;
  /** Where the service does not say, the size that was asked for, else the number of items. */
  pageSize: number;
  /** Jobs in all pages, as the service counts them. */
  totalSize: number;
}

/** Which page to list, section 4.2. */
export interface ListPageArgs {
  organizationName: string;
  inferenceEndpointName: string;
  /** From 1 to 2147483647; the service's default where absent. */
  page?: number;
  /** From 1 to 100; the service's default where absent. */
  pageSize?: number;
}

/** Which jobs to iterate over. */
export interface IterateArgs extends ListPageArgs {
  /** Stop after this many jobs: a whole number, 0 or more. Default: all. */
  maxItems?: number;
}

type Sender = Pick<Client, "send">;

const LARGEST_PAGE = 100;

/**
 * Lists one page of jobs, section 4.2.
 *
 * @throws ServiceError when the request fails, or its answer is no page of jobs (no array of objects as `items`, no count
 *   as `total_size`); Error when a name, the page or its size is out of range.
 */
export async function listPage(client: Sender, args: ListPageArgs, signal?: AbortSignal): Promise<JobPage> {
  const { organizationName, inferenceEndpointName, page, pageSize } = args;
  const request = renderRequest(
    "listInferenceEndpointJobs",
    { organizationName, inferenceEndpointName },
    { query: { page, pageSize } },
  );
  const { status, body } = await client.send(request, { signal });
  const unusable = (reason: string) =>
    errorAbout(request, `${statusLine(status)}, but the answer is not a page of jobs: ${reason}`, status);
  if (!isObject(body)) {
    throw unusable("it is not an object");
  }
  const { items, total_size: totalSize } = body;
  if (!Array.isArray(items) || !items.every(isObject)) {
    throw unusable("items is not an array of objects");
  }
  if (!isCount(totalSize)) {
    throw unusable("total_size is not a whole number");
  }
  return {
    items,
    page: isCount(body.page) && body.page > 0 ? body.page : (page ?? 1),
    pageSize: isCount(body.page_size) && body.page_size > 0 ? body.page_size : (pageSize ?? items.length),
    totalSize,
  };
}

function errorAbout({ operation, objectPath }: RenderedRequest, summary: string, status?: number): ServiceError {
  return new ServiceError(`${operation.title} ${objectPath}: ${summary}.`, { summary, status, attempts: 1 });
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** So many pages in a row without a job that was not given before: the listing does not end. */
const LONGEST_STANDSTILL = 50;

/**
 * A listing may grow while it is read, but not beyond this many times the pages that it had when reading began, and this
 * many pages more.
 */
const GROWTH = { factor: 2, pages: 100 };

/**
 * Iterates over the jobs of all pages, from `page` (default 1) on; `pageSize` is 100 by default. While the jobs of one page
 * are consumed the next one is read, never more. The end is where `total_size` of the latest page says, not where a page
 * is empty or short; only where no page has come full is the page size not believed, and reading goes on to an empty page.
 *
 * A job is not given again while its identifier is among the last 8,192 that were given: as many jobs may be added in front
 * between two pages. Jobs without an identifier are all given. The order is the service's.
 *
 * @throws ServiceError as `listPage` does, and when the listing does not end: 50 pages in a row bring no new job, it grows
 *   beyond twice its first number of pages and 100 more, or another page comes than was asked for. The jobs of the
 *   pages before the error are given first. Error at the first step when an argument is out of range.
 *
 * To end early (`break`, `return`) cancels the request under way.
 */
export function iteratePages(client: Sender, args: IterateArgs): AsyncGenerator<JsonObject[], void, undefined> {
  const stop = new AbortController();
  const pages = walk(client, args, stop);
  const finish = pages.return.bind(pages);
  // The generator itself sees a return only when it is not waiting for a page.
  pages.return = (value) => {
    stop.abort();
    return finish(value);
  };
  return pages;
}

async function* walk(
  client: Sender,
  args: IterateArgs,
  stop: AbortController,
): AsyncGenerator<JsonObject[], void, undefined> {
  let left = args.maxItems ?? Infinity;
  if (left !== Infinity && !isCount(left)) {
    throw new Error(`maxItems must be a whole number, 0 or more; it is ${left}.`);
  }
  if (left === 0) {
    return;
  }
  const pageSize = args.pageSize ?? Math.min(LARGEST_PAGE, left);
  const read = (page: number) => {
    const reading = listPage(client, { ...args, page, pageSize }, stop.signal);
    // Its error is told when its turn comes, or never, if the consumer stops before.
    reading.catch(() => undefined);
    return reading;
  };
  const course = new Course(args);
  const given = new RecentIds();
  try {
    let number = args.page ?? 1;
    let next = read(number);
    for (;;) {
      const page = await next;
      const more = course.goesOn(number, page);
      number++;
      // The next request leaves before this page's jobs are looked at, unless they may be all that is wanted.
      const ahead = more && left > page.items.length;
      if (ahead) {
        next = read(number);
      }
      const jobs = page.items.filter(({ id }) => typeof id !== "string" || given.add(id)).slice(0, left);
      course.gave(jobs.length);
      if (jobs.length > 0) {
        yield jobs;
      }
      left -= jobs.length;
      if (!more || left === 0) {
        return;
      }
      if (!ahead) {
        next = read(number);
      }
    }
  } catch (error) {
    if (!stop.signal.aborted) {
      throw error;
    }
  } finally {
    stop.abort();
  }
}

/** Follows how far a listing has been read, and whether it can come to an end. */
class Course {
  readonly #args: IterateArgs;
  #longest = 0;
  #received = 0;
  #standstill = 0;
  #read = 0;
  #allowed: number | undefined;

  constructor(args: IterateArgs) {
    this.#args = args;
  }

  /** Whether a page follows this one; throws where the listing does not end. */
  goesOn(number: number, { items, page, pageSize, totalSize }: JobPage): boolean {
    this.#longest = Math.max(this.#longest, items.length);
    this.#received += items.length;
    this.#read++;
    const size = Math.max(1, pageSize, items.length);
    const pages = Math.ceil(totalSize / size);
    this.#allowed ??= GROWTH.factor * Math.max(0, pages - number + 1) + GROWTH.pages;
    if (number >= pages) {
      const before = ((this.#args.page ?? 1) - 1) * size;
      const shortOfTotal = this.#longest < size && before + this.#received < totalSize;
      if (items.length === 0 || page !== number || !shortOfTotal) {
        return false;
      }
    }
    if (page !== number) {
      throw this.#endless(`page ${page} came where page ${number} was asked for`);
    }
    if (this.#read >= this.#allowed) {
      throw this.#endless(`after ${this.#read} pages total_size has grown to ${totalSize}`);
    }
    return true;
  }

  /** Notes how many new jobs the page brought; throws where it has been none for too long. */
  gave(fresh: number): void {
    this.#standstill = fresh > 0 ? 0 : this.#standstill + 1;
    if (this.#standstill >= LONGEST_STANDSTILL) {
      throw this.#endless(`${LONGEST_STANDSTILL} pages in a row brought no new job`);
    }
  }

  #endless(reason: string): ServiceError {
    const { organizationName, inferenceEndpointName } = this.#args;
    const request = renderRequest("listInferenceEndpointJobs", { organizationName, inferenceEndpointName });
    return errorAbout(request, `the listing does not end: ${reason}`, 200);
  }
}
