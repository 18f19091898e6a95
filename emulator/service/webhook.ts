import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { stringify } from "lossless-json";
import type { QueueJob } from "./queueJob";

/** What became of a job's webhook. It names neither the URL nor the payload: both may hold credentials. */
export interface WebhookCall {
  jobId: string;
  /** The status of the response; absent where there was none. */
  status?: number;
  /** Why there is none: it was not called, or nothing came back. */
  reason?: string;
}

const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Calls the webhooks of jobs that complete: once each, without a retry. The API shows neither method nor payload. */
export class Webhooks {
  #waiting = new AbortController();

  constructor(
    readonly allowRemote: boolean,
    readonly onCall: (call: WebhookCall) => void,
  ) {}

  /** Waits until the job has completed, and posts it to its webhook. Does nothing for a job without one. */
  async callOnCompletion(job: QueueJob, clock: () => number): Promise<void> {
    if (job.webhook === undefined) {
      return;
    }
    const { signal } = this.#waiting;
    // One listener a job that has not completed.
    setMaxListeners(0, signal);
    try {
      do {
        const untilNextStatus = (job.settlesAt(clock()) ?? 0) - clock();
        await sleep(Math.max(untilNextStatus, 10), undefined, { ref: false, signal });
      } while (job.status(clock()) !== "succeeded");
    } catch {
      // The job was forgotten.
      return;
    }
    const outcome = await this.#post(job.webhook, stringify(job.toResponse(clock())) as string, signal);
    if (!signal.aborted) {
      this.onCall({ jobId: job.id, ...outcome });
    }
  }

  async #post(url: string, body: string, cut: AbortSignal): Promise<Omit<WebhookCall, "jobId">> {
    if (!this.allowRemote && !LOOPBACK.test(new URL(url).hostname)) {
      return { reason: "not called, its host is not this machine" };
    }
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        // A redirect would lead away from this machine.
        redirect: "manual",
        signal: AbortSignal.any([cut, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      return { reason: `no response (${cause?.code ?? name})` };
    }
  }

  /** Ends calls that wait or are under way. */
  forget(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }
}
