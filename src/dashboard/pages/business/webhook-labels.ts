import type { EventKind } from '../../../events/model.ts';
import type { Webhook } from '../../../webhooks/model.ts';
import { formatLabel } from '../../data/format.ts';
import type { CheckboxOption } from '../../ui/checkbox-group.tsx';

/** Event filters by topic: the first part of the event kind. */
export const TOPICS: CheckboxOption<string>[] = [
  { value: 'campaign.', label: 'Campaigns', hint: 'Launched, paused, ended, budget exhausted' },
  { value: 'submission.', label: 'Submissions', hint: 'Submitted, approved, rejected' },
  { value: 'reward.', label: 'Rewards', hint: 'Issued, redeemed, expired' },
  { value: 'program.', label: 'Programs' },
  { value: 'member.', label: 'Members', hint: 'Enrolled, changed tier, completed goal' },
  { value: 'cashback.', label: 'Cashback' },
  { value: 'exchange.', label: 'Exchange', hint: 'Orders and trades' },
  { value: 'influencer.', label: 'Influencers' },
  { value: 'billing.', label: 'Billing' },
  { value: 'apiKey.', label: 'API keys' },
  { value: 'platform.', label: 'Connected accounts' },
  { value: 'webhook.', label: 'Webhooks' },
];

/** Returns the label of an event filter. */
export function formatFilter(filter: string): string {
  if (filter === '*') return 'All events';
  return TOPICS.find(({ value }) => value === filter)?.label ?? formatKind(filter);
}

/** Formats an event kind, e.g. `exchange.order.filled` → Exchange order filled. */
export function formatKind(kind: string): string {
  return formatLabel(kind.replaceAll('.', ' '));
}

type Reason = NonNullable<Webhook['disabledReason']>;
export const DISABLED_LABELS: Record<Reason, { short: string; long: string }> = {
  manual: {
    short: 'Paused by you',
    long: 'You paused this endpoint. Events that occur while it is paused are not sent.',
  },
  failures: {
    short: 'Too many failures',
    long: 'Paused automatically after 20 consecutive failures. Check the responses below, fix the endpoint, then resume.',
  },
  gone: {
    short: 'Responded 410 Gone',
    long: 'Paused because it responded 410 Gone. Resume it if that was a mistake.',
  },
};

/** Event kinds that the dashboard offers as test events, with the ping first; the API accepts all. */
export const TEST_KINDS: EventKind[] = [
  'webhook.ping',
  'campaign.created',
  'campaign.activated',
  'campaign.paused',
  'campaign.ended',
  'campaign.budgetExhausted',
  'submission.created',
  'submission.approved',
  'submission.rejected',
  'submission.reversed',
  'reward.issued',
  'reward.redeemed',
  'reward.reinstated',
  'reward.expired',
  'reward.voided',
  'program.created',
  'member.enrolled',
  'member.tierChanged',
  'member.goalCompleted',
  'member.visited',
  'cashback.created',
  'cashback.available',
  'cashback.redeemed',
  'cashback.refunded',
  'exchange.order.created',
  'exchange.order.filled',
  'exchange.trade.executed',
  'influencer.created',
  'influencer.updated',
  'billing.subscriptionUpdated',
  'billing.paymentFailed',
  'apiKey.created',
  'platform.connected',
];
