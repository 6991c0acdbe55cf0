import { DAY_MS, HOUR_MS, SECOND_MS } from '../platform/clock.ts';

/** The first delay fits into the ten minutes of a code several times; servers with greylisting accept after 1 to 15 minutes. */
const FIRST_DELAY_MS = 15 * SECOND_MS;
const MAX_DELAY_MS = HOUR_MS;
/** How long a worker has a mail for itself: longer than a slow mail server takes. */
export const CLAIM_MS = 90 * SECOND_MS;
/** How long other mails to an address that was refused for good are not tried. A mailbox can be created or enabled later. */
export const REFUSAL_MS = 30 * DAY_MS;

/**
 * Returns when the next attempt is due: 15 seconds after the first one, then twice as long each time, up to an hour.
 * @param expiresAt when the code or link in the mail ends, in milliseconds
 * @returns undefined if that would be too late
 */
export function findNextAttempt(attempts: number, nowMs: number, expiresAt: number): number | undefined {
  const next = nowMs + Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
  return next < expiresAt ? next : undefined;
}
