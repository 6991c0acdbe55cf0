import type { CashbackTerms, ProgramRewards } from '../../../programs/model.ts';
import { formatMoney, formatNumber, formatPercent, formatRoundMoney, plural } from '../../data/format.ts';

/** Formats cashback terms, e.g. 10%, up to $20.00 per order. */
export function formatCashbackTerms(terms: CashbackTerms | null | undefined): string {
  if (!terms) return 'None';
  const amount = terms.type === 'fixed' ? formatMoney(terms.value) : formatPercent(terms.value);
  return terms.maxPerTransaction
    ? `${amount}, up to ${formatMoney(terms.maxPerTransaction)} per order`
    : amount;
}

/** Describes cashback terms, e.g. 10% cashback, up to $20.00 per order. */
function describeCashback(terms: CashbackTerms): string {
  const [rate = '', ...limits] = formatCashbackTerms(terms).split(', ');
  return [`${rate} cashback`, ...limits].join(', ');
}

/** Formats points, e.g. 1 per dollar, 10 per submission. */
export function formatPoints(points: ProgramRewards['points']): string {
  const parts = [
    points?.perDollar ? `${formatNumber(points.perDollar)} per ${formatRoundMoney(1)}` : '',
    points?.perAction ? `${formatNumber(points.perAction)} per submission` : '',
  ];
  return parts.filter(Boolean).join(', ') || 'None';
}

/** More goals or tiers are counted instead of named. */
const MAX_NAMED = 2;

function nameOrCount(names: string[], noun: string): string {
  return names.length <= MAX_NAMED ? names.join(' and ') : plural(names.length, noun);
}

/** Says in short phrases what members get, e.g. 10th coffee free and 5% cashback; stamp cards come first. */
export function listOffers({
  cashback,
  points,
  tiers = [],
  goals = [],
  shop = [],
}: ProgramRewards): string[] {
  const cards = goals.filter(({ metric }) => metric === 'visits').map(({ name }) => name);
  const others = goals.filter(({ metric }) => metric !== 'visits').map(({ name }) => name);
  const rate = formatPoints(points);
  return [
    nameOrCount(cards, 'stamp card'),
    cashback ? describeCashback(cashback) : '',
    rate === 'None' ? '' : `Points: ${rate}`,
    shop.length > 0 ? `${plural(shop.length, 'reward')} for points` : '',
    tiers.length > 0
      ? `Tiers: ${nameOrCount(
          tiers.map(({ name }) => name),
          'tier',
        )}`
      : '',
    nameOrCount(others, 'goal'),
  ].filter(Boolean);
}
