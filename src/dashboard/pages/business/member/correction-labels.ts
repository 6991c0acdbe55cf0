import { getDigits } from '../../../../platform/currency-digits.ts';
import type { Adjustment } from '../../../../programs/adjustments/model.ts';
import type { Member } from '../../../../programs/members/model.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { caller } from '../../../data/session.ts';
import { memberCorrections as t } from '../../../messages/memberCorrections/index.ts';
import { FORMAT_LOCALE, formatText } from '../../../messages/text.ts';

/** The balances that can be corrected, by their names in the API. */
export type BalanceKind = keyof typeof t.balances;

/** Returns the balance that a correction changed. */
export function getBalanceKind({ points, visits }: Pick<Adjustment, 'points' | 'visits'>): BalanceKind {
  if (points !== 0) return 'points';
  return visits === 0 ? 'cashback' : 'visits';
}

/** Formats a member's balance, e.g. 70 points. */
export function formatBalance(member: Member, kind: BalanceKind): string {
  const { pointsBalance, visits, cashback, currency } = member;
  if (kind === 'cashback')
    return formatText(t.cashbackOf, { amount: formatMoney(cashback.available, currency) });
  const count = kind === 'points' ? pointsBalance : visits;
  return formatText(t.counts[kind], { amount: formatNumber(count), count });
}

/** Formats the change of a correction, e.g. +50 points. */
export function formatCorrection(adjustment: Adjustment): string {
  const kind = getBalanceKind(adjustment);
  const { [kind]: change, currency } = adjustment;
  if (kind === 'cashback') return formatText(t.cashbackOf, { amount: formatSigned(change, currency) });
  return formatText(t.counts[kind], { amount: formatSigned(change), count: change });
}

function formatSigned(value: number, currency?: string): string {
  const digits = currency === undefined ? 0 : getDigits(currency);
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const money = currency === undefined ? {} : ({ style: 'currency', currency } as const);
  const options = { ...money, ...fraction, signDisplay: 'always' } as const;
  return new Intl.NumberFormat(FORMAT_LOCALE, options).format(value);
}

/** Names who corrected a balance. */
export function formatCorrector(
  { adjustedBy: { kind, id } }: Adjustment,
  users: Map<string, string>,
): string {
  if (kind === 'apiKey') return t.apiKey;
  if (kind === 'system') return t.commandLine;
  return id === caller.value?.user.id ? t.you : (users.get(id) ?? t.teamMember);
}
