import type { Library } from '../../reference/rules.ts';
import type { Assumption } from '../model.ts';
import {
  CONFIDENCE_COUNTED,
  CUSTOMERS_ASKED,
  EFFORT_DECAY,
  LEAST_COMPLETIONS,
  LEAST_SPEND_CENTS,
  REWARD_ELASTICITY,
  STEPS,
} from './economics.ts';
import { LEAST_FIT } from './programme.ts';
import { PRIOR_COMPLETIONS, PRIOR_REVIEWS } from './shrink.ts';

export interface Grounds {
  customersPerMonth: number;
  approvalRate: number;
  /** Reviewed submissions behind the approval rate. */
  decided: number;
  /** Factor on the curve by effort, where this installation has seen enough. */
  calibration: ReadonlyMap<number, number>;
  hasGoals: boolean;
}

const CENTS = 100;
const DIGITS = 4;

/** Everything that a plan takes for granted, each with its figure and where that comes from. */
export function assumptionsOf(library: Library, grounds: Grounds): Assumption[] {
  const make = (name: string, value: number, text: string, sources: string[] = []): Assumption => ({
    name,
    value: Number(value.toFixed(DIGITS)),
    text,
    sources: sources.flatMap(id => library.cite(id) ?? []),
  });
  const { customersPerMonth, approvalRate, decided, calibration, hasGoals } = grounds;
  const given = customersPerMonth === CUSTOMERS_ASKED ? 'our assumption; send customersPerMonth' : 'as asked';
  return [
    make('customersPerMonth', customersPerMonth, `Customers who can be asked in a month: ${given}.`),
    make(
      'shareRate',
      0.07,
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
      `Approved out of reviewed submissions: 0.7 expected, which counts like ${PRIOR_REVIEWS} reviews, and ` +
        `${decided} reviews of this installation and business.`,
    ),
    ...STEPS.map(({ share, worth }, index) =>
      make(
        `diminishingReturns${index + 1}`,
        worth,
        `What a completion of step ${index + 1} is worth against the first: a step is ${share * CENTS} % of those who ` +
          'would take part. Our assumption; what is worth less than its reward is not bought.',
      ),
    ),
    ...(['high', 'medium', 'low'] as const).map(level =>
      make(
        `countedAtConfidence${level}`,
        CONFIDENCE_COUNTED[level],
        `What is counted of a value known with ${level} confidence: our assumption.`,
      ),
    ),
    make(
      'leastCompletions',
      LEAST_COMPLETIONS,
      'A campaign for fewer is not worth setting up: our assumption.',
    ),
    make('leastSpend', LEAST_SPEND_CENTS / CENTS, 'Nor is one for fewer dollars of rewards: our assumption.'),
    make(
      'plannedShare',
      0.9,
      'Of the monthly budget, so much is planned at most; the rest is reserve: our choice.',
    ),
    make('platformShare', 0.5, 'Of the monthly budget, so much goes to one platform at most: our choice.'),
    ...(hasGoals
      ? [
          make(
            'goalFit',
            LEAST_FIT,
            'How well the money must serve the goals on average, by the weights answered with them: our judgement.',
          ),
        ]
      : []),
  ];
}
