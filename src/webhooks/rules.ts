import type { EventRow } from '../../db/schema/events.ts';
import type { WebhookRow } from '../../db/schema/webhooks.ts';
import { ALL_EVENTS, matchesFilters } from '../events/model.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';

/** Statuses with the new address in `Location`. */
const REDIRECTS = [301, 302, 303, 307, 308];
/** Delay before each retry, counted from the previous attempt. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  24 * HOUR_MS,
];
/**
 * How long a worker has a delivery for itself: several times the timeout of an attempt. After a node crashed, another
 * one makes its attempts again after this time.
 */
export const CLAIM_MS = 30 * SECOND_MS;
/** Adds up to this fraction of its delay to a retry, so that simultaneous failures do not retry simultaneously. */
const JITTER = 0.1;
/** Maximum Retry-After that is honored. */
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Consecutive failed attempts after which an endpoint is disabled. */
export const MAX_FAILURES = 20;
/** Consecutive failed attempts that are news: of one delivery about half an hour. A receiver that restarts fails less often. */
export const FAILING_ATTEMPTS = 4;
export const GONE = 410;
const ENDPOINT_CHANGES = ['webhook.created', 'webhook.updated', 'webhook.rotated', 'webhook.deleted'];

/**
 * Returns whether an endpoint gets an event. Changes of endpoints are sent only to other endpoints that subscribe to them
 * by name: for all others, each new endpoint would cause a delivery.
 */
export function isWanted(
  { id, events }: Pick<WebhookRow, 'id' | 'events'>,
  { type, resourceId }: Pick<EventRow, 'type' | 'resourceId'>,
): boolean {
  if (!ENDPOINT_CHANGES.includes(type)) return matchesFilters(events, type);
  const named = events.filter(filter => filter !== ALL_EVENTS);
  return resourceId !== id && matchesFilters(named, type);
}

/**
 * Returns the delay before the next attempt; undefined if no attempts are left.
 * @param share position within the jitter, 0 to 1
 */
export function getRetryDelayMs(attempts: number, share: number, retryAfterMs = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return undefined;
  const jittered = Math.round(delay * (1 + JITTER * share));
  return Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** Returns the delay from a Retry-After header: seconds or a date; 0 for anything else. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const date = /\d\d:\d\d:\d\d GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}

/** Responses of receivers that could not verify a signature. */
const REJECTIONS: readonly (number | null)[] = [400, 401, 403];

/**
 * Returns whether X-Webhook-Signature is made with the new secret of a rotation. It has one signature only, so a receiver
 * that already replaced its secret rejects the old one: every other attempt after a rejection uses the new one.
 */
export function isSignedWithNext(attempts: number, responseStatus: number | null): boolean {
  return attempts % 2 === 1 && REJECTIONS.includes(responseStatus);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export function isRedirect(status: number): boolean {
  return REDIRECTS.includes(status);
}
