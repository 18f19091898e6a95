import type { Client } from "../core/http/client";
import type { Advice } from "../core/http/failures";
import type { RenderedRequest } from "../core/http/operations";
import type { NextStep } from "../core/http/errors";
import { nextStep } from "../settings/nextSteps";
import type { Settings } from "../settings/rules";
import { UserError } from "./errors";

/** Next steps that only a Pulumi program can take. */
const ENGINE_STEPS: { [A in Advice]?: string } = {
  authenticate: "Refresh and destroy use the key of the last `up`, unless run with `--run-program`.",
  checkJob: "If it does, remove its QueueJob from the program before the next `pulumi up`, which would post it again.",
};

export const engineStep = (advice: Advice, request: RenderedRequest): string =>
  [nextStep(advice, request), ENGINE_STEPS[advice] ?? []].flat().join(" ");

/**
 * The client for these settings. Its modules are loaded with the first one, because a preview makes no request.
 *
 * @throws UserError when the environment's value for a proxy is not a URL
 */
export function loadSharedClient(settings: Settings, step: NextStep): Client {
  const { sharedClient } = require("../core/http/client") as typeof import("../core/http/client");
  try {
    return sharedClient(settings, { log: console.log, nextStep: step });
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}
