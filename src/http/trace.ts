import type { Ids } from '../platform/ids.ts';
import type { Quota } from './rate-limit.ts';

const CLIENT_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The client's own request id when it is 8 to 64 plain characters, else a new one. */
export function requestIdOf(headers: Headers, ids: Ids): string {
  const given = headers.get('x-request-id');
  return given !== null && CLIENT_REQUEST_ID.test(given) ? given : ids.next('request');
}

/** The five headers that every answer carries, whatever became of it. */
export function stamp(headers: Headers, requestId: string, elapsedMs: number, quota: Quota): void {
  headers.set('X-Request-Id', requestId);
  headers.set('X-Response-Time', `${elapsedMs.toFixed(1)}ms`);
  headers.set('X-RateLimit-Limit', String(quota.limit));
  headers.set('X-RateLimit-Remaining', String(quota.remaining));
  headers.set('X-RateLimit-Reset', String(quota.resetAt));
}
