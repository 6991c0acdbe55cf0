import { signal } from '@preact/signals';
import { ApiError, toNetworkError } from '../../../data/api.ts';

/** Headers of a request that is executed at most once, however often it is sent. */
export interface Once {
  headers: { 'Idempotency-Key': string };
}

/** The result of a confirmed request. */
export interface Outcome {
  /** The result for the person at the counter, such as `Take $5.00 off`. */
  text: string;
  /** A second line, such as the amount to pay. */
  note?: string;
  undo?: Work;
}

/** Something to do at the counter. */
export interface Work {
  /** Name of the action, such as `Stamp for Ada`. */
  label: string;
  /** The member whose card shows it, if any. */
  memberKey?: string;
  /** Stamps that it adds to the card. */
  stamps?: number;
  /** An alternative, with its button, for one that a limit refuses. */
  instead?: { text: string; work: Work };
  request(once: Once): Promise<Outcome>;
}

/** Work that was started: shown as done only once the server has confirmed it. */
export interface Attempt extends Work {
  id: string;
  /** `failed`: not known to be done, so it can be sent again; `rejected`: the server refused it. */
  state: 'sending' | 'failed' | 'rejected' | 'done';
  outcome: Outcome | undefined;
  error: ApiError | undefined;
}

/** Attempts that are unconfirmed, and those that ended last; oldest first. */
export const attempts = signal<readonly Attempt[]>([]);

/** The ID of the attempt that was confirmed last; lists reload when it changes. */
export const lastConfirmed = signal('');

/** Statuses that leave open whether the server did it: no response, timeout, too many requests, outage. */
function isUnknown({ status }: ApiError): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/**
 * Starts work. Ended attempts disappear, unless they failed. Sending one again keeps its key, so it is never executed twice;
 * starting the same work again is a new attempt.
 */
export function start(work: Work): void {
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const isOpen = ({ state }: Attempt) => state === 'sending' || state === 'failed';
  const started: Attempt = { ...work, id, state: 'sending', outcome: undefined, error: undefined };
  attempts.value = [...attempts.value.filter(isOpen), started];
  void send(started);
}

async function send({ id, request }: Attempt): Promise<void> {
  change(id, { state: 'sending', error: undefined });
  try {
    const outcome = await request({ headers: { 'Idempotency-Key': id } });
    change(id, { state: 'done', outcome });
    lastConfirmed.value = id;
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : toNetworkError(cause);
    if (!(error instanceof ApiError)) throw error;
    change(id, { state: isUnknown(error) ? 'failed' : 'rejected', error });
  }
}

function change(id: string, changes: Partial<Attempt>): void {
  attempts.value = attempts.value.map(item => (item.id === id ? { ...item, ...changes } : item));
}

/** Removes an attempt from the page. A failed one may have been executed. */
export function dismiss(id: string): void {
  attempts.value = attempts.value.filter(item => item.id !== id);
}

/** Sends failed attempts again: all of them, or one. */
export function retry(id?: string): void {
  for (const item of attempts.value)
    if (item.state === 'failed' && (id === undefined || item.id === id)) void send(item);
}

/** Sends failed attempts again as soon as the browser is online. */
export function retryWhenOnline(): () => void {
  const resend = () => retry();
  addEventListener('online', resend);
  return () => removeEventListener('online', resend);
}
