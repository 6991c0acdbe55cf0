/** Messages between the fuzz harness and the process of the server under test. */

export const CALLERS = ['anonymous', 'customer', 'owner', 'key', 'admin'] as const;
/** No credential, a customer, a business's owner, its API key, and an admin. */
export type Caller = (typeof CALLERS)[number];

/** Printed by the server process as one line of JSON when it is ready. */
export interface Ready {
  /** URL of the server under test. */
  url: string;
  /** URL of the process's control server. */
  control: string;
  credentials: Record<Caller, string>;
  /** One record of each collection, by the path segment in front of the ID. */
  records: Record<string, string>;
  /** Values in the document's examples with their replacements in this installation. */
  live: [example: unknown, value: unknown][];
  webhookSecrets: { verification: string; billing: string };
}

/** The server's activity since the last report. */
export interface Activity {
  /** The longest time that the event loop was blocked, in milliseconds. */
  blockedMs: number;
  /** Executed statements, by number. */
  statements: number[];
  /** The text of each statement that was not reported before. */
  texts: [number, string][];
}

export interface ReadRequest {
  path: string;
  headers: Record<string, string>;
}

export interface ReadResponse {
  status: number;
  headers: [string, string][];
  text: string;
  statements: number[];
}

/** Resident memory of the process, in bytes. */
export interface MemoryUse {
  /** After garbage collection. */
  rssBytes: number;
  /** After compiled code and free pages were released too. */
  keptBytes: number;
}
