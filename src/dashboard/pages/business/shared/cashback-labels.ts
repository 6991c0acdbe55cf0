import type { Cashback, CashbackTransition } from '../../../../programs/cashback/model.ts';
import { formatMoney, formatRelativeTime } from '../../../data/format.ts';
import { programLists as t } from '../../../messages/programLists/index.ts';
import { formatText } from '../../../messages/text.ts';

const DAY_MS = 86_400_000;

export type CashbackAction = CashbackTransition['action'] | 'refund';

/**
 * Returns the actions of a record. What a submission earned is taken back with its approval instead of a refund.
 * @param refundDays days after an order in which it can be refunded
 */
export function listCashbackActions(record: Cashback, refundDays = 0, nowMs = Date.now()): CashbackAction[] {
  const { status, amount, remaining, refunded, createdAt, submissionId } = record;
  const isClosed = status === 'void' || status === 'reversed' || refunded === amount;
  const isRecent = nowMs <= Date.parse(createdAt) + refundDays * DAY_MS;
  const isRefundable = submissionId === null && !isClosed && isRecent;
  if (status === 'pending') return ['confirm', isRefundable ? 'refund' : 'void'];
  if (isRefundable) return ['refund'];
  return status === 'available' && remaining === amount ? ['reverse'] : [];
}

/** Names the refund of a record. */
export function getRefundLabel({ orderValue }: Cashback): string {
  return orderValue === null ? t.takeBackCashback : t.refundOrder;
}

/** Returns the status, or that a refund was the reason for it. */
export function getShownStatus({ status, refunded }: Cashback): string {
  const isRefunded = refunded > 0 && (status === 'void' || status === 'reversed');
  return isRefunded ? 'refunded' : status;
}

/** Says what happened to a part of the cashback, or when it can be spent. */
export function describeRest({ status, amount, remaining, refunded, availableAt }: Cashback): string | null {
  if (refunded > 0 && refunded < amount) return formatText(t.partRefunded, { amount: formatMoney(refunded) });
  if (status === 'pending') return formatText(t.availableIn, { time: formatRelativeTime(availableAt) });
  return status === 'available' && remaining < amount
    ? formatText(t.partLeft, { amount: formatMoney(remaining) })
    : null;
}
