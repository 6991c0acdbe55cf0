import type { CashbackRow, MemberRow } from '../../../db/schema/programs.ts';
import { AppError } from '../../errors.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { calculateMinimumAmount, calculateShare, toBasisPoints, toCents } from '../../platform/money.ts';
import { countLocalDays, getEndOfLocalDay } from '../../platform/time-zone.ts';
import { type CashbackTerms, DEFAULT_HOLD_DAYS, type ProgramRewards } from '../model.ts';

/** Transitions that a business may request; the others follow from time and spending. */
const CASHBACK_TRANSITIONS = {
  confirm: { from: 'pending', to: 'available' },
  void: { from: 'pending', to: 'void' },
  reverse: { from: 'available', to: 'reversed' },
} as const;
/** @throws INVALID_TRANSITION for any other state, and for reversing partly spent cashback */
export function assertCashbackTransition(row: CashbackRow, action: keyof typeof CASHBACK_TRANSITIONS): void {
  const { from, to } = CASHBACK_TRANSITIONS[action];
  if (row.status !== from)
    throw new AppError('INVALID_TRANSITION', `Cannot change cashback from ${row.status} to ${to}`);
  if (row.remainingCents < row.amountCents - row.refundedCents)
    throw new AppError('INVALID_TRANSITION', `Cannot change partly redeemed cashback to ${to}`);
}

/** The cents that a transaction earns before the member's cap, and the percentage applied. */
export interface CashbackAmount {
  cents: number;
  /** Basis points; null for a fixed amount. */
  rate: number | null;
}

/** Returns a percentage of the order, rounded down to the cent, or the fixed amount. */
export function calculateCashback(
  terms: CashbackTerms,
  orderValueCents: number | null,
  currency: string,
): CashbackAmount {
  if (terms.type === 'fixed') {
    return {
      cents: capAt(toCents(terms.value, currency, 'value'), terms.maxPerTransaction, currency),
      rate: null,
    };
  }
  const rate = toBasisPoints(terms.value, 'value');
  const cents = orderValueCents === null ? 0 : calculateShare(orderValueCents, rate);
  return { cents: capAt(cents, terms.maxPerTransaction, currency), rate };
}

/** Returns the lowest order value, in cents, that earns at least one cent. */
export function calculateMinimumOrder({ rate }: CashbackAmount): number {
  return rate === null ? 1 : calculateMinimumAmount(rate);
}

/** Caps cents at a limit given as an amount, if there is one. */
export function capAt(cents: number, limit: number | null | undefined, currency: string): number {
  return limit == null ? cents : Math.min(cents, toCents(limit, currency, 'limit'));
}

/**
 * Returns the cents that an order value credits, for the limit on automatic approvals: its percentage, before any
 * cap. Points and goals have no value in money, so the order value itself is used if they depend on it.
 * @returns 0 if nothing depends on the order value
 */
export function calculateCredit(
  orderValueCents: number,
  { cashback, points, goals = [] }: ProgramRewards,
): number {
  const countsDollars = (points?.perDollar ?? 0) > 0 || goals.some(({ metric }) => metric === 'spend');
  if (countsDollars) return orderValueCents;
  return cashback?.type === 'percentage'
    ? calculateShare(orderValueCents, toBasisPoints(cashback.value, 'value'))
    : 0;
}

/** Returns how much of an amount the member's cap still allows. */
export function capAtMemberLimit(
  cents: number,
  terms: CashbackTerms | null | undefined,
  { grantedCents, currency }: Pick<MemberRow, 'grantedCents' | 'currency'>,
): number {
  const limit = terms?.maxPerMember;
  return limit == null
    ? cents
    : Math.max(0, Math.min(cents, toCents(limit, currency, 'limit') - grantedCents));
}

/** Returns when cashback earned now becomes available, and the end of the last day on which it can be spent. */
export function getCashbackDates(
  terms: Pick<CashbackTerms, 'holdDays' | 'expiresInDays'> | null | undefined,
  now: number,
  timeZone: string,
) {
  const availableAt = now + (terms?.holdDays ?? DEFAULT_HOLD_DAYS) * DAY_MS;
  const days = terms?.expiresInDays;
  const expiresAt = days == null ? null : iso(getEndOfLocalDay(availableAt, days, timeZone));
  return { availableAt: iso(availableAt), expiresAt };
}

/** Returns the dates of cashback that is confirmed early: it can be spent on as many days, counted from now. */
export function getConfirmedDates(
  { availableAt, expiresAt }: Pick<CashbackRow, 'availableAt' | 'expiresAt'>,
  now: number,
  timeZone: string,
) {
  if (expiresAt === null) return { availableAt: iso(now), expiresAt };
  const days = countLocalDays(Date.parse(availableAt), Date.parse(expiresAt), timeZone);
  return { availableAt: iso(now), expiresAt: iso(getEndOfLocalDay(now, days, timeZone)) };
}
