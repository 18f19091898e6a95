/** How one service is reached, and with which key. */
export interface ConnectionSettings {
  /** The API key; sent as it is in the header `apiKeyHeader`. Absent: no request can be made. */
  apiKey?: string;
  /** What paths are appended to: http or https, no trailing slash, no query. Absent: no request can be made. */
  baseUrl?: string;
  /** Name of the authentication header. Default `Service-Api-Key` (section 5). */
  apiKeyHeader: string;
  /** Limit of one attempt, in seconds: 0.001 to 3600, default 60. */
  requestTimeoutSeconds: number;
  /** Further attempts of a retryable request: 0 to 100, default 4. */
  maxRetries: number;
  /** Concurrent connections: 1 to 1000, default 16. */
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

/** The names of all of them: objects of which these are equal share their connections. */
export const CONNECTION_SETTINGS = Object.keys(NAMES) as (keyof ConnectionSettings)[];

/** Whether the host of a URL is this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
