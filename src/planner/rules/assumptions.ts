import { MIN_WEIGHT, YEARLY_WEIGHT } from '../../library/freshness.ts';
import type { ReferenceLibrary } from '../../library/library.ts';
import type { Assumption } from '../model.ts';
import { MIN_FIT } from '../optimizer/rules/integer-program.ts';
import { EXPECTED_APPROVAL_RATE, PRIOR_COMPLETIONS, PRIOR_REVIEWS } from './bayesian-shrinkage.ts';
import {
  CONFIDENCE_FACTORS,
  DEFAULT_CUSTOMERS_PER_MONTH,
  EFFORT_DECAY,
  MIN_COMPLETIONS,
  MIN_SPEND_CENTS,
  RETURN_STEPS,
  REWARD_ELASTICITY,
  SHARE_RATE,
} from './economics.ts';
import { PLANNED_SHARE, PLATFORM_SHARE } from './plan.ts';

interface AssumptionInputs {
  customersPerMonth: number;
  approvalRate: number;
  /** Number of reviewed submissions behind the approval rate. */
  decided: number;
  /** Correction factors on the completion curve by effort, where this installation has enough data. */
  calibration: ReadonlyMap<number, number>;
  hasGoals: boolean;
}

const CENTS = 100;
const DIGITS = 4;

type AssumptionFactory = (name: string, value: number, text: string, sources?: string[]) => Assumption;

/** Lists every assumption of a plan with its figure and source. */
export function listAssumptions(library: ReferenceLibrary, inputs: AssumptionInputs): Assumption[] {
  const make: AssumptionFactory = (name, value, text, sources = []) => ({
    name,
    value: Number(value.toFixed(DIGITS)),
    text,
    sources: sources.flatMap(id => library.cite(id) ?? []),
  });
  return [
    ...participationAssumptions(make, inputs),
    ...valueAssumptions(make),
    ...constraintAssumptions(make, inputs.hasGoals),
  ];
}

/** Assumptions about participation and approval. */
function participationAssumptions(
  make: AssumptionFactory,
  { customersPerMonth, approvalRate, decided, calibration }: AssumptionInputs,
) {
  const origin =
    customersPerMonth === DEFAULT_CUSTOMERS_PER_MONTH
      ? 'our assumption; set customersPerMonth to change it'
      : 'as requested';
  return [
    make('customersPerMonth', customersPerMonth, `Customers you can ask per month: ${origin}.`),
    make(
      'shareRate',
      SHARE_RATE,
      'Share of customers asked who complete an action of one or two taps: the middle of 5 to 9%.',
      ['friendbuy-benchmarks'],
    ),
    make(
      'effortDecay',
      EFFORT_DECAY,
      'Factor on completions per additional level of effort (0 to 5), calculated from the share rate (effort 1) and ' +
        'the rate of purchases by friends (effort 5: 2.3 clicks per share, 4% of which lead to a purchase).',
      ['friendbuy-benchmarks', 'referralcandy-2025'],
    ),
    make(
      'rewardElasticity',
      REWARD_ELASTICITY,
      'Completions grow with (reward ÷ price of the time it takes) to this power, by a factor of 0.5 to 2: our ' +
        'assumption. The source found that the size of a reward matters little; time is priced at 12 USD per hour.',
      ['perkalead-ama', 'prolific-pay'],
    ),
    ...[...calibration].map(([effort, factor]) =>
      make(
        `calibrationEffort${effort}`,
        factor,
        `Completions of this installation's campaigns with effort ${effort}, relative to the curve ` +
          `(Bayesian shrinkage; the curve has the weight of ${PRIOR_COMPLETIONS} completions).`,
      ),
    ),
    make(
      'approvalRate',
      approvalRate,
      `Approved share of reviewed submissions: an expected ${EXPECTED_APPROVAL_RATE} with the weight of ` +
        `${PRIOR_REVIEWS} reviews, combined with ${decided} reviews of this installation and business.`,
    ),
  ];
}

/** Assumptions about the value of a completion. */
function valueAssumptions(make: AssumptionFactory) {
  return [
    ...RETURN_STEPS.map(({ share, value }, index) =>
      make(
        `diminishingReturns${index + 1}`,
        value,
        `Value of a completion in step ${index + 1} relative to the first step. The step covers ` +
          `${share * CENTS}% of potential participants: our assumption. Completions with a value below their reward ` +
          'are not planned.',
      ),
    ),
    ...(['high', 'medium', 'low'] as const).map(level =>
      make(
        `countedAtConfidence.${level}`,
        CONFIDENCE_FACTORS[level],
        `Share of a value that is counted if its confidence is ${level}: our assumption.`,
      ),
    ),
    make(
      'yearlyWeight',
      YEARLY_WEIGHT,
      `A value whose oldest figure is from two years ago or longer is counted at ${YEARLY_WEIGHT} to the power of its ` +
        `age in years − 1, at least ${MIN_WEIGHT}: our assumption.`,
    ),
  ];
}

/** Constraints that a plan observes. */
function constraintAssumptions(make: AssumptionFactory, hasGoals: boolean) {
  const fit = make(
    'goalFit',
    MIN_FIT,
    'Minimum average fit between spend and goals, by the weights of the goals: our judgment.',
  );
  return [
    make('leastCompletions', MIN_COMPLETIONS, 'Minimum completions that justify a campaign: our assumption.'),
    make(
      'leastSpend',
      MIN_SPEND_CENTS / CENTS,
      'Minimum dollars in rewards that justify a campaign: our assumption.',
    ),
    make(
      'plannedShare',
      PLANNED_SHARE,
      'Maximum share of the monthly budget that is planned; the rest is a reserve: our choice.',
    ),
    make('platformShare', PLATFORM_SHARE, 'Maximum share of the monthly budget per platform: our choice.'),
    ...(hasGoals ? [fit] : []),
  ];
}
