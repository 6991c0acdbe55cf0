import { hasAtMostDecimals } from '../../platform/money.ts';
import type { Plan } from '../plan-model.ts';
import type { Check, ReferenceData } from '../seed-model.ts';

/** Prices are in US dollars. */
const PRICE_DECIMALS = 2;

/** The plans that the product requires. */
const NAMED_PLANS = ['selfHosted', 'starter', 'growth'];
const MONTHS = 12;

/** Checks creator prices and billing plans. */
export function checkOffers(data: ReferenceData, check: Check): void {
  checkCreatorTiers(data, check);
  checkCreatorRates(data, check);
  checkPlans(data.plans, check);
}

/** Checks that tiers have no gaps or overlaps, so that every account above the lowest bound has one. */
function checkCreatorTiers({ pricing }: ReferenceData, check: Check): void {
  const { bands } = pricing.creatorTiers;
  for (const [index, { id, below }] of bands.entries()) {
    const next = bands[index + 1];
    check(
      below === (next?.from ?? null),
      `pricing/creatorTiers/${id}`,
      `ends below ${below}, but the next tier starts at ${next?.from ?? null}`,
    );
  }
}

function checkCreatorRates({ pricing }: ReferenceData, check: Check): void {
  for (const [platform, { creatorRates }] of Object.entries(pricing.platforms)) {
    for (const [tier, rate] of Object.entries(creatorRates ?? {})) {
      const where = `pricing/platforms/${platform}/creatorRates/${tier}`;
      check(rate.low !== null && rate.low > 0, where, 'must have a low price above 0');
      check(
        rate.high === null || rate.high >= (rate.low ?? 0),
        where,
        `high (${rate.high}) must not be below low`,
      );
    }
  }
}

function checkPlans(plans: readonly Plan[], check: Check): void {
  for (const id of NAMED_PLANS) {
    check(plans.filter(plan => plan.id === id).length === 1, `plans/${id}`, 'must exist exactly once');
  }
  for (const { id, priceMonthly, priceYearly, limits } of plans) {
    const where = `plans/${id}`;
    const isMoney = [priceMonthly, priceYearly].every(price => hasAtMostDecimals(price, PRICE_DECIMALS));
    check(isMoney, where, 'prices must have at most 2 decimals');
    check(
      priceYearly <= priceMonthly * MONTHS,
      where,
      'the yearly price must not exceed twelve monthly prices',
    );
    const isUnlimited = Object.values(limits).every(limit => limit === null);
    check(id !== 'selfHosted' || (isUnlimited && priceMonthly === 0), where, 'must be free and unlimited');
  }
}
