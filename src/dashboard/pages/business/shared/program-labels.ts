import type { CashbackTerms, ProgramRewards } from '../../../../programs/model.ts';
import {
  formatMoney,
  formatNumber,
  formatPercent,
  formatRoundMoney,
  toShownRate,
} from '../../../data/format.ts';
import { programs as t } from '../../../messages/programs/index.ts';
import { FORMAT_LOCALE, formatText } from '../../../messages/text.ts';

/** Formats cashback terms, e.g. 10%, up to $20.00 per order. */
export function formatCashbackTerms(terms: CashbackTerms | null | undefined): string {
  return terms ? limitPerOrder(formatRate(terms), terms) : t.noCashback;
}

function formatRate({ type, value }: CashbackTerms): string {
  return type === 'fixed' ? formatMoney(value) : formatPercent(value);
}

function limitPerOrder(rate: string, { maxPerTransaction }: CashbackTerms): string {
  return maxPerTransaction ? formatText(t.upToPerOrder, { rate, max: formatMoney(maxPerTransaction) }) : rate;
}

/** Formats points, e.g. 1 per dollar, 10 per submission; empty without points. */
function formatPoints(points: ProgramRewards['points']): string {
  const rate = points?.perDollar ? toShownRate(points.perDollar) : undefined;
  const parts = [
    rate
      ? formatText(t.pointsPer, { points: formatNumber(rate.points), amount: formatRoundMoney(rate.amount) })
      : '',
    points?.perAction ? formatText(t.pointsPerSubmission, { points: formatNumber(points.perAction) }) : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** More goals or tiers are counted instead of named. */
const MAX_NAMED = 2;

function nameOrCount(names: string[], counted: string): string {
  return names.length <= MAX_NAMED
    ? new Intl.ListFormat(FORMAT_LOCALE).format(names)
    : formatText(counted, { count: names.length });
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
  const tierNames = tiers.map(({ name }) => name);
  const rate = formatPoints(points);
  return [
    nameOrCount(cards, t.counts.cards),
    cashback ? limitPerOrder(formatText(t.cashbackRate, { rate: formatRate(cashback) }), cashback) : '',
    rate && formatText(t.points, { rate }),
    shop.length > 0 ? formatText(t.rewardsForPoints, { count: shop.length }) : '',
    tiers.length > 0 ? formatText(t.tiers, { names: nameOrCount(tierNames, t.counts.tiers) }) : '',
    nameOrCount(others, t.counts.goals),
  ].filter(Boolean);
}
