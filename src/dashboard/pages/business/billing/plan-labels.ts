import type { PlannedCampaign } from '../../../../planner/model.ts';
import { formatMoney, formatRoundMoney } from '../../../data/format.ts';
import { planner as t } from '../../../messages/planner/index.ts';
import { formatText } from '../../../messages/text.ts';

/** Digits of an estimate that are shown; more would look more certain than it is. */
const SIGNIFICANT_DIGITS = 2;
const EXACT_BELOW = 100;
const WEEKS = 4;
/** The smallest value per dollar that is worth naming. */
const NOTABLE_RETURN = 1;

/** Rounds an estimate to two significant digits, such as 2,632 to 2,600; small numbers stay. */
export function roundEstimate(value: number): number {
  if (Math.abs(value) < EXACT_BELOW) return Math.round(value);
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

/** Describes how often an action is expected, such as "about 4 times a month". */
export function describeFrequency(completions: number): string {
  const perWeek = Math.round(completions / WEEKS);
  return perWeek >= 2
    ? formatText(t.timesAWeek, { count: perWeek })
    : formatText(t.timesAMonth, { count: completions });
}

/** Describes the cost of a planned campaign per approved submission. */
export function describeUnitCost({ budget, completions }: PlannedCampaign): string {
  return completions > 0 ? formatText(t.each, { amount: formatMoney(budget / completions) }) : '';
}

/** Says in one sentence why a campaign is part of the plan, by what it is best at. */
export function describeReason(planned: PlannedCampaign, all: readonly PlannedCampaign[]): string {
  if (planned.reach === Math.max(...all.map(({ reach }) => reach))) return t.reasons.reach;
  if (planned.value === Math.max(...all.map(({ value }) => value))) return t.reasons.value;
  if (planned.completions === Math.max(...all.map(({ completions }) => completions))) return t.reasons.joins;
  const perDollar = planned.budget > 0 ? planned.value / planned.budget : 0;
  if (perDollar > NOTABLE_RETURN)
    return formatText(t.reasons.perCost, { value: formatMoney(perDollar), cost: formatRoundMoney(1) });
  return formatText(t.reasons.worth, { value: formatRoundMoney(planned.value) });
}
