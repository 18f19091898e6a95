// What every Pulumi program has loaded, and the other subject too.
import "@pulumi/pulumi";
import { request } from "undici";
import { ENDPOINT, runThrough, service } from "./listingRun";

interface Page {
  items: { id: string }[];
  total_size: number;
}

const { url, apiKey, organizationName } = service();
const SIZE = 100;

async function read(page: number): Promise<Page> {
  const path = `/organizations/${organizationName}/inference-endpoints/${ENDPOINT}/jobs?page=${page}&page_size=${SIZE}`;
  const { statusCode, body } = await request(url + path, { headers: { "service-api-key": apiKey } });
  if (statusCode !== 200) {
    throw new Error(`page ${page}: status ${statusCode}`);
  }
  return (await body.json()) as Page;
}

/** The loop that one would write by hand: the next page is read ahead, and nothing is checked beyond the status. */
async function* bareJobs() {
  let next = read(1);
  for (let page = 1; ; page++) {
    const { items, total_size: total } = await next;
    const isLast = page * SIZE >= total;
    if (!isLast) {
      next = read(page + 1);
    }
    for (const job of items) {
      yield job;
    }
    if (isLast) {
      return;
    }
  }
}

void runThrough(bareJobs());
