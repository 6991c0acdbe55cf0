/** What the fuzz and the process of the server under test tell each other. */

export const CALLERS = ['nobody', 'customer', 'owner', 'key', 'admin'] as const;
/** Without a credential, a customer, a business as a person and by its API key, an administrator. */
export type Caller = (typeof CALLERS)[number];

/** Printed by the server process as one line of JSON as soon as it listens. */
export interface Ready {
  /** Of the server under test. */
  url: string;
  /** Of the process's own control address. */
  control: string;
  credentials: Record<Caller, string>;
  /** One record of each collection, by the part of the path that stands before the id. */
  records: Record<string, string>;
  /** Values of the document's examples, and what stands for them in this installation. */
  live: [example: unknown, value: unknown][];
  webhookSecrets: { verification: string; billing: string };
}

/** What the server did since the last report. */
export interface Activity {
  /** The longest time in which work kept the event loop from turning, in milliseconds. */
  blockedMs: number;
  /** Statements that ran, by number. */
  statements: number[];
  /** The text of each number that has not been told before. */
  texts: [number, string][];
}

export interface ReadRequest {
  path: string;
  headers: Record<string, string>;
}

export interface ReadAnswer {
  status: number;
  headers: [string, string][];
  text: string;
  statements: number[];
}

/** Resident memory of the process, in bytes. */
export interface MemoryUse {
  /** After a garbage collection. */
  rssBytes: number;
  /** After compiled code and free pages of the allocators were given back too: what really stays. */
  keptBytes: number;
}
