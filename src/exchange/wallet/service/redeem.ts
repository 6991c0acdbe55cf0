import type { PerkRow } from '../../../../db/schema/exchange.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import { DEFAULT_REWARD_DAYS, type Reward } from '../../../rewards/model.ts';
import * as rewards from '../../../rewards/service.ts';
import * as market from '../../market/store.ts';
import { processDueExchange } from '../../orders/service/due.ts';
import type { PerkRedeemed, PerkRedemption } from '../model.ts';
import * as store from '../store.ts';
import { requireRedeemable, toCurrentPerk } from './perks.ts';
import { requireTrader } from './traders.ts';
import { EXCHANGE_LOCK_KEYS, getAvailable, issueUnits } from './wallet.ts';

/**
 * Burns units of a perk and issues a reward of its face value for each. Works even if the program is paused or ended,
 * because the perks are already paid for.
 * @throws NOT_ENROLLED, NOT_FOUND, CONFLICT for an expired perk, INSUFFICIENT_BALANCE
 */
export async function redeemPerk(ctx: Ctx, input: PerkRedemption): Promise<PerkRedeemed> {
  const { quantity = 1, perkId, businessId } = input;
  await processDueExchange(ctx);
  const redeem = async (tx: TxCtx): Promise<PerkRedeemed> => {
    const trader = await requireTrader(tx, businessId);
    const perk = await requireRedeemable(tx, perkId);
    if ((await getAvailable(tx, trader.ownerId, 'perk', perk)) < quantity)
      throw new AppError('INSUFFICIENT_BALANCE', 'Insufficient available perks');
    const { redeemed, circulating } = await toCurrentPerk(tx, perk);
    await issueUnits(tx, perk, trader.ownerId, -quantity, undefined);
    const change = { redeemed: perk.redeemed + quantity, updatedAt: nowIso(tx.clock) };
    const object = await toCurrentPerk(tx, await store.updatePerk(tx.db, perk.id, change));
    const previous = { redeemed, circulating };
    await market.markChanged(tx.db, perk.id);
    await events.record(tx, 'exchange.perk.redeemed', { businessId: perk.businessId, object, previous });
    const issued: Reward[] = [];
    for (let count = 0; count < quantity; count += 1)
      issued.push(await issueReward(tx, perk, trader.ownerId));
    return { rewards: issued };
  };
  const perk = await store.findPerk(ctx.db, perkId);
  return atomically(
    ctx,
    redeem,
    perk ? [...EXCHANGE_LOCK_KEYS, `business:${perk.businessId}`] : EXCHANGE_LOCK_KEYS,
  );
}

/** @param holderId the person who redeems, or the business, so that the issuer sees neither its staff nor its keys */
function issueReward(
  tx: TxCtx,
  perk: Pick<PerkRow, 'businessId' | 'currency' | 'programId' | 'faceValueCents'>,
  holderId: string,
): Promise<Reward> {
  return rewards.issue(tx, {
    businessId: perk.businessId,
    currency: perk.currency,
    campaignId: null,
    programId: perk.programId,
    submissionId: null,
    source: 'perk',
    userId: holderId,
    type: 'fixed',
    value: perk.faceValueCents,
    maxCents: null,
    expiresInDays: DEFAULT_REWARD_DAYS,
  });
}
