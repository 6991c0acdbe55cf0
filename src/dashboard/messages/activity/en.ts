import { plural } from '../text.ts';

/** Sentences about events, each before the name of its record. */
export const messages = {
  aCustomer: 'A customer',
  aCampaign: 'a campaign',
  submittedBy: (person: string) => `${person} submitted proof for`,
  submitted: (count: number) =>
    `${plural(count, { one: '# customer', other: '# customers' })} submitted proof for`,
  resubmittedBy: (person: string) => `${person} resubmitted proof for`,
  resubmitted: (count: number) =>
    `${plural(count, { one: '# customer', other: '# customers' })} resubmitted proof for`,
  counted: {
    'submission.approved': (count: number) =>
      `${plural(count, { one: 'A submission', other: '# submissions' })} approved for`,
    'submission.rejected': (count: number) =>
      `${plural(count, { one: 'A submission', other: '# submissions' })} rejected for`,
    'submission.reversed': (count: number) =>
      `${plural(count, { one: 'An approval', other: '# approvals' })} undone for`,
    'submission.verified': (count: number) =>
      `${plural(count, { one: 'A submission', other: '# submissions' })} verified for`,
    'submission.reviewDue': (count: number) =>
      `${plural(count, { one: 'A submission', other: '# submissions' })} overdue for`,
    'reward.issued': (count: number) =>
      `${plural(count, { one: 'A reward', other: '# rewards' })} issued for`,
    'reward.redeemed': (count: number) =>
      `${plural(count, { one: 'A reward', other: '# rewards' })} redeemed for`,
    'reward.reinstated': (count: number) =>
      `${plural(count, { one: 'A reward', other: '# rewards' })} reinstated for`,
    'reward.voided': (count: number) =>
      `${plural(count, { one: 'A reward', other: '# rewards' })} voided for`,
    'reward.expired': (count: number) =>
      `${plural(count, { one: 'A reward', other: '# rewards' })} expired for`,
  },
  events: {
    'campaign.created': 'Created',
    'campaign.updated': 'Changed',
    'campaign.deleted': 'Deleted the draft',
    'campaign.activated': 'Launched',
    'campaign.paused': 'Paused',
    'campaign.resumed': 'Resumed',
    'campaign.ended': 'Ended',
    'campaign.expired': 'End date reached by',
    'campaign.policyChanged': 'Stricter rules for',
    'campaign.budgetExhausted': 'Budget used up by',
    'business.placeCreated': 'Business place created',
    'business.placeUpdated': 'Business place updated',
    'business.placeDeleted': 'Business place deleted',
    'business.deviceAdded': 'Business device added',
    'business.deviceRevoked': 'Business device revoked',
    'business.pinLocked': 'PIN locked',
    'influencer.created': 'Influencer created',
    'influencer.updated': 'Influencer updated',
    'influencer.deleted': 'Influencer deleted',
    'program.created': 'Program created',
    'program.updated': 'Program updated',
    'program.paused': 'Program paused',
    'program.resumed': 'Program resumed',
    'program.ended': 'Program ended',
    'program.deleted': 'Program deleted',
    'member.enrolled': 'Member enrolled',
    'member.updated': 'Member updated',
    'member.tierChanged': 'Member tier changed',
    'member.goalCompleted': 'Member goal completed',
    'member.erased': 'Member erased',
    'member.cardReplaced': 'Card replaced',
    'member.merged': 'Members merged',
    'member.adjusted': 'Balance corrected',
    'member.visited': 'Member visited',
    'import.completed': 'Import completed',
    'import.undone': 'Import undone',
    'cashback.created': 'Cashback created',
    'cashback.available': 'Cashback available',
    'cashback.redeemed': 'Cashback redeemed',
    'cashback.voided': 'Cashback voided',
    'cashback.reversed': 'Cashback reversed',
    'cashback.refunded': 'Cashback refunded',
    'cashback.expired': 'Cashback expired',
    'exchange.enrolled': 'Exchange enrolled',
    'exchange.order.created': 'Exchange order created',
    'exchange.order.filled': 'Exchange order filled',
    'exchange.order.cancelled': 'Exchange order cancelled',
    'exchange.order.expired': 'Exchange order expired',
    'exchange.trade.executed': 'Exchange trade executed',
    'exchange.perk.redeemed': 'Exchange perk redeemed',
    'billing.subscriptionUpdated': 'Billing subscription updated',
    'billing.paymentFailed': 'Billing payment failed',
    'billing.limitReached': 'Billing limit reached',
    'apiKey.created': 'API key created',
    'apiKey.rotated': 'API key rotated',
    'apiKey.revoked': 'API key revoked',
    'exportLink.created': 'Export link created',
    'exportLink.revoked': 'Export link revoked',
    'platform.connected': 'Platform connected',
    'platform.disconnected': 'Platform disconnected',
    'webhook.ping': 'Webhook ping',
    'webhook.created': 'Webhook created',
    'webhook.updated': 'Webhook changed',
    'webhook.rotated': 'Webhook secret rotated',
    'webhook.deleted': 'Webhook deleted',
    'webhook.disabled': 'Webhook disabled',
  },
};
export type Messages = typeof messages;
