import type { MemberRow } from '../../../db/schema/programs.ts';
import type { ShopOrderRow } from '../../../db/schema/visits.ts';
import { AppError } from '../../errors.ts';
import type { Reward } from '../../rewards/model.ts';
import type { ShopOffer } from '../members/model.ts';
import type { ShopItem } from '../model.ts';
import type { ShopOrder } from './model.ts';

/** How often an item was bought: by all members, and by one of them. */
export interface ItemCounts {
  total: number;
  own: number;
}

/** Returns the rest of an item's stock; null for any number. A stock that was lowered later may be overdrawn. */
export function getRemaining({ stock }: ShopItem, total: number): number | null {
  return stock == null ? null : Math.max(0, stock - total);
}

export function getPointsBalance({ points, pointsSpent }: Pick<MemberRow, 'points' | 'pointsSpent'>): number {
  return points - pointsSpent;
}

/** Returns whether a member can buy an item, or why not. */
export function getOfferStatus(
  item: ShopItem,
  member: MemberRow,
  { total, own }: ItemCounts,
): ShopOffer['status'] {
  if (getRemaining(item, total) === 0) return 'soldOut';
  if (item.perMember != null && own >= item.perMember) return 'limitReached';
  return getPointsBalance(member) < item.points ? 'tooFewPoints' : 'available';
}

/** @throws LIMIT_REACHED, INSUFFICIENT_BALANCE */
export function assertCanBuy(item: ShopItem, member: MemberRow, counts: ItemCounts): void {
  const status = getOfferStatus(item, member, counts);
  if (status === 'soldOut') throw limitReached('stock', 'is used up', item.stock as number);
  if (status === 'limitReached')
    throw limitReached('perMember', 'is reached by the member', item.perMember as number);
  if (status === 'tooFewPoints') {
    const balance = getPointsBalance(member).toLocaleString('en-US');
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      `Only ${balance} of ${item.points.toLocaleString('en-US')} points are available`,
    );
  }
}

function limitReached(field: 'stock' | 'perMember', issue: string, limit: number): AppError {
  const message =
    field === 'stock' ? 'The reward is sold out' : "The member's limit for this reward is reached";
  return new AppError('LIMIT_REACHED', message, { details: [{ field, issue, rule: 'maximum', limit }] });
}

/** Converts a purchase to its API representation. */
export function toShopOrder(row: ShopOrderRow, reward: Reward): Omit<ShopOrder, 'pointsBalance'> {
  const { id, programId, memberId, points, createdAt, canceledAt, cancelReason } = row;
  const status = canceledAt === null ? 'completed' : 'canceled';
  return {
    id,
    programId,
    memberId,
    rewardId: row.itemId,
    points,
    status,
    reward,
    createdAt,
    canceledAt,
    cancelReason,
  };
}

/** @throws INVALID_TRANSITION if the purchase was canceled before, CONFLICT if its reward was redeemed */
export function assertCancelable(row: ShopOrderRow, status: Reward['status']): void {
  if (row.canceledAt !== null)
    throw new AppError('INVALID_TRANSITION', 'The purchase has already been canceled');
  if (status === 'redeemed')
    throw new AppError('CONFLICT', 'The reward has been redeemed. Reinstate it first.', {
      details: [{ field: 'orderId', issue: 'has a reward that was redeemed', rule: 'conflict' }],
    });
}
