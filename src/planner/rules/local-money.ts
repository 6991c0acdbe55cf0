import { getUnitScale } from '../../platform/money.ts';
import type { Candidate } from './economics.ts';

/*
 * Published figures are in US dollars, and candidates are calculated from them in cents. A plan is made in the smallest
 * unit of the business's currency, so its candidates are restated before the optimizer chooses among them.
 */

const CENTS_PER_DOLLAR = 100;

/** The currency of a plan and the rate at which its business reads US dollars. */
export interface PlanCurrency {
  currency: string;
  /** The worth of one US dollar in the currency. */
  usdRate: number;
}

/** Restates US cents in the smallest unit of another currency. */
export function restateCents(usdCents: number, { currency, usdRate }: PlanCurrency): number {
  return Math.round((usdCents / CENTS_PER_DOLLAR) * usdRate * getUnitScale(currency));
}

/** Restates a candidate; rewards become amounts that a person would offer. US dollars stay as they are. */
export function restateCandidate(candidate: Candidate, into: PlanCurrency): Candidate {
  if (into.usdRate === 1 && getUnitScale(into.currency) === CENTS_PER_DOLLAR) return candidate;
  const restate = (cents: number) => restateCents(cents, into);
  return {
    ...candidate,
    rewardCents: roundDown(restate(candidate.rewardCents)),
    valueCents: restate(candidate.valueCents),
    lowCents: restate(candidate.lowCents),
    highCents: restate(candidate.highCents),
    steps: candidate.steps.map(step => ({ ...step, valueCents: restate(step.valueCents) })),
  };
}

/** Below this leading part of an amount, tenths of its magnitude are round; above it, halves are. */
const SMALL_LEAD = 2;

/** Rounds an amount down to a round one: 1,238 to 1,200, 463 to 450, 757 to 750. Never to 0. */
function roundDown(units: number): number {
  if (units < 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(units));
  const step = Math.max(1, units / magnitude < SMALL_LEAD ? magnitude / 10 : magnitude / 2);
  return Math.floor(Math.floor(units / step) * step);
}
