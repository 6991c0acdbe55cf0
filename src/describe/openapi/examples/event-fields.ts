import type { EventKind } from '../../../events/model.ts';
import { exampleId } from './ids.ts';

/** The events that no user causes, with the part of the system that does. */
const SYSTEM_ACTORS: Partial<Record<EventKind, string>> = {
  'campaign.expired': 'jobs',
  'campaign.policyChanged': 'jobs',
  'submission.verified': 'verification',
  'submission.reviewDue': 'jobs',
  'reward.expired': 'jobs',
  'cashback.available': 'jobs',
  'cashback.expired': 'jobs',
  'exchange.order.filled': 'exchange',
  'exchange.order.expired': 'jobs',
  'exchange.trade.executed': 'exchange',
  'billing.subscriptionUpdated': 'billing',
  'billing.paymentFailed': 'billing',
  'webhook.disabled': 'jobs',
};

const DECIDED_AT = '2026-06-02T09:30:00.000Z';

/** Values that an event of a kind implies: an approved submission has a review and a reward. */
export const EVENT_VALUES: Record<string, unknown> = {
  ...Object.fromEntries(
    Object.entries(SYSTEM_ACTORS).flatMap(([kind, id]) => [
      [`${kind}:EventActor.kind`, 'system'],
      [`${kind}:EventActor.id`, id],
      [`${kind}:Event.requestId`, null],
    ]),
  ),
  'platform.disconnected:Connection.status': 'revoked',
  'platform.disconnected:Connection.reason': 'disconnected',
  'campaign.created:Campaign.state': 'draft',
  'campaign.paused:Campaign.state': 'paused',
  'campaign.ended:Campaign.state': 'ended',
  'campaign.expired:Campaign.state': 'expired',
  'campaign.budgetExhausted:Campaign.state': 'paused',
  'campaign.budgetExhausted:Campaign.stateReason': 'budgetExhausted',
  'submission.approved:Submission.status': 'approved',
  'submission.rejected:Submission.status': 'rejected',
  'submission.reversed:Submission.status': 'rejected',
  'submission.verified:Submission.verification.status': 'passed',
  'reward.redeemed:Reward.status': 'redeemed',
  'reward.reinstated:Reward.status': 'issued',
  'reward.expired:Reward.status': 'expired',
  'reward.voided:Reward.status': 'void',
  'webhook.disabled:Webhook.status': 'disabled',
  'webhook.disabled:Webhook.disabledReason': 'failures',
  'submission.approved:Submission.reviewedAt': DECIDED_AT,
  'submission.approved:Submission.reviewedBy': exampleId('user'),
  'submission.approved:Submission.rewardId': exampleId('reward'),
  'submission.rejected:Submission.reason': 'The post does not show the visit',
  'submission.rejected:Submission.rejectionCode': 'criteriaNotMet',
  'submission.rejected:Submission.reviewedAt': DECIDED_AT,
  'submission.rejected:Submission.reviewedBy': exampleId('user'),
  'submission.resubmitted:Submission.resubmitOf': exampleId('submission'),
  'submission.reversed:Submission.reason': 'The post was removed',
  'submission.reversed:Submission.reviewedAt': DECIDED_AT,
  'submission.reversed:Submission.reviewedBy': exampleId('user'),
  'submission.verified:Submission.verification.checkedAt': DECIDED_AT,
  'reward.redeemed:Reward.redeemedAt': DECIDED_AT,
  'cashback.available:Cashback.status': 'available',
  'cashback.expired:Cashback.status': 'expired',
  'cashback.redeemed:Cashback.status': 'redeemed',
  'cashback.redeemed:Cashback.remaining': 0,
  'cashback.reversed:Cashback.status': 'reversed',
  'cashback.reversed:Cashback.remaining': 0,
  'cashback.voided:Cashback.status': 'void',
  'cashback.voided:Cashback.remaining': 0,
};
