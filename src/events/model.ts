import { type Static, Type } from '@sinclair/typebox';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';

/** All kinds of events; documentation, filters and webhooks are generated from this list. */
export const EVENT_KINDS = {
  'campaign.created': 'A campaign was created',
  'campaign.updated': 'Fields of a campaign other than its state were updated',
  'campaign.deleted': 'A draft of a campaign was deleted',
  'campaign.activated': 'A campaign was launched from draft',
  'campaign.paused': 'A campaign was paused',
  'campaign.resumed': 'A paused or expired campaign was resumed',
  'campaign.ended': 'A campaign was ended permanently',
  'campaign.expired': 'A campaign reached its end date',
  'campaign.policyChanged': "The rules for a campaign's action became stricter while it ran",
  'campaign.budgetExhausted': "A campaign's remaining budget no longer covers another reward",
  'submission.created': 'Proof was submitted',
  'submission.resubmitted': 'Proof was resubmitted after a rejection',
  'submission.verified': 'A verification result was received',
  'submission.reviewDue': 'A submission passed its review deadline',
  'submission.approved': 'A submission was approved',
  'submission.rejected': 'A submission was rejected',
  'submission.reversed': 'An approval was reversed',
  'reward.issued': 'A reward was issued',
  'reward.redeemed': 'A reward was redeemed at checkout',
  'reward.reinstated': 'A redemption was undone: the reward can be redeemed again',
  'reward.expired': 'A reward expired before it was redeemed',
  'reward.voided': 'A reward was voided',
  'business.placeCreated': 'A place of the business was added',
  'business.placeUpdated': 'A place of the business was renamed',
  'business.placeDeleted': 'A place of the business was deleted',
  'business.deviceAdded': 'A shared device was signed in',
  'business.deviceRevoked': 'A shared device was signed out',
  'business.pinLocked': 'A person was locked out of a shared device after too many wrong PINs',
  'influencer.created': 'An influencer was added to the list',
  'influencer.updated': 'Fields of an influencer were updated',
  'influencer.deleted': 'An influencer was removed from the list',
  'program.created': 'A program was created',
  'program.updated': 'Fields of a program other than its status were updated',
  'program.paused': 'A program was paused',
  'program.resumed': 'A paused program was resumed',
  'program.ended': 'A program was ended permanently',
  'program.deleted': 'A program without members was deleted',
  'member.enrolled': 'A member joined a program',
  'member.updated': "A member's status or details changed",
  'member.tierChanged': 'A member moved to a different tier',
  'member.goalCompleted': 'A member reached a goal',
  'member.claimed': 'A person took over a membership that the business had created',
  'member.erased': "A member's personal data was erased",
  'member.cardReplaced': "A member's card was replaced; the earlier one no longer works",
  'member.merged': 'Two members were merged into one, or a merge was undone',
  'member.adjusted': "A member's balance was corrected, or a correction was undone",
  'member.visited': 'A visit of a member was recorded',
  'import.completed': 'A file of members was imported; its members have no events of their own',
  'import.undone': 'An import was undone',
  'cashback.created': 'A member was granted cashback',
  'cashback.available': 'Cashback became available',
  'cashback.redeemed': 'Cashback was fully or partly redeemed',
  'cashback.voided': 'Pending cashback was voided',
  'cashback.reversed': 'Available cashback was reversed',
  'cashback.refunded': 'An order or redeemed cashback was refunded, whole or in part',
  'cashback.expired': 'Cashback expired before it was redeemed',
  'referral.paid': 'Both sides of a referral were rewarded at the first purchase',
  'referral.reversed': 'The purchase that paid a referral was reversed; the next one pays again',
  'exchange.enrolled': 'A business enrolled in the perk exchange',
  'exchange.order.created': "A business's order was accepted",
  'exchange.order.filled': "A business's order was completely filled",
  // The API's names spell "cancelled".
  'exchange.order.cancelled': "A business's order, or its remaining quantity, was canceled",
  'exchange.order.expired': "A business's order expired before it was filled",
  'exchange.trade.executed': 'A perk issued by the business was traded; other traders are not identified',
  'exchange.perk.redeemed': 'Perks were redeemed',
  'billing.subscriptionUpdated': "A business's plan or subscription status changed",
  'billing.paymentFailed': 'A payment failed; the grace period begins',
  'billing.limitReached': 'A plan limit was reached; sent once per month for each limit',
  'proposal.created': 'A request of an agent waits for a decision',
  'proposal.approved': 'A request of an agent was approved, and has run',
  'proposal.expired': 'A request of an agent ended without a decision',
  'proposal.rejected': 'A request of an agent was rejected',
  'apiKey.created': 'An API key was created',
  'apiKey.rotated': "An API key's secret was rotated",
  'apiKey.revoked': 'An API key was revoked',
  'integration.created': 'A shop system was set up',
  'integration.updated': 'The secret or the program of a shop system was changed',
  'integration.removed': 'A shop system was removed',
  'exportLink.created': 'A link for a spreadsheet was created',
  'exportLink.revoked': 'A link for a spreadsheet was revoked',
  'platform.connected': 'A social media account was connected',
  'platform.disconnected':
    'A connected account was disconnected, or its platform no longer accepts its tokens',
  'webhook.ping': 'A test event, sent on request; it refers to no record',
  'webhook.created': 'A webhook endpoint was created',
  'webhook.updated': 'A webhook endpoint was changed or resumed',
  'webhook.rotated': "A webhook endpoint's secret was rotated",
  'webhook.deleted': 'A webhook endpoint was deleted',
  'webhook.disabled':
    'A webhook endpoint was disabled because of repeated failures or a 410 response, or manually',
} as const;

