import { type TSchema, Type } from '@sinclair/typebox';
import { ApiKey } from '../auth/model.ts';
import { Invoice } from '../billing/model.ts';
import { Campaign } from '../campaigns/model.ts';
import { Connection } from '../connections/model.ts';
import { EVENT_KINDS, Event, type EventKind } from '../events/model.ts';
import { IssuerTrade, Order } from '../exchange/orders/model.ts';
import { Enrollment, Perk } from '../exchange/wallet/model.ts';
import { RecordedExportLink } from '../export-links/model.ts';
import { Influencer } from '../influencers/model.ts';
import { ProposalSummary } from '../mandates/model.ts';
import { Merge } from '../merges/model.ts';
import { Device, PinLock, Place } from '../places/model.ts';
import { ReachedLimit, Subscription } from '../plans/model.ts';
import { Id, Nullable, Timestamp } from '../platform/schema.ts';
import { Adjustment } from '../programs/adjustments/model.ts';
import { Cashback } from '../programs/cashback/model.ts';
import { Import } from '../programs/imports/model.ts';
import { Integration } from '../programs/integrations/model.ts';
import { Member } from '../programs/members/model.ts';
import { Goal, Program } from '../programs/model.ts';
import { ReferralRecord } from '../programs/referrals/model.ts';
import { CashbackRefund } from '../programs/refunds/model.ts';
import { Visit } from '../programs/visits/model.ts';
import { Reward } from '../rewards/model.ts';
import { Submission } from '../submissions/model.ts';
import { Webhook } from './model.ts';

/** The member and the goal it completed. */
const MemberOfGoal = Type.Object(
  {
    ...Member.properties,
    goal: Type.Object({
      ...Goal.properties,
      completedAt: Timestamp(),
      completions: Type.Integer({ description: 'How often the member has completed the goal' }),
      rewardId: Nullable(Id('The reward issued for it')),
    }),
  },
  { $id: 'MemberOfGoal' },
);

/** The record in `data.object` for each kind of event. */
const PAYLOADS: Record<EventKind, TSchema> = {
  'campaign.created': Campaign,
  'campaign.updated': Campaign,
  'campaign.deleted': Campaign,
  'campaign.activated': Campaign,
  'campaign.paused': Campaign,
  'campaign.resumed': Campaign,
  'campaign.ended': Campaign,
  'campaign.expired': Campaign,
  'campaign.policyChanged': Campaign,
  'campaign.budgetExhausted': Campaign,
  'submission.created': Submission,
  'submission.resubmitted': Submission,
  'submission.verified': Submission,
  'submission.reviewDue': Submission,
  'submission.approved': Submission,
  'submission.rejected': Submission,
  'submission.reversed': Submission,
  'reward.issued': Reward,
  'reward.redeemed': Reward,
  'reward.reinstated': Reward,
  'reward.expired': Reward,
  'reward.voided': Reward,
  'business.placeCreated': Place,
  'business.placeUpdated': Place,
  'business.placeDeleted': Place,
  'business.deviceAdded': Device,
  'business.deviceRevoked': Device,
  'business.pinLocked': PinLock,
  'influencer.created': Influencer,
  'influencer.updated': Influencer,
  'influencer.deleted': Influencer,
  'program.created': Program,
  'program.updated': Program,
  'program.paused': Program,
  'program.resumed': Program,
  'program.ended': Program,
  'program.deleted': Program,
  'member.enrolled': Member,
  'member.updated': Member,
  'member.tierChanged': Member,
  'member.goalCompleted': MemberOfGoal,
  'member.claimed': Member,
  'member.erased': Member,
  'member.cardReplaced': Member,
  'member.merged': Merge,
  'member.adjusted': Adjustment,
  'member.visited': Visit,
  'import.completed': Import,
  'import.undone': Import,
  'cashback.created': Cashback,
  'cashback.available': Cashback,
  'cashback.redeemed': Cashback,
  'cashback.voided': Cashback,
  'cashback.reversed': Cashback,
  'cashback.refunded': CashbackRefund,
  'cashback.expired': Cashback,
  'referral.paid': ReferralRecord,
  'referral.reversed': ReferralRecord,
  'exchange.enrolled': Enrollment,
  'exchange.order.created': Order,
  'exchange.order.filled': Order,
  'exchange.order.cancelled': Order,
  'exchange.order.expired': Order,
  'exchange.trade.executed': IssuerTrade,
  'exchange.perk.redeemed': Perk,
  'billing.subscriptionUpdated': Subscription,
  'billing.paymentFailed': Invoice,
  'billing.limitReached': ReachedLimit,
  'proposal.created': ProposalSummary,
  'proposal.approved': ProposalSummary,
  'proposal.expired': ProposalSummary,
  'proposal.rejected': ProposalSummary,
  'apiKey.created': ApiKey,
  'apiKey.rotated': ApiKey,
  'apiKey.revoked': ApiKey,
  'integration.created': Integration,
  'integration.updated': Integration,
  'integration.removed': Integration,
  'exportLink.created': RecordedExportLink,
  'exportLink.revoked': RecordedExportLink,
  'platform.connected': Connection,
  'platform.disconnected': Connection,
  'webhook.ping': Webhook,
  'webhook.created': Webhook,
  'webhook.updated': Webhook,
  'webhook.rotated': Webhook,
  'webhook.deleted': Webhook,
  'webhook.disabled': Webhook,
};

/** Returns the schema of a webhook payload of this kind. */
export function eventSchema(kind: EventKind): TSchema {
  const { data, type, ...envelope } = Event.properties;
  return Type.Object(
    {
      ...envelope,
      type: Type.Literal(kind, { description: 'The kind of event' }),
      data: Type.Object(
        { object: PAYLOADS[kind], previous: data.properties.previous },
        { description: 'The record after the change, and what it replaced' },
      ),
    },
    { $id: toSchemaName(kind), description: `${EVENT_KINDS[kind]}.` },
  );
}

/** Returns `ExchangeOrderCreatedEvent` for `exchange.order.created`. */
function toSchemaName(kind: EventKind): string {
  return `${kind.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}Event`;
}
