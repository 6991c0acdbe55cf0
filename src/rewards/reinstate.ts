import type { ReinstatementRow, RewardRow } from '../../db/schema/rewards.ts';
import * as businesses from '../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import * as events from '../events/service.ts';
import { recordAction } from '../places/service/actions.ts';
import { nowIso } from '../platform/clock.ts';
import { changedFields } from '../platform/objects.ts';
import { requireBusinessRecord, resolveLockKeys } from '../tenancy.ts';
import { listProblems } from './integrity-store.ts';
import type { Reinstating, Reward } from './model.ts';
import { readReference } from './reference.ts';
import { assertReinstatable, toReward } from './rules.ts';
import { expireDue } from './service.ts';
import * as store from './store.ts';

/** Reinstatements shown with a reward, newest first. */
const MAX_SHOWN = 20;

/**
 * Undoes a redemption once: the reward can be redeemed again, and a percentage reward has no amount again. The time,
 * the amount and who undid it are kept.
 * @throws VALIDATION_ERROR unless the body names one reward, NOT_FOUND for another business's, INVALID_TRANSITION if it
 * is not redeemed, REWARD_NOT_REDEEMABLE if it has expired meanwhile, CONFLICT after the business's window
 */
export async function reinstate(ctx: Ctx, input: Reinstating): Promise<Reward> {
  const { reason = null, businessId } = input;
  const { reference, findRow } = readReference(input);
  await expireDue(ctx);
  const reinstateOnce = async (tx: TxCtx): Promise<Reward> => {
    const row = requireBusinessRecord(tx.actor, reference, await findRow(tx), businessId);
    const { reinstateWindowHours } = await businesses.requireById(tx, row.businessId);
    assertReinstatable(row, reinstateWindowHours, tx.clock.now());
    await keepRedemption(tx, row, reason);
    const amountCents = row.type === 'fixed' ? row.amountCents : null;
    const change = { status: 'issued' as const, amountCents, redeemedAt: null };
    const reward = toReward(await store.update(tx.db, row.id, change));
    const previous = changedFields(toReward(row), reward, []);
    await events.record(tx, 'reward.reinstated', { businessId: row.businessId, object: reward, previous });
    await recordAction(tx, {
      kind: 'reinstatement',
      businessId: row.businessId,
      placeId: input.placeId,
      resourceId: row.id,
      programId: row.programId,
      memberId: row.userId,
      valueCents: row.amountCents ?? 0,
    });
    return reward;
  };
  return atomically(ctx, reinstateOnce, await resolveLockKeys(ctx.actor, reference, () => findRow(ctx)));
}

async function keepRedemption(tx: TxCtx, row: RewardRow, reason: string | null): Promise<void> {
  const [latest] = await store.listReinstatements(tx.db, { rewardId: row.id, limit: 1 });
  await store.insertReinstatement(tx.db, {
    rewardId: row.id,
    number: (latest?.number ?? 0) + 1,
    redeemedAt: row.redeemedAt as string,
    amountCents: row.amountCents,
    reason,
    actorKind: tx.actor.kind,
    actorId: tx.actor.id,
    createdAt: nowIso(tx.clock),
  });
}

/** Lists the latest reinstatements of a reward, newest first. */
export function listReinstatements({ db }: AnyCtx, rewardId: string): Promise<ReinstatementRow[]> {
  return store.listReinstatements(db, { rewardId, limit: MAX_SHOWN });
}

/** Lists rewards that contradict their redemptions and reinstatements; empty if there are none. */
export function listRewardProblems({ db }: AnyCtx): Promise<string[]> {
  return listProblems(db);
}
