import { type AnyCtx, atomically, type Ctx } from '../../context.ts';
import { forbidden, invalid } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { PinChange, PinState } from '../account-model.ts';
import * as pins from '../pins-store.ts';
import { isEasyPin } from '../rules.ts';
import { requireSelf } from './account.ts';
import { notifyOfChange } from './notify-change.ts';
import { requireRecentProof } from './recent-proof.ts';
import { requireColleague } from './users.ts';

/** People that a shared device offers. */
const MAX_PEOPLE = 200;

/**
 * Sets or removes the caller's own PIN, which ends their sessions on shared devices.
 * @throws FORBIDDEN for users without a business, VALIDATION_ERROR for a PIN that is easy to guess, RECENT_PROOF_REQUIRED
 */
export async function changeOwnPin(ctx: Ctx, { pin }: PinChange): Promise<PinState> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.role !== 'business')
    throw forbidden('role', 'Only users of a business can have a PIN', ['business']);
  if (pin !== null && isEasyPin(pin))
    throw invalid('pin', 'is easy to guess: avoid repeated digits and sequences', 'conflict');
  await requireRecentProof(ctx);
  const hash = pin === null ? null : await ctx.pins.hash(actor.id, pin);
  await atomically(
    ctx,
    async tx => {
      if (hash === null) await pins.deletePin(tx.db, actor.id);
      else await pins.savePin(tx.db, { userId: actor.id, hash, updatedAt: nowIso(tx.clock) });
    },
    [`user:${actor.id}`],
  );
  notifyOfChange(ctx, await requireSelf(ctx), 'pinChanged');
  return { hasPin: hash !== null };
}

/** Removes the PIN of a user of the caller's business, who can then set another one. @throws NOT_FOUND */
export async function resetPin(ctx: Ctx, userId: string): Promise<{ id: string; deleted: true }> {
  const user = await atomically(ctx, async tx => {
    const colleague = await requireColleague(tx, userId);
    await pins.deletePin(tx.db, userId);
    return colleague;
  });
  notifyOfChange(ctx, user, 'pinChanged');
  return { id: userId, deleted: true };
}

/**
 * Returns the hash of a user's PIN if it is the given one; takes the same time for unknown users. Open a session only
 * while isPin.
 */
export async function verifyPin(
  ctx: Ctx,
  { userId, businessId, pin }: { userId: string; businessId: string; pin: string },
): Promise<string | undefined> {
  const found = await pins.findPin(ctx.db, { userId, businessId });
  return (await ctx.pins.verify(userId, pin, found?.hash ?? null)) ? found?.hash : undefined;
}

/** Returns whether a user of a business has the PIN with this hash. */
export async function isPin(
  { db }: AnyCtx,
  { hash, ...person }: { userId: string; businessId: string; hash: string },
): Promise<boolean> {
  return (await pins.findPin(db, person))?.hash === hash;
}

/** Lists the users of a business who have a PIN, by name. */
export function listPeopleWithPin({ db }: AnyCtx, businessId: string) {
  return pins.listPeople(db, businessId, MAX_PEOPLE);
}
