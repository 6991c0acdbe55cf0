import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { recordAction } from '../../../places/service/actions.ts';
import { nowIso } from '../../../platform/clock.ts';
import { moveFunds } from '../../cashback/service/accounts.ts';
import { touchLastActivity } from '../../cashback/service/balances.ts';
import * as memberStore from '../../members/store.ts';
import { issueReward } from '../../service/issue.ts';
import {
  assertActive,
  assertCanEarn,
  requireEnrolled,
  requireVisible,
  resolveMemberId,
  resolveProgramLockKeys,
} from '../../service/read.ts';
import type { NewShopOrder, ShopOrder } from '../model.ts';
import { assertCanBuy, getPointsBalance, toShopOrder } from '../rules.ts';
import * as store from '../store.ts';
import { findItem, getItemCounts } from './offers.ts';

/**
 * Buys a reward of the program's shop with a member's points: the business for any member, customers for themselves.
 * Points, stock, limit and reward change in one transaction.
 * @throws NOT_FOUND, FORBIDDEN, PROGRAM_NOT_ACTIVE, NOT_A_MEMBER, MEMBER_SUSPENDED, LIMIT_REACHED, INSUFFICIENT_BALANCE
 */
export async function buyReward(ctx: Ctx, programId: string, input: NewShopOrder): Promise<ShopOrder> {
  const buy = async (tx: TxCtx): Promise<ShopOrder> => {
    const program = await requireVisible(tx, programId);
    const member = await requireEnrolled(tx, program, resolveMemberId(tx, input.memberId));
    assertActive(program);
    assertCanEarn(member);
    const item = findItem(program, input.rewardId);
    if (!item) throw unknownReward();
    assertCanBuy(item, member, await getItemCounts(tx, member, input.rewardId));
    const { memberId } = member;
    const { points } = item;
    const id = tx.ids.next('shopOrder');
    const transferId = await moveFunds(tx, member, {
      kind: 'points.spent',
      from: 'points',
      to: 'pointsSpent',
      amount: points,
      reference: id,
    });
    const after = await memberStore.adjust(tx.db, (await touchLastActivity(tx, member)).id, {
      pointsSpent: points,
    });
    await store.addCount(tx.db, { scope: program.id, itemId: input.rewardId, bought: 1 });
    await store.addCount(tx.db, { scope: member.id, itemId: input.rewardId, bought: 1 });
    const reward = await issueReward(tx, program, memberId, 'shop', item.reward);
    const row = await store.insert(tx.db, {
      id,
      programId,
      memberId,
      points,
      transferId,
      businessId: program.businessId,
      memberKey: member.id,
      itemId: input.rewardId,
      rewardId: reward.id,
      actorKind: tx.actor.kind,
      actorId: tx.actor.id,
      createdAt: nowIso(tx.clock),
    });
    await recordAction(tx, {
      kind: 'shopOrder',
      businessId: program.businessId,
      placeId: input.placeId,
      resourceId: id,
      programId,
      memberId,
    });
    return { ...toShopOrder(row, reward), pointsBalance: getPointsBalance(after) };
  };
  return atomically(ctx, buy, await resolveProgramLockKeys(ctx, programId));
}

function unknownReward(): AppError {
  return new AppError('NOT_FOUND', 'The shop of the program has no reward with this ID', {
    details: [
      { field: 'rewardId', issue: "is not the ID of an item in the program's rewards.shop", rule: 'unknown' },
    ],
  });
}
