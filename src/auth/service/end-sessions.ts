import { atomically, type Ctx, nameTarget } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { EndedSessions } from '../model.ts';
import * as store from '../store.ts';
import { requireColleague } from './users.ts';

/** Users whose sessions end in one transaction, so that none takes long. */
const USERS_PER_BATCH = 100;

/**
 * Ends all sessions of another user, or of the caller: a lost phone, a stolen password. Owners may do so for their team,
 * admins for everyone. What else would open a session ends too; see store.endUserSessions.
 * @throws NOT_FOUND
 */
export async function endSessionsOf(ctx: Ctx, id: string): Promise<EndedSessions> {
  return await atomically(ctx, async tx => {
    const user = tx.actor.role === 'admin' ? await store.findUser(tx.db, id) : await requireColleague(tx, id);
    if (!user) throw notFound('user');
    nameTarget(tx, id);
    return { sessions: await store.endUserSessions(tx.db, id, 'logout', nowIso(tx.clock)) };
  });
}

/**
 * Ends the sessions of everyone but the caller's own, by an admin: a copy of the database or of its secrets has leaked. If
 * it is interrupted, it can be repeated.
 */
export async function endAllSessions(ctx: Ctx): Promise<EndedSessions> {
  const { actor } = ctx;
  const own = actor.kind === 'user' ? actor.sessionId : undefined;
  let sessions = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last: string = after;
    after = await atomically(ctx, async tx => {
      const ids = await store.listUserIds(tx.db, last, USERS_PER_BATCH);
      for (const id of ids)
        sessions += await store.endUserSessions(tx.db, id, 'logout', nowIso(tx.clock), own);
      return ids.at(-1);
    });
  }
  return { sessions };
}
