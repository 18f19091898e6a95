import { Client, type ClientContext } from "../../../../provider/core/http/client";
import type { ConnectionSettings } from "../../../../provider/core/http/connection";
import { ServiceError, type NextStep } from "../../../../provider/core/http/errors";
import { RequestGate, type Clock } from "../../../../provider/core/http/gate";
import { renderRequest } from "../../../../provider/core/http/operations";
import type { Attempt, sendOnce } from "../../../../provider/core/http/transport";

/** A clock on which time passes only while all wait: it jumps to the next wake, and writes down what each one slept. */
export function simulatedClock(random = 0.5): Clock & { slept: number[] } {
  const start = Date.parse("2026-01-01T00:00:00Z");
  let now = 0;
  let isJumping = false;
  const slept: number[] = [];
  const sleepers = new Map<() => void, number>();
  const jump = () => {
    isJumping = false;
    now = Math.min(...sleepers.values());
    [...sleepers].filter(([, wakeAt]) => wakeAt === now).forEach(([wake]) => wake());
    schedule();
  };
  const schedule = () => {
    if (!isJumping && sleepers.size > 0) {
      isJumping = true;
      setImmediate(jump);
    }
  };
  return {
    slept,
    now: () => now,
    date: () => start + now,
    random: () => random,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(wake);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        slept.push(milliseconds);
        sleepers.set(wake, now + milliseconds);
        signal?.addEventListener("abort", wake);
        schedule();
      }),
  };
}

/** Waits until all that can go on without time has done so. */
export const settle = () => new Promise(setImmediate);

export const KEY = "sk-very-secret-key";

export const settings: ConnectionSettings = {
  apiKey: KEY,
  baseUrl: "http://service.test",
  apiKeyHeader: "Service-Api-Key",
  requestTimeoutSeconds: 60,
  maxRetries: 4,
  maxConnections: 16,
};

export const nextStep: NextStep = (advice) => `Do: ${advice}.`;

type SendOnce = typeof sendOnce;

/** What an attempt brings, or a function that is called for it. */
export type Reply =
  Partial<Attempt> | ((...args: Parameters<SendOnce>) => Partial<Attempt> | Promise<Partial<Attempt>>);

/** A response with a status, a body (an object as JSON) and headers. */
export const reply = (status: number, body: unknown = "", headers: Attempt["headers"] = {}): Partial<Attempt> => ({
  status,
  headers,
  text: typeof body === "string" ? body : JSON.stringify(body),
});

/** A client that sends nothing: each attempt has its reply, and the last reply serves for all further ones. */
export function clientOf(replies: Reply[], over: Partial<ConnectionSettings> = {}, context: ClientContext = {}) {
  const sent: Parameters<SendOnce>[1][] = [];
  const scripted: SendOnce = async (dispatcher, request, limits) => {
    const one = replies[sent.length] ?? replies.at(-1);
    sent.push(request);
    return { headers: {}, ...(typeof one === "function" ? await one(dispatcher, request, limits) : one) };
  };
  const clock = simulatedClock();
  const gate = new RequestGate(context.clock ?? clock);
  const client = new Client(
    { ...settings, ...over },
    { clock, gate, env: {}, nextStep, sendOnce: scripted, ...context },
  );
  return { client, sent, clock };
}

export const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "llm",
};

export const patch = renderRequest("updateContainerGroup", names, { body: { replicas: 2 } });
export const post = renderRequest("createQueueJob", names, { body: { input: 1 } });
export const get = renderRequest("listInferenceEndpointJobs", names, { query: { page: 2, pageSize: 10 } });

/** The error of a request that must fail. */
export async function errorOf(sending: Promise<unknown>): Promise<ServiceError> {
  const outcome = await sending.then(
    (response) => new Error(`no error, but ${JSON.stringify(response)}`),
    (error: unknown) => error,
  );
  if (!(outcome instanceof ServiceError)) {
    throw outcome;
  }
  return outcome;
}
