/** How one service is reached, and with which key. */
export interface ConnectionSettings {
  /** The API key. It is sent as it is in the header `apiKeyHeader`. No client can be made without it. */
  apiKey?: string;
  /** The http or https URL that paths are appended to, without a query. No client can be made without it. */
  baseUrl?: string;
  /** The name of the authentication header. */
  apiKeyHeader: string;
  /** The limit of one attempt in seconds. */
  requestTimeoutSeconds: number;
  /** How many times a request is retried. */
  maxRetries: number;
  /** How many connections may be open at once. */
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
