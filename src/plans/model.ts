import { type Static, Type } from '@sinclair/typebox';
import { BILLING_INTERVALS, BILLING_PROVIDERS, QUOTA_METRICS } from '../../db/enums.ts';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';

export type QuotaMetric = (typeof QUOTA_METRICS)[number];

const Used = Type.Object({
  used: Type.Integer(),
  limit: Nullable(Type.Integer({ description: 'Null means no limit' })),
});

/** Usage of a plan; submissions are counted per calendar month (UTC). */
export const Usage = Type.Object({ activeCampaigns: Used, submissions: Used, members: Used });
export type Usage = Static<typeof Usage>;

/**
 * `active` while paid, `pastDue` while a payment is late, `canceled` after it ended; `none` without a subscription if
 * the installation's default plan is a paid one.
 */
const SUBSCRIPTION_STATUSES = ['active', 'pastDue', 'canceled', 'none'] as const;

const NullableTime = Nullable(Timestamp());

/** The plan of a business in events. */
export const Subscription = Type.Object(
  {
    id: Id('Subscription ID, or the business ID if there is no subscription'),
    businessId: Id(),
    provider: oneOf(BILLING_PROVIDERS),
    plan: Type.String({ description: 'The plan whose limits currently apply' }),
    status: oneOf(SUBSCRIPTION_STATUSES),
    interval: Nullable(oneOf(BILLING_INTERVALS)),
    currentPeriodEnd: NullableTime,
    cancelAtPeriodEnd: Type.Boolean(),
  },
  { $id: 'Subscription' },
);
export type Subscription = Static<typeof Subscription>;

/** A plan limit that a business has reached. */
export const ReachedLimit = Type.Object(
  {
    id: Id('The business'),
    businessId: Id(),
    plan: Type.String(),
    limit: oneOf(QUOTA_METRICS, { description: 'Which limit' }),
    used: Type.Integer(),
    max: Type.Integer(),
    month: Type.String({ description: 'Calendar month, such as 2026-06; the event is sent once per month' }),
  },
  { $id: 'ReachedLimit' },
);
export type ReachedLimit = Static<typeof ReachedLimit>;
