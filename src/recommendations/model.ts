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

/** Priorities, most urgent first. */
export const PRIORITIES = ['high', 'medium', 'low'] as const;

export const Recommendation = Type.Object(
  {
    id: Type.String({ description: 'Stable while the same recommendation applies' }),
    type: oneOf(RECOMMENDATION_TYPES),
    title: Type.String(),
    reason: Type.String({ description: 'The data the recommendation is based on' }),
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
      { description: 'The API request that applies it, ready to send' },
    ),
  },
  { $id: 'Recommendation' },
);
export type Recommendation = Static<typeof Recommendation>;
