import type { CashbackTerms, ProgramRewards } from '../../../programs/model.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';

/** E.g. 10 %, at most $20.00 an order. */
export function cashbackWords(terms: CashbackTerms | null | undefined): string {
  if (!terms) return 'none';
  const amount = terms.type === 'fixed' ? formatMoney(terms.value) : `${formatNumber(terms.value)} %`;
  return terms.maxPerTransaction ? `${amount}, at most ${formatMoney(terms.maxPerTransaction)}` : amount;
}

/** E.g. 1 a dollar, 10 a proof. */
export function pointsWords(points: ProgramRewards['points']): string {
  const parts = [
    points?.perDollar ? `${formatNumber(points.perDollar)} a dollar` : '',
    points?.perAction ? `${formatNumber(points.perAction)} a proof` : '',
  ];
  return parts.filter(Boolean).join(', ') || 'none';
}
