import { request } from "undici";
import { startEmulator, type Emulator, type EmulatorOptions, type JsonObject } from "../../../emulator";

export const NAMES = ["acme", "vision", "web"] as const;
export const QUEUE_NAMES = ["acme", "vision", "renders"] as const;
export const GROUP_PATH = "/organizations/acme/projects/vision/containers/web";
export const QUEUE_PATH = "/organizations/acme/projects/vision/queues/renders";
export const JOBS_PATH = "/organizations/acme/inference-endpoints/transcribe/jobs";
export const IN_VISION = { organizationName: "acme", projectName: "vision" };

/** A clock that only tests move. */
export class Clock {
  time = Date.UTC(2026, 0, 1);
  readonly now = (): Date => new Date(this.time);
}

const running: Emulator[] = [];

/** An emulator with group `web`, queue `renders` and endpoint `transcribe`; closed by `closeAll`. */
export async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({
    groups: [{ ...IN_VISION, name: "web" }],
    queues: [{ ...IN_VISION, name: "renders", containerGroups: ["web"] }],
    endpoints: [{ organizationName: "acme", name: "transcribe" }],
    ...options,
  });
  running.push(emulator);
  return emulator;
}

export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
}

/** Sends one request; `body` is sent as it is when it is a string, else as JSON. */
export async function call(
  emulator: Pick<Emulator, "url" | "apiKey">,
  method: "GET" | "PATCH" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  {
    key = emulator.apiKey as string | null,
    keyHeader = "Service-Api-Key",
    contentType = undefined as string | null | undefined,
  } = {},
) {
  const type = contentType ?? (method === "PATCH" ? "application/merge-patch+json" : "application/json");
  const { statusCode, headers, ...response } = await request(emulator.url + path, {
    method,
    headers: {
      ...(key !== null && { [keyHeader]: key }),
      ...(body !== undefined && contentType !== null && { "content-type": type }),
    },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.body.text();
  // Some faults send something else: such tests look at the text.
  const isJson = /^[[{]/.test(text);
  return { status: statusCode, headers, text, json: (isJson ? JSON.parse(text) : {}) as JsonObject };
}

/** What a 400 says of each violation: its pointer and its rule. */
export function violations({ json }: { json: JsonObject }): string[] {
  const errors = (json["errors"] ?? []) as { pointer: string; detail: string }[];
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}
