/** How one service is reached, and with which key. */
export interface ConnectionSettings {
  /** The API key. It is sent as it is in the header `apiKeyHeader`. No client can be made without it. */
  apiKey?: string;
  /** The http or https URL that paths are appended to, without a query. No client can be made without it. */
  baseUrl?: string;
  /** The name of the authentication header. The default is `Service-Api-Key` (section 5 of the API). */
  apiKeyHeader: string;
  /** The limit of one attempt in seconds: 0.001 to 3600, by default 60. */
  requestTimeoutSeconds: number;
  /** How many times a request is retried: 0 to 100, by default 4. */
  maxRetries: number;
  /** How many connections may be open at once: 1 to 1000, by default 16. */
  maxConnections: number;
}

const NAMES: Record<keyof ConnectionSettings, true> = {
  apiKey: true,
  baseUrl: true,
  apiKeyHeader: true,
  requestTimeoutSeconds: true,
  maxRetries: true,
  maxConnections: true,
};

/** The names of all connection settings. Settings that are equal in all of them share a client. */
export const CONNECTION_SETTINGS = Object.keys(NAMES) as (keyof ConnectionSettings)[];

/** Returns whether the host of a URL is this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
