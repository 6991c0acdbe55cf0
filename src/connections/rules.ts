import type { ConnectionRow } from '../../db/schema/connections.ts';
import { AppError } from '../errors.ts';
import { DAY_MS, iso, MINUTE_MS } from '../platform/clock.ts';
import { type Random, randomText } from '../platform/crypto.ts';
import type { Connection } from './model.ts';

/** Time to complete authorization at the platform. */
export const STATE_TTL_MS = 10 * MINUTE_MS;
/** Time to add the code to the profile and verify it. */
export const CODE_TTL_MS = 7 * DAY_MS;
/** Tokens are renewed after this fraction of their lifetime. */
const RENEWAL_SHARE = 0.8;
/** Interval for refreshing the follower count. */
const CHECK_EVERY_MS = DAY_MS;
/** Excludes ambiguous characters, and vowels, to avoid forming words. */
const CODE_ALPHABET = '34679CDFGHJKMNPQRTWXY';
const CODE_LENGTH = 8;

/** Generates the code that the owner adds to the public profile. */
export function generateVerificationCode(random: Random): string {
  return `perkmint-${randomText(random, CODE_ALPHABET, CODE_LENGTH)}`;
}

/** Returns whether a page contains the code as a whole word. */
export function containsCode(page: string, code: string): boolean {
  const [text, target] = [page.toUpperCase(), code.toUpperCase()];
  for (let index = text.indexOf(target); index !== -1; index = text.indexOf(target, index + 1)) {
    if (!/[A-Z0-9]/.test(text[index + target.length] ?? ' ')) return true;
  }
  return false;
}

/**
 * Returns whether a platform may redirect to this URI: under PUBLIC_URL, or exactly one of OAUTH_REDIRECTS. Any other
 * target would leak the authorization code.
 * @param uri normalized, so that the platform interprets it in the same way
 */
export function isAllowedRedirect(uri: string, publicUrl: string, allowed: readonly string[]): boolean {
  const url = new URL(uri);
  if (uri.includes('#') || url.username !== '' || url.password !== '') return false;
  if (allowed.includes(uri)) return true;
  const home = new URL(publicUrl);
  const base = home.pathname.replace(/\/+$/, '');
  return url.origin === home.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
}

/** Computes when tokens expire, when to renew them and when the next check is due, as ISO times. */
export function computeRefreshSchedule(
  token: { expiresInSeconds: number | null; canRenew: boolean },
  nowMs: number,
) {
  const check = nowMs + CHECK_EVERY_MS;
  if (token.expiresInSeconds === null)
    return { tokenExpiresAt: null, refreshAt: null, nextCheckAt: iso(check) };
  const lifeMs = token.expiresInSeconds * 1_000;
  const tokenExpiresAt = nowMs + lifeMs;
  const refreshAt = token.canRenew ? nowMs + lifeMs * RENEWAL_SHARE : tokenExpiresAt;
  return {
    tokenExpiresAt: iso(tokenExpiresAt),
    refreshAt: iso(refreshAt),
    nextCheckAt: iso(Math.min(refreshAt, check)),
  };
}

/** Lists required scopes that were not granted; empty if the platform does not report scopes. */
export function listMissingScopes(needs: readonly string[], granted: string | undefined): string[] {
  if (granted === undefined || granted.trim() === '') return [];
  const grantedScopes = new Set(granted.split(/[\s,]+/));
  return needs.filter(scope => !grantedScopes.has(scope));
}

/** Normalizes a handle for comparison. */
export function toHandleKey(handle: string): string {
  return handle.trim().replace(/^@+/, '').toLowerCase();
}

/** A verified account. */
export interface Account {
  handle: string | null;
  followers: number | null;
  /** Whether another person was connected to it within the last 30 days. */
  isShared: boolean;
}

/** Returns whether `handle` differs from the connected account's; false if either is unknown. */
export function isDifferentAccount(account: Account | undefined, handle: string | null | undefined): boolean {
  if (!account?.handle || !handle) return false;
  return toHandleKey(account.handle) !== toHandleKey(handle);
}

function isLapsed({ status, expiresAt }: ConnectionRow, now: string): boolean {
  return status === 'pending' && expiresAt !== null && expiresAt <= now;
}

/** @throws INVALID_TRANSITION unless the connection is pending */
export function assertPending(row: ConnectionRow, now: string): void {
  const state = isLapsed(row, now) ? 'lapsed' : row.status;
  if (state === 'pending') return;
  throw new AppError('INVALID_TRANSITION', `Cannot change connection from ${state} to connected`);
}

/** Fields that are returned only when a connection is started. */
export interface OAuthStart {
  authorizationUrl: string;
  state: string;
}

/** Converts a connection to its API representation, which never includes tokens. */
export function toConnection(
  row: ConnectionRow,
  now: string,
  { profileUrl, warnings }: Pick<Connection, 'profileUrl' | 'warnings'>,
  start?: OAuthStart,
): Connection {
  const lapsed = isLapsed(row, now);
  const isPending = row.status === 'pending' && !lapsed;
  return {
    id: row.id,
    connectionId: row.id,
    platform: row.platform,
    method: row.method,
    status: lapsed ? 'failed' : row.status,
    reason: lapsed ? 'lapsed' : row.reason,
    authorizationUrl: start?.authorizationUrl ?? null,
    state: start?.state ?? null,
    verificationCode: isPending ? row.verificationCode : null,
    profileUrl,
    expiresAt: isPending ? row.expiresAt : null,
    handle: row.handle,
    displayName: row.displayName,
    accountId: row.accountId,
    followers: row.followers,
    checkedAt: row.checkedAt,
    connectedAt: row.connectedAt,
    warnings,
    businessId: row.businessId,
    userId: row.userId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
