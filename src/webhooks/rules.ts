import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';

/** Waits before each retry, counted from the attempt before it. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  24 * HOUR_MS,
];
/** A retry comes up to this part of its delay later, so that a fleet of failures does not return as one. */
const JITTER = 0.1;
/** An endpoint that asks for more time than this is not waited for any longer. */
const MAX_RETRY_AFTER_MS = DAY_MS;
/** So many failed attempts in a row switch an endpoint off. */
export const MAX_FAILURES = 20;
export const GONE = 410;
/** How long the secret before a rotation goes on signing. */
export const OVERLAP_MS = DAY_MS;

/**
 * When to try again after so many attempts; undefined when none is left.
 * @param share where in its jitter the retry falls, 0 to 1
 */
export function retryDelayMs(attempts: number, share: number, retryAfterMs = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return undefined;
  const jittered = Math.round(delay * (1 + JITTER * share));
  return Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** The wait that a Retry-After asks for: seconds, or a date; 0 for anything else. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const date = /\d\d:\d\d:\d\d GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
