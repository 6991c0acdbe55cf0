import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { findPermanentCause } from '../../platform/mail-error.ts';

/** Delay before each repetition, counted from the attempt before. A mail is given up after the last one. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, DAY_MS];
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;
/** Attempts after which a mail counts as failing: six minutes after the first one. Greylisting ends sooner. */
export const FAILING_ATTEMPTS = 3;
/**
 * How long a worker has a mail for itself: longer than a batch takes with a slow mail server. After a node crashed,
 * another one sends its mails again after this time.
 */
export const CLAIM_MS = 90 * SECOND_MS;

/** Returns the delay before the next attempt; undefined if the mail is given up. */
export function getRetryDelayMs(attempts: number, error: unknown): number | undefined {
  return findPermanentCause(error) ? undefined : RETRY_DELAYS_MS[attempts - 1];
}
