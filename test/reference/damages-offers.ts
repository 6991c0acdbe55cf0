import type { Damage } from './damages.ts';

/** Damages of creator rates, plans and texts. */
export const OFFER_DAMAGES: Damage[] = [
  {
    damage: 'tiers of creators with a gap',
    change: data => {
      data.pricing.creatorTiers.bands[1]!.from = 20_000;
    },
    problem: 'pricing/creatorTiers/nano: ends below 10000, but the next tier starts at 20000',
  },
  {
    damage: 'a creator rate that is upside down',
    change: data => {
      data.pricing.platforms.tiktok!.creatorRates!.nano!.high = 4;
    },
    problem: 'pricing/platforms/tiktok/creatorRates/nano: high (4) must not be below low',
  },
  {
    damage: 'a plan that is missing',
    change: data => {
      data.plans = data.plans.filter(({ id }) => id !== 'growth');
    },
    problem: 'plans/growth: must exist exactly once',
  },
  {
    damage: 'a year that costs more than its months',
    change: data => {
      data.plans[1]!.priceYearly = 300;
    },
    problem: 'plans/starter: the yearly price must not exceed twelve monthly prices',
  },
  {
    damage: 'a self-hosted plan with a limit',
    change: data => {
      data.plans[0]!.limits.members = 10;
    },
    problem: 'plans/selfHosted: must be free and unlimited',
  },
  {
    damage: 'terms without a section',
    change: data => {
      data.legal.terms.sections = [];
    },
    problem: 'legal/terms/sections: Expected array length to be greater or equal to 1',
  },
];
