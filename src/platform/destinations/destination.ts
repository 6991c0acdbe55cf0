import { DAY_MS, SECOND_MS } from '../clock.ts';

export const NO_RESPONSE = 'The server does not respond';

/** A file at a destination. */
export interface StoredObject {
  /** Its path below the URL of the destination, with slashes. */
  key: string;
  bytes: number;
}

/**
 * A place for files outside this machine. Keys are paths below its URL. A file gets its key only when it is complete, so
 * that an interrupted `put` leaves nothing that looks like a backup.
 */
export interface Destination {
  /** The URL without credentials, for messages. */
  readonly url: string;
  /** Stores a local file, also over an earlier one. @throws DestinationError */
  put(key: string, file: string): Promise<void>;
  /** Writes a stored file to a local path. @throws DestinationError, also if there is none */
  get(key: string, file: string): Promise<void>;
  /** Lists all files whose keys begin with a prefix, in the order of their keys. @throws DestinationError */
  list(prefix: string): Promise<StoredObject[]>;
  /** Deletes a file; no error if there is none. @throws DestinationError */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/** A destination did not do what it was asked. The message names the destination and says why, without credentials. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError';

  constructor(url: string, reason: string, cause?: unknown) {
    super(`${url}: ${reason}`, { cause });
  }
}

/** Slower transfers end with an error: no line that can carry the backups of a shop is slower. */
const MIN_BYTES_PER_SECOND = 32 * 1024;
/** The size of a file that is fetched is unknown, so that its transfer may take a day. */
export const UNKNOWN_BYTES = MIN_BYTES_PER_SECOND * (DAY_MS / SECOND_MS);

/**
 * Runs work on a destination that may never answer. The work goes on, and its late result is ignored.
 * @throws DestinationError after the timeout, which grows with the bytes to transfer
 */
export async function withDeadline<T>(
  work: () => Promise<T>,
  { url, timeoutMs, bytes = 0 }: { url: string; timeoutMs: number; bytes?: number | undefined },
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DestinationError(url, NO_RESPONSE)),
    timeoutMs + (bytes / MIN_BYTES_PER_SECOND) * SECOND_MS,
  );
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the URL of a destination without credentials and query, for messages and as its name. */
export function getPublicUrl(text: string): string {
  const { protocol, username, host, pathname } = new URL(text);
  const user = protocol === 'sftp:' && username !== '' ? `${username}@` : '';
  return `${protocol}//${user}${host}${pathname.replace(/\/+$/, '')}`;
}
