import type { Ids } from '../platform/ids.ts';
import type { Quota } from './rate-limit.ts';

const CLIENT_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The client's own request id when it is 8 to 64 plain characters, else a new one. */
export function resolveRequestId(headers: Headers, ids: Ids): string {
  const given = headers.get('x-request-id');
  return given !== null && CLIENT_REQUEST_ID.test(given) ? given : ids.next('request');
}

/** Browsers go on using https for a year after each visit. Other hosts of the domain may serve plain http. */
const HSTS = 'max-age=31536000';

/** Tells browsers to take an answer for nothing but what it says it is and, behind https, to come back by https. */
export function protect(headers: Headers, isSecure: boolean): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  if (isSecure) headers.set('Strict-Transport-Security', HSTS);
}

/** The five headers that every answer carries, whatever became of it. */
export function setStandardHeaders(
  headers: Headers,
  requestId: string,
  elapsedMs: number,
  quota: Quota,
): void {
  headers.set('X-Request-Id', requestId);
  headers.set('X-Response-Time', `${elapsedMs.toFixed(1)}ms`);
  headers.set('X-RateLimit-Limit', String(quota.limit));
  headers.set('X-RateLimit-Remaining', String(quota.remaining));
  headers.set('X-RateLimit-Reset', String(quota.resetAt));
}
