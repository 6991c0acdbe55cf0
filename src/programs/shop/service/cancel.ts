import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { recordAction } from '../../../places/service/actions.ts';
import { nowIso } from '../../../platform/clock.ts';
import * as rewards from '../../../rewards/service.ts';
import { reverseFunds } from '../../cashback/service/accounts.ts';
import { getMemberRow, touchLastActivity } from '../../cashback/service/balances.ts';
import * as memberStore from '../../members/store.ts';
import { assertInRefundWindow } from '../../refunds/service/window.ts';
import { requireOwn, resolveProgramLockKeys } from '../../service/read.ts';
import type { ShopOrder, ShopOrderCancellation } from '../model.ts';
import { assertCancelable, getPointsBalance, toShopOrder } from '../rules.ts';
import * as store from '../store.ts';

/** The reason on the reward of a canceled purchase, if none is given. */
const DEFAULT_REASON = 'The purchase was canceled';

/**
 * Cancels a purchase with points once: the points return to the member, the item to the stock and the member's limit,
 * and the reward's code is void. A reward that has expired unused stays expired.
 * @throws NOT_FOUND, INVALID_TRANSITION if it was canceled before, CONFLICT if the reward was redeemed or after the
 * business's window of refunds, FORBIDDEN for the position counter after its window
 */
export async function cancelShopOrder(
  ctx: Ctx,
  programId: string,
  orderId: string,
  { reason, placeId }: ShopOrderCancellation,
): Promise<ShopOrder> {
  await rewards.expireDue(ctx);
  const cancel = async (tx: TxCtx): Promise<ShopOrder> => {
    const program = await requireOwn(tx, programId);
    const order = await store.find(tx.db, orderId);
    if (order?.programId !== program.id) throw notFound({ kind: 'shopOrder', field: 'orderId' });
    const { rewardId, points, itemId, transferId } = order;
    const bought = await rewards.find(tx, rewardId);
    if (!bought) throw new Error(`Reward ${rewardId} not found`);
    assertCancelable(order, bought.status);
    await assertInRefundWindow(tx, program.businessId, order.createdAt);
    const member = await getMemberRow(tx, order);
    await reverseFunds(tx, member, transferId, points, reason);
    const active = await touchLastActivity(tx, member);
    const after = await memberStore.adjust(tx.db, active.id, { pointsSpent: -points });
    await store.addCount(tx.db, { scope: program.id, itemId, bought: -1 });
    await store.addCount(tx.db, { scope: member.id, itemId, bought: -1 });
    const reward = await rewards.voidReward(tx, rewardId, reason ?? DEFAULT_REASON);
    const canceledAt = nowIso(tx.clock);
    const canceled = await store.update(tx.db, orderId, { canceledAt, cancelReason: reason ?? null });
    await recordAction(tx, {
      kind: 'cancellation',
      businessId: program.businessId,
      placeId,
      resourceId: orderId,
      programId,
      memberId: member.memberId,
    });
    return { ...toShopOrder(canceled, reward), pointsBalance: getPointsBalance(after) };
  };
  return atomically(ctx, cancel, await resolveProgramLockKeys(ctx, programId));
}
