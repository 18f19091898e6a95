import { z } from "zod";
import { RESOURCE_NAME, RESOURCE_NAME_RULE } from "../../common/names";
import { ENVIRONMENT_VARIABLES } from "../../common/settings";
import type { ConnectionSettings } from "../core/http/connection";
import { describeValue } from "../core/json/describeValue";
import { REMOVED, type Removed } from "../core/schema/annotation";

/** The provider's settings, read and checked. The rule of each says what it means. */
export interface Settings extends ConnectionSettings {
  organizationName?: string;
  projectName?: string;
  removedMembers: Removed;
  refresh: "state" | "patch";
  observed: "full" | "summary";
  showPatches: boolean;
  allowPlainHttp: boolean;
}

/** The facts of a setting. The provider reads them, and the tables of the documentation are made of them. */
interface Rule<T> {
  meaning: string;
  env?: string;
  fallback: T;
  /** The rule in words that follow the setting's name. */
  must: string;
  /** Reads the text of the setting. The message of an issue is the whole reason, and shows no value that may be secret. */
  schema: z.ZodType<NonNullable<T>, string>;
}

const problem = (must: string) => ({
  error: ({ input }: { input?: unknown }) => `${must}, but is ${describeValue(input)}`,
});

function apiKey() {
  const must =
    "must be a string without line breaks, control characters and characters beyond Latin-1 (it is sent in a header)";
  return { must, schema: z.string().regex(/^[\x20-\x7e\xa0-\xff]+$/, must) };
}

/** Headers that the client or the protocol sets itself. */
const TAKEN_HEADERS = new Set(
  "accept accept-encoding connection content-length content-type expect host keep-alive proxy-authorization te trailer transfer-encoding upgrade user-agent".split(
    " ",
  ),
);

function headerName() {
  const must =
    "must be the name of a header that HTTP does not use itself, such as Service-Api-Key: letters, digits and hyphens";
  // The value is not shown: "Service-Api-Key: KEY" is a mistake that people make.
  const name = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, must);
  const error = ({ input }: { input?: unknown }) => `${must}; HTTP uses ${describeValue(input)}`;
  return { must, schema: name.pipe(z.string().refine((text) => !TAKEN_HEADERS.has(text.toLowerCase()), { error })) };
}

const BASE_URL = "must be an http:// or https:// URL without credentials, query or fragment";

/** A base URL without the slash at its end. */
const BASE_URL_SCHEMA = z.string().transform((text, context): string => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  // Text before an @, after a ? or after a # may be a secret.
  const mayHoldSecret = /[@?#]/.test(text);
  if (url === undefined || mayHoldSecret || !/^https?:$/.test(url.protocol)) {
    const message = mayHoldSecret ? BASE_URL : `${BASE_URL}, but is ${describeValue(text)}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
});

/** The origin of a base URL; undefined if invalid. */
export function originOf(baseUrl: unknown): string | undefined {
  const { data } = BASE_URL_SCHEMA.safeParse(baseUrl);
  return data === undefined ? undefined : new URL(data).origin;
}

function resourceName() {
  const must = `must be ${RESOURCE_NAME_RULE}`;
  return { must, schema: z.string().regex(RESOURCE_NAME, problem(must)) };
}

function boolean() {
  const must = "must be true or false";
  const words = z
    .string()
    .trim()
    .pipe(z.enum(["true", "false"], problem(must)));
  return { must, schema: words.transform((word) => word === "true") };
}

function number(minimum: number, maximum: number, kind: "whole" | "any" = "any") {
  const must = `must be a ${kind === "whole" ? "whole " : ""}number from ${minimum} to ${maximum}`;
  const shape = kind === "whole" ? /^\s*\d+\s*$/ : /^\s*\d+(\.\d+)?(e-?\d+)?\s*$/i;
  const isNumber = (text: string) => shape.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return { must, schema: z.string().refine(isNumber, problem(must)).transform(Number) };
}

function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const must = `must be ${words.map(describeValue).join(" or ")}`;
  return {
    must,
    schema: z
      .string()
      .trim()
      .pipe(z.enum(words, problem(must))),
  };
}

export const RULES: { [K in keyof Required<Settings>]: Rule<Settings[K]> } = {
  apiKey: {
    meaning: "The API key. Set it with `--secret`. Required for a request",
    env: ENVIRONMENT_VARIABLES.apiKey,
    fallback: undefined,
    ...apiKey(),
  },
  baseUrl: {
    meaning: "The URL of the service; it may have a path. Required for a request",
    env: ENVIRONMENT_VARIABLES.baseUrl,
    fallback: undefined,
    must: BASE_URL,
    schema: BASE_URL_SCHEMA,
  },
  organizationName: {
    meaning: "The default of the argument `organizationName`",
    env: ENVIRONMENT_VARIABLES.organizationName,
    fallback: undefined,
    ...resourceName(),
  },
  projectName: {
    meaning: "The default of the argument `projectName`",
    env: ENVIRONMENT_VARIABLES.projectName,
    fallback: undefined,
    ...resourceName(),
  },
  apiKeyHeader: {
    meaning: "The name of the header that carries the key",
    fallback: "Service-Api-Key",
    ...headerName(),
  },
  requestTimeoutSeconds: {
    meaning: "The time limit of one attempt of a request, in seconds",
    fallback: 60,
    ...number(0.001, 3600),
  },
  maxRetries: {
    meaning: "How often a request that may be repeated is tried again",
    fallback: 4,
    ...number(0, 100, "whole"),
  },
  maxConnections: {
    meaning: "How many connections are open at once at most",
    fallback: 16,
    ...number(1, 1000, "whole"),
  },
  removedMembers: {
    meaning:
      "What an update does with fields that are no longer in the program. `unset`: removes them in the service. " +
      "`leave`: sends nothing for them",
    fallback: "unset",
    ...oneOf(REMOVED),
  },
  refresh: {
    meaning:
      "What `pulumi refresh` does. `state`: sends nothing. `patch`: sends the empty merge patch, and finds drift in the response",
    fallback: "state",
    ...oneOf(["state", "patch"]),
  },
  observed: {
    meaning:
      "How much of a response is kept. `full`: what the reference lists. `summary`: `id`, `version`, `pendingChange` and `updateTime`",
    fallback: "full",
    ...oneOf(["full", "summary"]),
  },
  showPatches: {
    meaning: "Whether a preview and an update print each request: its method, path and body, secrets masked",
    fallback: false,
    ...boolean(),
  },
  allowPlainHttp: {
    meaning: "Whether an `http://` base URL may name another machine, to which the key is then sent unencrypted",
    fallback: false,
    ...boolean(),
  },
};

/** The name of a setting, without the namespace. */
export type SettingKey = keyof Settings;

export const SETTING_KEYS = Object.keys(RULES) as SettingKey[];
