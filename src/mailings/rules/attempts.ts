import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';

/** Delay before each repetition, counted from the attempt before. A mail is given up after the last one. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, DAY_MS];
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;
/**
 * How long a worker has a mail for itself: longer than a batch takes with a slow mail server. After a node crashed,
 * another one sends its mails again when this time is over.
 */
export const CLAIM_MS = 90 * SECOND_MS;
/** The codes of SMTP responses that repeating does not change (RFC 5321), of an address or a message. */
const FIRST_PERMANENT = 550;
const LAST_PERMANENT = 559;
/** How nodemailer names a refused recipient and a refused message. A refused login is not about the mail. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/** Returns the delay before the next attempt; undefined if the mail is given up. */
export function getRetryDelayMs(attempts: number, error: unknown): number | undefined {
  return isPermanent(error) ? undefined : RETRY_DELAYS_MS[attempts - 1];
}

function isPermanent(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: string; responseCode?: number };
  if (responseCode === undefined || code === undefined || !ABOUT_THE_MAIL.has(code)) return false;
  return responseCode >= FIRST_PERMANENT && responseCode <= LAST_PERMANENT;
}
