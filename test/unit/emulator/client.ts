import { request } from "undici";
import { startEmulator, type Emulator, type EmulatorOptions, type JsonObject, type JsonValue } from "../../../emulator";

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

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: JsonObject;
}

export interface Sent {
  key?: string | null;
  keyHeader?: string;
  contentType?: string | null;
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
  emulator: Emulator,
  method: "GET" | "PATCH" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  { key = emulator.apiKey, keyHeader = "Service-Api-Key", contentType }: Sent = {},
): Promise<Answered> {
  const type = contentType ?? (method === "PATCH" ? "application/merge-patch+json" : "application/json");
  const answer = await request(emulator.url + path, {
    method,
    headers: {
      ...(key === null ? {} : { [keyHeader]: key }),
      ...(body === undefined || contentType === null ? {} : { "content-type": type }),
    },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  let json: JsonValue = {};
  try {
    json = JSON.parse(text) as JsonValue;
  } catch {
    // Some faults answer something else: such tests look at the text.
  }
  return { status: answer.statusCode, headers: answer.headers, text, json: json as JsonObject };
}

/** The pointers of a 400's violations. */
export function pointers(answer: Answered): string[] {
  return ((answer.json["errors"] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer);
}