export type EventKind = keyof typeof EVENT_KINDS;
export const EVENT_TYPES = Object.keys(EVENT_KINDS) as EventKind[];

/** The filter that matches every kind. */
export const ALL_EVENTS = '*';

/** Returns whether the text is a kind of event, a prefix of one (`campaign.` or `campaign.*`), or `*`. */
export function isEventFilter(text: string): boolean {
  const filter = normalizeFilter(text);
  if (filter === ALL_EVENTS || (EVENT_TYPES as string[]).includes(filter)) return true;
  return filter.endsWith('.') && EVENT_TYPES.some(type => type.startsWith(filter));
}

/** Normalizes `campaign.*` to `campaign.`. */
export function normalizeFilter(text: string): string {
  return text.endsWith('.*') ? text.slice(0, -1) : text;
}

/** Returns whether an event of this kind matches one of the filters. */
export function matchesFilters(filters: readonly string[], type: string): boolean {
  return filters.some(
    filter => filter === ALL_EVENTS || filter === type || (filter.endsWith('.') && type.startsWith(filter)),
  );
}

export const Event = Type.Object(
  {
    id: Id(),
    type: oneOf(EVENT_TYPES),
    createdAt: Timestamp({ description: 'When the change was made' }),
    businessId: Id(),
    sequence: Type.Integer({ description: 'Increases by one with each event of the business, without gaps' }),
    actor: Type.Object(
      {
        kind: oneOf(['user', 'apiKey', 'system'], { description: 'Who caused the event' }),
        id: Type.String({
          description: 'ID of the user or the API key, or the part of the system, such as jobs or billing',
        }),
      },
      { $id: 'EventActor', description: 'Who caused an event' },
    ),
    requestId: Nullable(Type.String()),
    data: Type.Object({
      object: Type.Unknown({ description: 'The record after the change' }),
      previous: Type.Optional(Type.Unknown({ description: 'Previous values of the changed fields' })),
    }),
    test: Type.Optional(Type.Literal(true, { description: 'Only on events of test data and sample events' })),
  },
  { $id: 'Event' },
);
export type Event = Static<typeof Event>;

/** An event without the content of its record, as sent to an endpoint with `thin: true`. */
const ThinEvent = Type.Object(
  {
    ...Type.Omit(Event, ['data']).properties,
    data: Type.Object({ object: Type.Object({ id: Type.String({ description: 'The ID of the record' }) }) }),
    thin: Type.Literal(true, { description: 'Read the complete event with GET /events/{id}' }),
  },
  { $id: 'ThinEvent' },
);
type ThinEvent = Static<typeof ThinEvent>;

/** Leaves out the content of the event's record. */
export function toThinEvent({ data, ...event }: Event): ThinEvent {
  return { ...event, data: { object: { id: (data.object as { id: string }).id } }, thin: true };
}
