import { atomically, type Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Page, RecordQuery } from '../../platform/page.ts';
import type { AccountSession } from '../account-model.ts';
import * as accountStore from '../account-store.ts';
import { describeDevice, recognizeDevice } from '../device.ts';
import * as store from '../store.ts';

/** Lists the caller's active sessions, newest first. */
export async function listSessions(ctx: Ctx, query: RecordQuery): Promise<Page<AccountSession>> {
  const self = requireUser(ctx);
  const where = { userId: self.id, activeAt: nowIso(ctx.clock) };
  const page = await accountStore.listSessions(ctx.db, where, query);
  const toOwn = (row: accountStore.SessionRow) => toAccountSession(row, self.sessionId);
  return { ...page, items: page.items.map(toOwn) };
}

/** Ends one of the caller's sessions. @throws NOT_FOUND, also if it has ended */
export async function endSession(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const self = requireUser(ctx);
  return atomically(ctx, async tx => {
    const now = nowIso(tx.clock);
    if (!(await accountStore.findOwnSession(tx.db, { id, userId: self.id, now }))) throw notFound('session');
    await store.endSession(tx.db, id, 'logout', now);
    return { id, deleted: true as const };
  });
}

/** Ends the caller's sessions except the current one. */
export async function endOtherSessions(ctx: Ctx): Promise<{ revoked: true }> {
  const self = requireUser(ctx);
  return atomically(ctx, async tx => {
    await store.endUserSessions(tx.db, self.id, 'logout', nowIso(tx.clock), self.sessionId);
    return { revoked: true as const };
  });
}

function requireUser({ actor }: Ctx) {
  if (actor.kind !== 'user') throw new AppError('UNAUTHENTICATED', 'Log in to continue');
  return actor;
}

function toAccountSession(
  { id, userAgent, createdAt, lastUsedAt, expiresAt }: accountStore.SessionRow,
  currentId: string,
): AccountSession {
  return {
    id,
    device: describeDevice(userAgent),
    ...recognizeDevice(userAgent),
    createdAt,
    lastUsedAt: lastUsedAt ?? createdAt,
    expiresAt,
    current: id === currentId,
  };
}
