import type { CashbackRow, MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { adjustBalances, getMemberRow, reverseGrant } from '../../cashback/service/balances.ts';
import * as cashbackStore from '../../cashback/store.ts';
import { reduceActivity } from '../../members/service/activities.ts';
import { closeVisit } from '../../visits/service/record.ts';
import { calculatePart, type Moved, type Step, spent, takeBack } from '../rules.ts';
import type { Refunded } from '../store.ts';
import type { Order } from './find-order.ts';

interface OrderRefund {
  step: Step;
  refunded: Refunded;
  /** The field of the request that names the order. */
  field: string;
  reason: string | undefined;
}

/**
 * Takes back the part of an order's cashback, points, spend and visits that a step refunds.
 * @throws INVALID_TRANSITION if its cashback was voided or reversed, INSUFFICIENT_BALANCE if it is spent, CONFLICT if the
 * reward of a goal that it reached was redeemed
 */
export async function takeBackOrder(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  order: Order,
  { step, refunded, field, reason }: OrderRefund,
): Promise<Moved> {
  const { cashback, visit, activities } = order;
  const isWhole = step.after === step.total;
  if (cashback?.status === 'void' || cashback?.status === 'reversed')
    throw new AppError(
      'INVALID_TRANSITION',
      `The order's cashback is ${cashback.status}, so nothing is left`,
    );
  const cents = cashback ? calculatePart(cashback.amountCents, step) : 0;
  if (cashback && cents > 0) await takeBackCashback(tx, member, cashback, cents, { field, reason });
  const isPending = cashback?.status === 'pending';
  const moved = { cashbackCents: cents, heldCents: isPending ? cents : 0, expiredCents: 0 };
  let points = 0;
  let visits = 0;
  for (const reference of activities) {
    // Each activity changes the member's counts.
    const current = await getMemberRow(tx, order);
    const part = await reduceActivity(tx, program, current, reference, {
      toPart: (rest, taken) => calculatePart(rest + taken, step),
      refunded,
      isWhole,
      spent: (needed, left) => {
        const issue = `earned ${needed} points, of which ${left} are left`;
        return spent(`The order ${issue}; the rest are spent`, { field, issue });
      },
    });
    points += part.points;
    visits += part.visits;
  }
  if (visit && isWhole) await closeVisit(tx, visit);
  return { ...moved, points, visits };
}

/** Takes back cashback where it is: pending, available or already returned because it expired. */
async function takeBackCashback(
  tx: TxCtx,
  member: MemberRow,
  row: CashbackRow,
  cents: number,
  { field, reason }: Pick<OrderRefund, 'field' | 'reason'>,
): Promise<void> {
  const after = takeBack(row, cents, field);
  if (row.status === 'expired') await adjustBalances(tx, member, { grantedCents: -cents });
  else {
    await reverseGrant(tx, member, row, cents, reason);
    const balance = row.status === 'pending' ? 'pendingCents' : 'availableCents';
    await adjustBalances(tx, member, { [balance]: -cents, grantedCents: -cents });
  }
  await cashbackStore.update(tx.db, row.id, { ...after, ...(reason && { reason }) });
}
