import type { ErasureRow } from '../../../db/schema/erasures.ts';
import { atomically, type Ctx } from '../../context.ts';
import * as store from '../erase-store.ts';
import { eraseMemberships, eraseUser } from './erase.ts';
import { noteErasures, readNotedErasures } from './erasure-log.ts';

/**
 * Erases again what a restored backup brought back, and adds to the file beside the database what it lacks. Called at
 * every start.
 * @returns how many people and memberships were erased again
 */
export async function reapplyErasures(ctx: Ctx): Promise<number> {
  const noted = readNotedErasures(ctx);
  const stored = new Set((await store.listErasures(ctx.db)).map(({ id }) => id));
  const lost = noted.filter(({ id }) => !stored.has(id));
  for (const erasure of lost) await eraseAgain(ctx, erasure);
  const known = new Set(noted.map(({ id }) => id));
  noteErasures(
    ctx,
    (await store.listErasures(ctx.db)).filter(({ id }) => !known.has(id)),
  );
  if (lost.length > 0)
    ctx.log.info('Personal data of a restored backup was erased again', { count: lost.length });
  return lost.length;
}

async function eraseAgain(ctx: Ctx, erasure: ErasureRow): Promise<void> {
  const { id, kind } = erasure;
  const user = kind === 'user' ? await store.findUser(ctx.db, id) : undefined;
  if (user) await eraseUser(ctx, user, { isRepeated: true });
  await atomically(ctx, async tx => {
    const member = kind === 'member' ? await store.findMember(tx.db, id) : undefined;
    if (member) await eraseMemberships(tx, member);
    await store.insertErasure(tx.db, erasure);
  });
}
