import { hasAtMostTwoDecimals } from '../../platform/money.ts';
import type { Plan } from '../plan-model.ts';
import type { Check, ReferenceData } from '../seed-model.ts';

/** The plans that the specification names. */
const NAMED_PLANS = ['selfHosted', 'starter', 'growth'];
const MONTHS = 12;

/** What must hold for prices of creators and for plans. */
export function checkOffers(data: ReferenceData, check: Check): void {
  checkCreatorTiers(data, check);
  checkCreatorRates(data, check);
  checkPlans(data.plans, check);
}

/** Tiers follow one another without gap or overlap, so that every account from the lowest on has one. */
function checkCreatorTiers({ pricing }: ReferenceData, check: Check): void {
  const { bands } = pricing.creatorTiers;
  for (const [index, { id, below }] of bands.entries()) {
    const next = bands[index + 1];
    check(
      below === (next?.from ?? null),
      `pricing/creatorTiers/${id}`,
      `ends below ${below}, the next tier begins at ${next?.from ?? null}`,
    );
  }
}

function checkCreatorRates({ pricing }: ReferenceData, check: Check): void {
  for (const [platform, { creatorRates }] of Object.entries(pricing.platforms)) {
    for (const [tier, rate] of Object.entries(creatorRates ?? {})) {
      const where = `pricing/platforms/${platform}/creatorRates/${tier}`;
      check(rate.low !== null && rate.low > 0, where, 'has no low price');
      check(rate.high === null || rate.high >= (rate.low ?? 0), where, `high ${rate.high} is below low`);
    }
  }
}

function checkPlans(plans: readonly Plan[], check: Check): void {
  for (const id of NAMED_PLANS) {
    check(plans.filter(plan => plan.id === id).length === 1, `plans/${id}`, 'must be there exactly once');
  }
  for (const { id, priceMonthly, priceYearly, limits } of plans) {
    const where = `plans/${id}`;
    const isMoney = hasAtMostTwoDecimals(priceMonthly) && hasAtMostTwoDecimals(priceYearly);
    check(isMoney, where, 'a price has more than 2 decimals');
    check(priceYearly <= priceMonthly * MONTHS, where, 'a year costs more than twelve months');
    const isUnlimited = Object.values(limits).every(limit => limit === null);
    check(
      id !== 'selfHosted' || (isUnlimited && priceMonthly === 0),
      where,
      'must be free and without limits',
    );
  }
}
