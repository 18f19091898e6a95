import type { Client } from "../core/http/client";
import type { Advice } from "../core/http/failures";
import type { RenderedRequest } from "../core/http/operations";
import { nextStep } from "../settings/nextSteps";
import type { Settings } from "../settings/rules";

/** What only a program of Pulumi's can do about an error. */
const ENGINE_STEPS: { [A in Advice]?: string } = {
  authenticate: " Refresh and destroy use the key of the last `up`, unless run with `--run-program`.",
  checkJob:
    "Check whether the job exists. If it does, remove its QueueJob from the program before the next `pulumi up`, which would post it again.",
};

const engineStep = (advice: Advice, request: RenderedRequest): string =>
  nextStep(advice, request) + (ENGINE_STEPS[advice] ?? "");

/** The client for these settings. What it is made of is loaded with the first one: a preview makes no request and needs none. */
export function loadSharedClient(settings: Settings): Client {
  const { sharedClient } = require("../core/http/client") as typeof import("../core/http/client");
  return sharedClient(settings, { log: console.log, nextStep: engineStep });
}
