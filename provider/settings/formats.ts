import { isResourceName, RESOURCE_NAME_RULE } from "../../common/resourceName";
import { isLoopback } from "../core/http/connection";
import { describeValue } from "../core/json/describeValue";

/** What the string of a setting means, or why it cannot be used. */
export type Reading<T> = { value: T } | { problem: string };

/** What the string of a setting may be. */
export interface Format<T> {
  /** In words, as they follow the name of the setting. */
  must: string;
  read(text: string): Reading<NonNullable<T>>;
}

export function apiKey(): Format<string> {
  const must =
    "must be a string without line breaks, control characters and characters beyond Latin-1 (it is sent in a header)";
  return { must, read: (text) => (/^[\x20-\x7e\xa0-\xff]+$/.test(text) ? { value: text } : { problem: must }) };
}

/** Headers that the client or the protocol sets itself. */
const TAKEN_HEADERS = new Set(
  "accept connection content-length content-type expect host keep-alive proxy-authorization te trailer transfer-encoding upgrade user-agent".split(
    " ",
  ),
);

export function headerName(): Format<string> {
  const must =
    "must be the name of a header that HTTP does not use itself, such as Service-Api-Key: letters, digits and hyphens";
  return {
    must,
    read: (text) => {
      // The value is not shown: "Service-Api-Key: KEY" is a mistake that people make.
      if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text)) {
        return { problem: must };
      }
      return TAKEN_HEADERS.has(text.toLowerCase())
        ? { problem: `${must}; HTTP uses ${describeValue(text)}` }
        : { value: text };
    },
  };
}

const BASE_URL = "must be an http:// or https:// URL without credentials, query or fragment";

export const baseUrl = (): Format<string> => ({ must: BASE_URL, read: readBaseUrl });

/** A base URL without the slash at its end. A problem shows no part of it that may be secret. */
export function readBaseUrl(text: string): Reading<string> {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  // What stands before an @, after a ? or after a # may be a secret.
  if (/[@?#]/.test(trimmed)) {
    return { problem: BASE_URL };
  }
  return url && /^https?:$/.test(url.protocol)
    ? { value: (url.origin + url.pathname).replace(/\/+$/, "") }
    : { problem: `${BASE_URL}, but is ${describeValue(text)}` };
}

/** Whether the API key would be sent unencrypted to another machine. */
export function isPlainAndRemote(url: string): boolean {
  return url.startsWith("http:") && !isLoopback(url);
}

/** A format whose problems show the value. */
function format<T>(must: string, parse: (text: string) => NonNullable<T> | undefined): Format<T> {
  return {
    must,
    read: (text) => {
      const value = parse(text);
      return value === undefined ? { problem: `${must}, but is ${describeValue(text)}` } : { value };
    },
  };
}

export const resourceName = () =>
  format<string>(`must be ${RESOURCE_NAME_RULE}`, (text) => (isResourceName(text) ? text : undefined));

export const boolean = () =>
  format<boolean>("must be true or false", (text) => {
    const word = text.trim();
    return word === "true" || word === "false" ? word === "true" : undefined;
  });

export function number(min: number, max: number, kind: "whole" | "any" = "any"): Format<number> {
  const shape = kind === "whole" ? /^\d+$/ : /^\d+(\.\d+)?(e-?\d+)?$/i;
  return format(`must be a ${kind === "whole" ? "whole " : ""}number from ${min} to ${max}`, (text) => {
    const value = shape.test(text.trim()) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

export const oneOf = <T extends string>(words: readonly T[]) =>
  format<T>(`must be ${words.map(describeValue).join(" or ")}`, (text) => words.find((word) => word === text.trim()));
