import type { EventKind } from '../../../../events/model.ts';
import { formatLabel } from '../../../data/format.ts';
import { HAS_PSEUDO_TEXTS, LOCALE } from '../../../messages/text.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import type { CheckboxOption } from '../../../ui/checkbox-group.tsx';

const HAS_ENGLISH_TEXTS = LOCALE === 'en' && !HAS_PSEUDO_TEXTS;

const TOPICS = [
  'campaign',
  'submission',
  'reward',
  'program',
  'member',
  'cashback',
  'exchange',
  'influencer',
  'billing',
  'apiKey',
  'platform',
  'webhook',
] as const;

/** Lists the event filters by topic: the first part of the event kind. */
export function listTopics(): CheckboxOption<string>[] {
  return TOPICS.map(topic => {
    const hint = topic in t.topicHints ? t.topicHints[topic as keyof typeof t.topicHints] : undefined;
    return { value: `${topic}.`, label: t.topics[topic], ...(hint !== undefined && { hint }) };
  });
}

/** Returns the label of an event filter. */
export function formatFilter(filter: string): string {
  if (filter === '*') return t.allEvents;
  return listTopics().find(({ value }) => value === filter)?.label ?? formatKind(filter);
}

/**
 * Formats an event kind, e.g. `exchange.order.filled` → Exchange order filled. In other languages it stays the code, which
 * is what the receiver gets.
 */
export function formatKind(kind: string): string {
  return HAS_ENGLISH_TEXTS ? formatLabel(kind.replaceAll('.', ' ')) : kind;
}

/** Event kinds that the dashboard offers as test events, with the ping first; the API accepts all. */
export const TEST_KINDS: EventKind[] = [
  'webhook.ping',
  'campaign.created',
  'campaign.activated',
  'campaign.paused',
  'campaign.ended',
  'campaign.policyChanged',
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
  'member.merged',
  'member.adjusted',
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
