import type { IMPORT_FORMATS } from '../../../../../db/enums.ts';
import type { Import } from '../../../../programs/imports/model.ts';
import { formatMoney } from '../../../data/format.ts';
import { memberImport as t } from '../../../messages/memberImport/index.ts';
import { formatText } from '../../../messages/text.ts';

type Format = (typeof IMPORT_FORMATS)[number];

const PRODUCTS: Record<Exclude<Format, 'generic'>, string> = {
  square: 'Square',
  stampMe: 'Stamp Me',
  smile: 'Smile',
  stamped: 'Stamped',
  loopyLoyalty: 'Loopy Loyalty',
};

/** Names the product that a file comes from. */
export function formatSource(format: Format): string {
  return format === 'generic' ? t.aCsvFile : formatText(t.exportOf, { product: PRODUCTS[format] });
}

/** Describes the opening balances of an import: 120 points, 7 stamps, $4.50 cashback, 2 rewards, previous purchases of $80.00. */
export function formatTotals({
  totals: { points, visits, cashback, rewards, spend },
  currency,
}: Import): string {
  const parts = [
    points > 0 && formatText(t.points, { count: points }),
    visits > 0 && formatText(t.stamps, { count: visits }),
    cashback > 0 && formatText(t.cashbackOf, { amount: formatMoney(cashback, currency) }),
    rewards > 0 && formatText(t.rewards, { count: rewards }),
    spend > 0 && formatText(t.spendOf, { amount: formatMoney(spend, currency) }),
  ];
  return parts.filter(part => part !== false).join(', ');
}
