import { readFileSync } from "node:fs";
import { getHeapStatistics } from "node:v8";

/** What one run through a listing came to. */
export interface ListingRun {
  jobs: number;
  milliseconds: number;
  /** The most memory that the process has had, in bytes. */
  peakMemory: number;
  /** The most of the heap that was in use, in bytes, looked at after every hundred jobs and in the end. */
  peakHeap: number;
}

/** Where the listing is, as the caller of the program says. */
export function service(): { url: string; apiKey: string; organizationName: string } {
  const { CONTAINERGROUPS_BASE_URL: url = "", CONTAINERGROUPS_API_KEY: apiKey = "" } = process.env;
  return { url, apiKey, organizationName: process.env["CONTAINERGROUPS_ORGANIZATION_NAME"] ?? "" };
}

export const ENDPOINT = "transcribe";

/**
 * Goes through all jobs, as a program does that looks at each, and prints what it came to as JSON. Time counts from the loop's
 * start, when everything is loaded.
 */
export async function runThrough(listing: AsyncIterable<{ id?: unknown }>): Promise<void> {
  const start = performance.now();
  let jobs = 0;
  let peakHeap = 0;
  const lookAtHeap = () => void (peakHeap = Math.max(peakHeap, getHeapStatistics().used_heap_size));
  for await (const job of listing) {
    if (typeof job.id !== "string") {
      throw new Error("a job has no id");
    }
    if (++jobs % 100 === 0) {
      lookAtHeap();
    }
  }
  const milliseconds = performance.now() - start;
  lookAtHeap();
  const run: ListingRun = { jobs, milliseconds, peakMemory: peakMemory(), peakHeap };
  console.log(JSON.stringify(run));
  // Connections are kept alive for a while, and the process with them.
  process.exit(0);
}

/** `maxRSS` begins with what the parent process had when it started this one, so the system's own mark is better where there is one. */
function peakMemory(): number {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (kilobytes !== undefined) {
      return Number(kilobytes) * 1024;
    }
  } catch {
    // No Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
