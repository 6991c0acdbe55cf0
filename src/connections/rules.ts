import type { ConnectionRow } from '../../db/schema/connections.ts';
import { AppError } from '../errors.ts';
import { DAY_MS, iso, MINUTE_MS } from '../platform/clock.ts';
import { type Random, randomText } from '../platform/crypto.ts';
import type { Connection } from './model.ts';

/** A person has so long at the consent page. */
export const STATE_TTL_MS = 10 * MINUTE_MS;
/** A code may wait so long in a profile to be looked for. */
export const CODE_TTL_MS = 7 * DAY_MS;
/** Tokens are renewed when this share of their life is over. */
const RENEWAL_SHARE = 0.8;
/** Followers come and go: the profile is read once a day. */
const CHECK_EVERY_MS = DAY_MS;
/** No letters that look like others, and no vowels, so that no word comes out. */
const CODE_ALPHABET = '34679CDFGHJKMNPQRTWXY';
const CODE_LENGTH = 8;

/** What the owner puts into the public profile. */
export function generateVerificationCode(random: Random): string {
  return `perkmint-${randomText(random, CODE_ALPHABET, CODE_LENGTH)}`;
}

/** Does a page show the code? Whole, so that a longer one which begins alike does not count. */
export function containsCode(page: string, code: string): boolean {
  const [upper, wanted] = [page.toUpperCase(), code.toUpperCase()];
  for (let at = upper.indexOf(wanted); at !== -1; at = upper.indexOf(wanted, at + 1)) {
    if (!/[A-Z0-9]/.test(upper[at + wanted.length] ?? ' ')) return true;
  }
  return false;
}

/**
 * May a platform send people back there? Under PUBLIC_URL, or exactly an address of OAUTH_REDIRECTS: a code
 * that goes anywhere else is a code given away.
 * @param uri in normal form, so that the platform reads what was checked here
 */
export function isAllowedRedirect(uri: string, publicUrl: string, allowed: readonly string[]): boolean {
  const url = new URL(uri);
  if (uri.includes('#') || url.username !== '' || url.password !== '') return false;
  if (allowed.includes(uri)) return true;
  const home = new URL(publicUrl);
  const base = home.pathname.replace(/\/+$/, '');
  return url.origin === home.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
}

/** When tokens are to be renewed, and when anything is to be looked after; ISO times. */
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

/** Which of the scopes that are needed were not granted; none where the platform does not say. */
export function listMissingScopes(needs: readonly string[], granted: string | undefined): string[] {
  if (granted === undefined || granted.trim() === '') return [];
  const given = new Set(granted.split(/[\s,]+/));
  return needs.filter(scope => !given.has(scope));
}

/** Handles as they are compared. */
export function toHandleKey(handle: string): string {
  return handle.trim().replace(/^@+/, '').toLowerCase();
}

/** An account that its owner has shown to be his. */
export interface Account {
  handle: string | null;
  followers: number | null;
  /** Was another person connected to it within the last 30 days? */
  isShared: boolean;
}

/** Is `handle` another account than the connected one? Unknown where either is not told. */
export function isDifferentAccount(account: Account | undefined, handle: string | null | undefined): boolean {
  if (!account?.handle || !handle) return false;
  return toHandleKey(account.handle) !== toHandleKey(handle);
}

export function isLapsed({ status, expiresAt }: ConnectionRow, now: string): boolean {
  return status === 'pending' && expiresAt !== null && expiresAt <= now;
}

/** @throws INVALID_TRANSITION unless somebody waits for it to be confirmed */
export function assertPending(row: ConnectionRow, now: string): void {
  const state = isLapsed(row, now) ? 'lapsed' : row.status;
  if (state === 'pending') return;
  throw new AppError('INVALID_TRANSITION', `Cannot change connection from ${state} to connected`);
}

/** What only the answer that begins a connection tells. */
export interface OAuthStart {
  authorizationUrl: string;
  state: string;
}

/** A connection as the wire shows it, at a moment. Tokens are no part of it, ever. */
export function toConnection(
  row: ConnectionRow,
  now: string,
  profileUrl: string | null,
  beginning?: OAuthStart,
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
    authorizationUrl: beginning?.authorizationUrl ?? null,
    state: beginning?.state ?? null,
    verificationCode: isPending ? row.verificationCode : null,
    profileUrl,
    expiresAt: isPending ? row.expiresAt : null,
    handle: row.handle,
    displayName: row.displayName,
    accountId: row.accountId,
    followers: row.followers,
    checkedAt: row.checkedAt,
    connectedAt: row.connectedAt,
    businessId: row.businessId,
    userId: row.userId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
