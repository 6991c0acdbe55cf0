import type { LockKeys } from '../../../db/client.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { AppError } from '../../errors.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import { deleteExpiredCodes } from '../codes-store.ts';
import { shortenUserAgent } from '../device.ts';
import type { Session, User } from '../model.ts';
import { getSessionEnd, judgeRefreshToken } from '../rules.ts';
import * as store from '../store.ts';
import { deleteExpiredChallenges } from '../totp-store.ts';

export function toUser(user: store.UserRow): User {
  const { id, email, name, role, businessId, position, emailConfirmedAt } = user;
  return { id, email, emailConfirmed: emailConfirmedAt !== null, name, role, businessId, position };
}

/** A stored session whose access token is not signed yet. */
export interface OpenedSession {
  user: store.UserRow;
  sessionId: string;
  refreshToken: string;
}

/**
 * Opens a session and records the device in `userAgent`. toSession signs the access token after the transaction, because signing is asynchronous.
 */
export async function openSession(
  tx: TxCtx,
  user: store.UserRow,
  userAgent?: string,
): Promise<OpenedSession> {
  const sessionId = tx.ids.next('session');
  const createdAt = nowIso(tx.clock);
  await store.insertSession(tx.db, {
    id: sessionId,
    userId: user.id,
    createdAt,
    expiresAt: getExpiry(tx, createdAt),
    userAgent: shortenUserAgent(userAgent),
    lastUsedAt: createdAt,
  });
  return { user, sessionId, refreshToken: await issueRefreshToken(tx, sessionId, createdAt) };
}

/** Returns an opened session with its tokens. */
export async function toSession(
  ctx: Ctx,
  { user, sessionId, refreshToken }: OpenedSession,
): Promise<Session> {
  const { token, expiresInSeconds } = await ctx.tokens.sign({ userId: user.id, sessionId });
  return {
    accessToken: token,
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: expiresInSeconds,
    user: toUser(user),
  };
}

/**
 * Exchanges a refresh token for a new pair of tokens. Reusing an old token ends the session, because either the owner
 * or an attacker has a copy and the server cannot tell which.
 * @throws UNAUTHENTICATED (unknown), TOKEN_EXPIRED, TOKEN_REUSED
 */
export async function refresh(ctx: Ctx, refreshToken: string): Promise<Session> {
  const replace = async (tx: TxCtx) => {
    const session = await useRefreshToken(tx, refreshToken);
    if (session === 'reused') return session;
    const user = await store.findUser(tx.db, session.userId);
    if (!user) throw invalidToken();
    const { sessionId, createdAt } = session;
    await store.extendSession(tx.db, sessionId, getExpiry(tx, createdAt), nowIso(tx.clock));
    return { user, sessionId, refreshToken: await issueRefreshToken(tx, sessionId, createdAt) };
  };
  const outcome = await atomically(ctx, replace, await resolveTokenLockKeys(ctx, refreshToken));
  if (outcome === 'reused') throw reusedToken();
  return toSession(ctx, outcome);
}

/** Ends the session of a refresh token, including its access tokens. @throws the same errors as refresh */
export async function logout(ctx: Ctx, refreshToken: string): Promise<{ revoked: true }> {
  const end = async (tx: TxCtx) => {
    const session = await useRefreshToken(tx, refreshToken);
    if (session !== 'reused') await store.endSession(tx.db, session.sessionId, 'logout', nowIso(tx.clock));
    return session;
  };
  const outcome = await atomically(ctx, end, await resolveTokenLockKeys(ctx, refreshToken));
  if (outcome === 'reused') throw reusedToken();
  return { revoked: true };
}

/** Returns the lock keys of the user whose session a refresh token continues. @throws UNAUTHENTICATED (unknown) */
async function resolveTokenLockKeys({ db }: Ctx, refreshToken: string): Promise<LockKeys> {
  const token = await store.findRefreshToken(db, sha256(refreshToken));
  if (!token) throw invalidToken();
  return [`user:${token.userId}`];
}

/**
 * Marks the token as used. A reused token ends the session and returns `reused` instead of throwing, so that the
 * transaction commits.
 * @throws UNAUTHENTICATED (unknown), TOKEN_EXPIRED
 */
async function useRefreshToken(
  tx: TxCtx,
  refreshToken: string,
): Promise<{ userId: string; sessionId: string; createdAt: string } | 'reused'> {
  const now = nowIso(tx.clock);
  const hash = sha256(refreshToken);
  const token = await store.findRefreshToken(tx.db, hash);
  const verdict = judgeRefreshToken(token, now);
  if (verdict === 'expired')
    throw new AppError('TOKEN_EXPIRED', 'The refresh token has expired; log in again');
  if (verdict === 'unknown' || !token) throw invalidToken();
  if (verdict === 'reused') {
    await store.endSession(tx.db, token.sessionId, 'reused', now);
    return 'reused';
  }
  await store.markRefreshTokenUsed(tx.db, hash, now);
  const { userId, sessionId, createdAt } = token;
  return { userId, sessionId, createdAt };
}

function invalidToken(): AppError {
  return new AppError('UNAUTHENTICATED', 'Invalid refresh token');
}

function reusedToken(): AppError {
  return new AppError(
    'TOKEN_REUSED',
    'The refresh token has already been used or revoked; the session has ended',
  );
}

async function issueRefreshToken(tx: TxCtx, sessionId: string, createdAt: string): Promise<string> {
  const token = randomToken(tx.random);
  const expiresAt = getExpiry(tx, createdAt);
  await store.insertRefreshToken(tx.db, { hash: sha256(token), sessionId, expiresAt });
  return token;
}

function getExpiry({ clock, config }: TxCtx, createdAt: string): string {
  return getSessionEnd(config, clock.now(), createdAt);
}

/** Time for which expired refresh tokens are kept, to distinguish them from unknown ones. */
const KEEP_EXPIRED_MS = 30 * DAY_MS;

/** Deletes expired sessions, links, secrets of keys, codes and challenges. @returns how many */
export async function purgeExpired(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const before = iso(now - KEEP_EXPIRED_MS);
  // Delete tokens first: a session may have many, and deleting it would cascade to all of them at once.
  await deleteInBatches(ctx, (tx, limit) => store.deleteExpiredRefreshTokens(tx.db, before, limit));
  const gone = await deleteInBatches(ctx, (tx, limit) => store.deleteExpiredSessions(tx.db, before, limit));
  const links = await deleteInBatches(ctx, (tx, limit) => store.deleteExpiredLinks(tx.db, iso(now), limit));
  const secrets = await deleteInBatches(ctx, (tx, limit) =>
    store.deleteExpiredSecrets(tx.db, iso(now), limit),
  );
  const codes = await deleteInBatches(ctx, (tx, limit) => deleteExpiredCodes(tx.db, iso(now), limit));
  const challenges = await deleteInBatches(ctx, (tx, limit) =>
    deleteExpiredChallenges(tx.db, iso(now), limit),
  );
  return gone + links + secrets + codes + challenges;
}
