import type { EventKind } from '../../../events/model.ts';
import type { Webhook } from '../../../webhooks/model.ts';
import { formatWord } from '../../data/format.ts';
import type { Choice } from '../../ui/choices.tsx';

/** What an address can hear of, by the first part of the kinds. */
export const TOPICS: Choice<string>[] = [
  { value: 'campaign.', label: 'Campaigns', hint: 'launched, paused, ended, out of budget' },
  { value: 'submission.', label: 'Proof', hint: 'sent, approved, rejected' },
  { value: 'reward.', label: 'Rewards', hint: 'issued, redeemed, expired' },
  { value: 'program.', label: 'Programs' },
  { value: 'member.', label: 'Members', hint: 'joined, moved a tier, reached a goal' },
  { value: 'cashback.', label: 'Cashback' },
  { value: 'exchange.', label: 'Exchange', hint: 'orders and trades' },
  { value: 'influencer.', label: 'Influencers' },
  { value: 'billing.', label: 'Billing' },
  { value: 'apiKey.', label: 'API keys' },
  { value: 'platform.', label: 'Connected accounts' },
  { value: 'webhook.', label: 'Webhooks themselves' },
];

/** A filter of an address as people say it. */
export function filterWord(filter: string): string {
  if (filter === '*') return 'everything';
  return TOPICS.find(({ value }) => value === filter)?.label ?? kindWord(filter);
}

/** `exchange.order.filled` → Exchange order filled. */
export function kindWord(kind: string): string {
  return formatWord(kind.replaceAll('.', ' '));
}

type Reason = NonNullable<Webhook['disabledReason']>;
export const DISABLED_WORDS: Record<Reason, { short: string; long: string }> = {
  manual: {
    short: 'by you',
    long: 'You paused it. What happens meanwhile is not sent; resume it when it is ready.',
  },
  failures: {
    short: 'failed too often',
    long: 'Paused automatically after 20 consecutive failures. Check the responses below, fix the endpoint, then resume.',
  },
  gone: {
    short: 'it said it is gone',
    long: 'It answered 410, which means that nobody is there any more. Resume it if that was a mistake.',
  },
};

/** Kinds of which a sample can be sent; the ping stands first. */
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
  'reward.expired',
  'reward.voided',
  'program.created',
  'member.enrolled',
  'member.tierChanged',
  'member.goalCompleted',
  'cashback.created',
  'cashback.available',
  'cashback.redeemed',
  'exchange.order.created',
  'exchange.order.filled',
  'exchange.trade.executed',
  'influencer.created',
  'billing.subscriptionUpdated',
  'billing.paymentFailed',
  'apiKey.created',
  'platform.connected',
];
