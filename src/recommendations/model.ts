import { type Static, Type } from '@sinclair/typebox';
import { Id, Nullable, oneOf } from '../platform/schema.ts';

export const RECOMMENDATION_TYPES = [
  'forbiddenAction',
  'undisclosedAction',
  'reviewBacklog',
  'duplicateProofs',
  'approvalRateLow',
  'approvalRateHigh',
  'rewardOffOracle',
  'budgetPace',
  'campaignEnding',
  'suggestionEarns',
  'suggestionIdle',
  'idlePlatform',
  'notEnoughData',
] as const;
export type RecommendationType = (typeof RECOMMENDATION_TYPES)[number];

/** The most urgent first. */
export const PRIORITIES = ['high', 'medium', 'low'] as const;

export const Recommendation = Type.Object(
  {
    id: Type.String({ description: 'The same as long as the same thing is recommended' }),
    type: oneOf(RECOMMENDATION_TYPES),
    title: Type.String(),
    reason: Type.String({ description: 'The figures it rests on' }),
    impact: Type.Object({
      metric: Type.String(),
      from: Nullable(Type.Number()),
      to: Nullable(Type.Number()),
    }),
    priority: oneOf(PRIORITIES),
    campaignId: Nullable(Id()),
    apply: Type.Object(
      {
        method: oneOf(['POST', 'PUT']),
        path: Type.String(),
        body: Type.Record(Type.String(), Type.Unknown()),
      },
      { description: 'The request that carries it out, to be sent as it is' },
    ),
  },
  { $id: 'Recommendation' },
);
export type Recommendation = Static<typeof Recommendation>;
