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

export interface AssumptionInputs {
  customersPerMonth: number;
  approvalRate: number;
  /** Reviewed submissions behind the approval rate. */
  decided: number;
  /** Correction factors on the completion curve by effort, where this installation has enough data. */
  calibration: ReadonlyMap<number, number>;
  hasGoals: boolean;
}

const CENTS = 100;
const DIGITS = 4;

type AssumptionFactory = (name: string, value: number, text: string, sources?: string[]) => Assumption;

/** Lists every assumption of a plan with its figure and source. */
export function listAssumptions(library: ReferenceLibrary, grounds: AssumptionInputs): Assumption[] {
  const make: AssumptionFactory = (name, value, text, sources = []) => ({
    name,
    value: Number(value.toFixed(DIGITS)),
    text,
    sources: sources.flatMap(id => library.cite(id) ?? []),
  });
  return [
    ...participationAssumptions(make, grounds),
    ...valueAssumptions(make),
    ...constraintAssumptions(make, grounds.hasGoals),
  ];
}

/** Assumptions about participation and approval. */
function participationAssumptions(
  make: AssumptionFactory,
  { customersPerMonth, approvalRate, decided, calibration }: AssumptionInputs,
) {
  const given =
    customersPerMonth === DEFAULT_CUSTOMERS_PER_MONTH ? 'our assumption; send customersPerMonth' : 'as asked';
  return [
    make('customersPerMonth', customersPerMonth, `Customers who can be asked in a month: ${given}.`),
    make(
      'shareRate',
      SHARE_RATE,
      'Of customers asked, so many do what takes a tap or two: the middle of 5 to 9 %.',
      ['friendbuy-benchmarks'],
    ),
    make(
      'effortDecay',
      EFFORT_DECAY,
      'What one more step of effort (0 to 5) leaves of the completions: the ratio that leads from the share rate ' +
        '(effort 1) to a purchase by a friend (effort 5: 2.3 clicks a share, 4 % of them buy).',
      ['friendbuy-benchmarks', 'referralcandy-2025'],
    ),
    make(
      'rewardElasticity',
      REWARD_ELASTICITY,
      'Completions rise with (reward ÷ price of the time it takes) to this power, between half and twice: our ' +
        'assumption. The size of a reward matters little, as the source found; time costs 12 USD an hour.',
      ['perkalead-ama', 'prolific-pay'],
    ),
    ...[...calibration].map(([effort, factor]) =>
      make(
        `calibrationEffort${effort}`,
        factor,
        `Campaigns of this installation with effort ${effort} brought so many times what the curve expects ` +
          `(shrunk: the curve counts like ${PRIOR_COMPLETIONS} completions).`,
      ),
    ),
    make(
      'approvalRate',
      approvalRate,
      `Approved out of reviewed submissions: ${EXPECTED_APPROVAL_RATE} expected, which counts like ` +
        `${PRIOR_REVIEWS} reviews, and ${decided} reviews of this installation and business.`,
    ),
  ];
}

/** Assumptions about the value of a completion. */
function valueAssumptions(make: AssumptionFactory) {
  return [
    ...RETURN_STEPS.map(({ share, worth }, index) =>
      make(
        `diminishingReturns${index + 1}`,
        worth,
        `What a completion of step ${index + 1} is worth against the first: a step is ${share * CENTS} % of those ` +
          'who would take part. Our assumption; what is worth less than its reward is not bought.',
      ),
    ),
    ...(['high', 'medium', 'low'] as const).map(level =>
      make(
        `countedAtConfidence.${level}`,
        CONFIDENCE_FACTORS[level],
        `What is counted of a value known with ${level} confidence: our assumption.`,
      ),
    ),
  ];
}

/** Constraints that a plan observes. */
function constraintAssumptions(make: AssumptionFactory, hasGoals: boolean) {
  const fit = make(
    'goalFit',
    MIN_FIT,
    'How well the money must serve the goals on average, by the weights answered with them: our judgement.',
  );
  return [
    make(
      'leastCompletions',
      MIN_COMPLETIONS,
      'A campaign for fewer is not worth setting up: our assumption.',
    ),
    make('leastSpend', MIN_SPEND_CENTS / CENTS, 'Nor is one for fewer dollars of rewards: our assumption.'),
    make(
      'plannedShare',
      PLANNED_SHARE,
      'Of the monthly budget, so much is planned at most; the rest is reserve: our choice.',
    ),
    make(
      'platformShare',
      PLATFORM_SHARE,
      'Of the monthly budget, so much goes to one platform at most: our choice.',
    ),
    ...(hasGoals ? [fit] : []),
  ];
}
