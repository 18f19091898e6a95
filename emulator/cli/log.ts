import { styleText } from "node:util";
import { stringify } from "lossless-json";
import type { RecordedRequest } from "../http/requestLog";
import type { WebhookCall } from "../service/webhook";
import { viewOf } from "../views/requestView";

/** The lines of the log: one for each request and each webhook, without line breaks in them, and with nothing secret. */
export interface Lines {
  request: (request: RecordedRequest) => string;
  webhook: (call: WebhookCall) => string;
}

type Colour = "dim" | "green" | "red" | "yellow" | "cyan" | "bold";

/** How much of a body a line for people has. */
const MOST_CHARACTERS = 2000;

/** Lines for people. */
export function textLines(inColour: boolean): Lines {
  const paint = (colour: Colour, text: string): string =>
    inColour ? styleText(colour, text, { validateStream: false }) : text;
  return {
    request: (request) => {
      const { time, method, path, status, duration_ms, body, bytes, fault, refusal } = viewOf(request);
      const shown =
        body === undefined ? bytes > 0 && `(${bytes} bytes that are not JSON)` : shortened(stringify(body) ?? "");
      const parts = [
        paint("dim", CLOCK.format(new Date(time))),
        paint("bold", method.padEnd(5)),
        paint(colourOf(status), status === 0 ? "cut" : String(status)),
        paint("dim", `${duration_ms} ms`.padStart(8)),
        printable(path),
        shown && paint("cyan", printable(shown)),
        refusal && paint("yellow", printable(refusal)),
        fault && paint("red", `(fault: ${fault})`),
      ];
      return parts.filter(Boolean).join("  ");
    },
    webhook: ({ jobId, status, reason }) =>
      `${paint("dim", CLOCK.format())}  webhook of job ${jobId}: ${status ?? reason}`,
  };
}

/** A JSON object a line. */
export const jsonLines: Lines = {
  request: (request) => line("request", viewOf(request)),
  webhook: ({ jobId, ...outcome }) => line("webhook", { time: new Date().toISOString(), job_id: jobId, ...outcome }),
};

/** What happened, as a line of JSON. */
export const line = (event: string, fields: object): string => printable(stringify({ event, ...fields }) as string);

const colourOf = (status: number): Colour =>
  status === 0 || status >= 500 ? "red" : status >= 400 ? "yellow" : "green";

/** The time of day here. */
const PARTS = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 } as const;
const CLOCK = new Intl.DateTimeFormat("en", { ...PARTS, hourCycle: "h23" });

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)` : text;

/** Control characters, which a terminal may take for a command, and those that turn the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The text with such characters escaped as JSON escapes them. */
const printable = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
