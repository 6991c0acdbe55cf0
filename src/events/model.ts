import { type Static, Type } from '@sinclair/typebox';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';

/** Every kind of event there is; documentation, filters and webhooks are made from this list. */
export const EVENT_KINDS = {
  'campaign.created': 'A campaign was created',
  'campaign.updated': 'Fields of a campaign other than its state changed',
  'campaign.activated': 'A campaign was launched from draft',
  'campaign.paused': 'A campaign takes no new submissions for now',
  'campaign.resumed': 'A paused or expired campaign is active again',
  'campaign.ended': 'A campaign was ended for good',
  'campaign.expired': 'The end date of a campaign passed',
  'campaign.budgetExhausted': 'What is left of the budget does not cover another reward',
  'submission.created': 'Proof was submitted',
  'submission.resubmitted': 'Proof was sent again after a rejection',
  'submission.verified': 'A verification result came in',
  'submission.reviewDue': 'A submission waited longer than the review policy promises',
  'submission.approved': 'A submission was approved',
  'submission.rejected': 'A submission was rejected',
  'submission.reversed': 'An approval was taken back',
  'reward.issued': 'A reward was issued',
  'reward.redeemed': 'A reward was redeemed at the till',
  'reward.expired': 'A reward was not redeemed in time',
  'reward.voided': 'A reward was made void',
  'influencer.created': 'An influencer was added to the list',
  'program.created': 'A program was started',
  'program.updated': 'Fields of a program other than its status changed',
  'program.paused': 'A program takes no members and gives nothing for now',
  'program.resumed': 'A paused program is active again',
  'program.ended': 'A program was ended for good',
  'program.deleted': 'A program that nobody had joined was deleted',
  'member.enrolled': 'Somebody joined a program',
  'member.updated': 'Status or details of a member changed',
  'member.tierChanged': 'A member rose to another tier, or fell back',
  'member.goalCompleted': 'A member reached a goal',
  'cashback.created': 'A member was granted cashback',
  'cashback.available': 'Cashback can be spent',
  'cashback.redeemed': 'Cashback was spent, whole or in part',
  'cashback.voided': 'Cashback was taken back while it was held',
  'cashback.reversed': 'Cashback that was available was taken back',
  'cashback.expired': 'Cashback was not spent in time',
  'exchange.enrolled': 'A business takes part in the perk exchange',
  'exchange.order.created': 'An order of the business was accepted',
  'exchange.order.filled': 'An order of the business was filled whole',
  'exchange.order.cancelled': 'An order of the business, or what was left of it, was cancelled',
  'exchange.order.expired': 'An order of the business was not filled in time',
  'exchange.trade.executed': 'A perk that the business issued was traded; other traders are not named',
  'exchange.perk.redeemed': 'Perks were redeemed and burned',
  'billing.subscriptionUpdated': 'The plan of a business changed, or how it stands',
  'billing.paymentFailed': 'A payment did not come; the days of grace begin',
  'billing.limitReached': 'A limit of the plan is reached: told once a month for each',
  'apiKey.created': 'An API key was created',
  'apiKey.rotated': 'An API key got a new secret',
  'apiKey.revoked': 'An API key was revoked',
  'platform.connected': 'An account on a platform was connected',
  'platform.disconnected': 'A connected account was disconnected, or its platform takes its tokens no more',
  'webhook.ping': 'A test, sent when it is asked for; no record is behind it',
  'webhook.disabled':
    'An endpoint gets no more webhooks: it failed too often, said it is gone, or was switched off',
} as const;

export type EventKind = keyof typeof EVENT_KINDS;
export const EVENT_TYPES = Object.keys(EVENT_KINDS) as EventKind[];

/** The filter that every kind passes. */
export const ALL_EVENTS = '*';

/** Is this a kind of event, a prefix of some (`campaign.` or `campaign.*`), or `*`? */
export function isEventFilter(text: string): boolean {
  const filter = normalizeFilter(text);
  if (filter === ALL_EVENTS || (EVENT_TYPES as string[]).includes(filter)) return true;
  return filter.endsWith('.') && EVENT_TYPES.some(type => type.startsWith(filter));
}

/** `campaign.*` means what `campaign.` does. */
export function normalizeFilter(text: string): string {
  return text.endsWith('.*') ? text.slice(0, -1) : text;
}

/** Does an event of this kind pass one of the filters? */
export function isWanted(filters: readonly string[], type: string): boolean {
  return filters.some(
    filter => filter === ALL_EVENTS || filter === type || (filter.endsWith('.') && type.startsWith(filter)),
  );
}

export const Event = Type.Object(
  {
    id: Id(),
    type: oneOf(EVENT_TYPES),
    createdAt: Timestamp(),
    businessId: Id(),
    sequence: Type.Integer({ description: 'Rises by one with each event of the business, without gaps' }),
    actor: Type.Object({ kind: oneOf(['user', 'apiKey', 'system']), id: Type.String() }),
    requestId: Nullable(Type.String()),
    data: Type.Object({
      object: Type.Unknown({ description: 'The record after the change' }),
      previous: Type.Optional(Type.Unknown({ description: 'The fields that changed, as they were' })),
    }),
  },
  { $id: 'Event' },
);
export type Event = Static<typeof Event>;
