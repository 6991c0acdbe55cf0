/** The values of enumerations that tables and API schemas share. */

export const ENGINES = ['sqlite', 'postgres'] as const;

export const ROLES = ['admin', 'business', 'customer'] as const;
export const POSITIONS = ['owner', 'manager', 'staff', 'counter'] as const;
/**
 * Permissions that depend on the position of a business user. Operations that declare none need `view`, which every
 * position but `counter` has; `counter` marks those that every position may call.
 */
export const PERMISSIONS = [
  'keys',
  'webhookSecrets',
  'billing',
  'users',
  'settings',
  'campaigns',
  'programs',
  'planner',
  'exchange',
  'influencers',
  'integrations',
  'places',
  'proposals',
  'review',
  'view',
  'counter',
] as const;
const COUNTER_PERMISSIONS = ['counter'] as const;
const STAFF_PERMISSIONS = ['review', 'view', ...COUNTER_PERMISSIONS] as const;
const MANAGER_PERMISSIONS = [
  'campaigns',
  'programs',
  'planner',
  'exchange',
  'influencers',
  'integrations',
  'places',
  'proposals',
  ...STAFF_PERMISSIONS,
] as const;
/** The permissions of each position. */
export const POSITION_PERMISSIONS: Record<
  (typeof POSITIONS)[number],
  readonly (typeof PERMISSIONS)[number][]
> = {
  owner: PERMISSIONS,
  manager: MANAGER_PERMISSIONS,
  staff: STAFF_PERMISSIONS,
  counter: COUNTER_PERMISSIONS,
};
export const SCOPES = ['read', 'write', 'review', 'trade', 'manage'] as const;
/** The periods in which an agent may spend its budget, in the time zone of its business. */
export const MANDATE_WINDOWS = ['day', 'week', 'month', 'total'] as const;
export const PROPOSAL_STATUSES = ['pending', 'approved', 'rejected', 'expired'] as const;
/** Kinds of callers that create links for spreadsheets; `system` is the command line. */
export const LINK_CREATORS = ['user', 'apiKey', 'system'] as const;
export const POLICY_GUARDS = ['warn', 'block'] as const;
/** Kinds of records with a public page. */
export const SLUG_KINDS = ['business', 'campaign'] as const;

/** How far the work with an influencer has come; the first one is the default. */
export const INFLUENCER_STATUSES = ['lead', 'contacted', 'active', 'inactive'] as const;

/** Orders of the list of campaigns; the first one is the default. */
export const CAMPAIGN_SORTS = ['-createdAt', 'createdAt', 'name', '-pending', '-approved'] as const;
export const CAMPAIGN_STATES = ['draft', 'active', 'paused', 'ended', 'expired'] as const;
/** Stored reasons for the state of a campaign. `scheduled` is derived from the clock instead. */
export const STATE_REASONS = [
  'manual',
  'budgetExhausted',
  'capReached',
  'endDatePassed',
  'planLimit',
  'policyChanged',
] as const;
/** How strictly a campaign's action is ruled, from mildest to strictest. */
export const POLICY_LEVELS = ['allowed', 'disclose', 'switchedOff', 'forbidden'] as const;
export type PolicyLevel = (typeof POLICY_LEVELS)[number];
export const REVIEW_MODES = ['manual', 'autoVerified'] as const;
export const TIMEOUT_ACTIONS = ['none', 'approve', 'reject'] as const;

/** The planner endpoint that created a suggestion. */
export const SUGGESTION_ORIGINS = ['generate', 'agent', 'quickStart'] as const;

/** How an amount of money is determined. */
export const AMOUNT_TYPES = ['percentage', 'fixed'] as const;
/** An item is stored as a fixed amount, its cost, with a name. */
export const REWARD_TYPES = [...AMOUNT_TYPES, 'item'] as const;
/** The kind of record that a reward was issued for. */
export const REWARD_SOURCES = ['submission', 'perk', 'goal', 'shop', 'referral'] as const;
export const REWARD_STATUSES = ['issued', 'redeemed', 'expired', 'void'] as const;

/** The types of events that need a person's attention. */
export const NOTIFICATION_TYPES = [
  'submission.created',
  'submission.resubmitted',
  'submission.reviewDue',
  'reward.redeemed',
  'campaign.budgetExhausted',
  'campaign.expired',
  'campaign.policyChanged',
  'platform.disconnected',
  'webhook.disabled',
  'business.pinLocked',
  'billing.paymentFailed',
  'billing.limitReached',
] as const;

export const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const PROOF_TYPES = ['url', 'screenshot', 'text'] as const;
export const VERIFICATION_STATUSES = ['unverified', 'passed', 'failed', 'inconclusive'] as const;
export const RISK_FLAGS = [
  'duplicateUrl',
  'duplicateImage',
  'wrongPlatform',
  'missingHashtags',
  'belowMinFollowers',
  'burst',
  'selfSubmission',
  'wrongAccount',
  'orderValueUnconfirmed',
  'sharedAccount',
] as const;
/** The results that a verification webhook can report. */
export const VERIFICATION_RESULTS = ['verified', 'failed', 'inconclusive'] as const;
export const REJECTION_CODES = [
  'invalidProof',
  'duplicate',
  'outOfWindow',
  'criteriaNotMet',
  'wrongAccount',
  'proofDeleted',
  'missingDisclosure',
  'fraud',
  'other',
] as const;

/** The kinds of callers that events and actions at a counter name. */
export const ACTOR_KINDS = ['user', 'apiKey', 'system'] as const;
/** Kinds of actions at a counter. A visit can include a purchase. */
export const COUNTER_ACTIONS = [
  'visit',
  'purchase',
  'redemption',
  'reinstatement',
  'refund',
  'shopOrder',
  'cancellation',
] as const;

export const LINK_PURPOSES = ['reset', 'invite', 'setup', 'email'] as const;
export const SESSION_END_REASONS = [
  'logout',
  'reused',
  'passwordReset',
  'passwordChanged',
  'userRemoved',
] as const;

export const TRADER_ROLES = ['trader', 'issuer'] as const;
export const TRADER_STATUSES = ['active', 'suspended'] as const;
export const PERK_STATUSES = ['active', 'suspended', 'expired'] as const;
export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['limit', 'market'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
export const ORDER_STATUSES = ['open', 'partiallyFilled', 'filled', 'cancelled', 'expired'] as const;
export const ORDER_CANCEL_REASONS = [
  'user',
  'selfTrade',
  'immediateOrCancel',
  'fillOrKill',
  'perkExpired',
] as const;
export const PROGRAM_STATUSES = ['active', 'paused', 'ended'] as const;
/** Kinds of member cards: one that stays valid until it is replaced, or one that changes every minute. */
export const CARD_KINDS = ['static', 'rotating'] as const;
/** Wallets of phones that hold passes. */
export const PASS_PLATFORMS = ['google', 'apple'] as const;
export const PASS_KINDS = ['member', 'reward'] as const;
/** The states of a mail in the outbox. A skipped one was not sent, for one of the reasons below. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const;
export const MAIL_SKIP_REASONS = ['noMailServer', 'optedOut', 'noRecipient'] as const;
/** The places where a person allows or stops a kind of mail. */
export const CONSENT_SOURCES = ['account', 'unsubscribe', 'cli'] as const;
/** The kinds of erasures: of an account, or of what a business kept of a person. */
export const ERASURE_KINDS = ['user', 'member'] as const;
export const MEMBER_STATUSES = ['active', 'suspended', 'left'] as const;
export const CASHBACK_STATUSES = ['pending', 'available', 'redeemed', 'void', 'reversed', 'expired'] as const;
export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;
export const DISABLED_REASONS = ['manual', 'failures', 'gone'] as const;
/**
 * pending: not attempted yet, or due for a retry; failed: no attempts left; abandoned: endpoint removed or disabled.
 */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'abandoned'] as const;

/** Metrics that plans limit, as named in `limits` and `usage`. */
export const QUOTA_METRICS = ['activeCampaigns', 'submissions', 'members'] as const;
export const BILLING_PROVIDERS = ['manual', 'stripe'] as const;
export const BILLING_INTERVALS = ['month', 'year'] as const;
/** Whether a subscription is paid. A subscription that was never paid has no payment status. */
export const PAYMENT_STATUSES = ['active', 'pastDue'] as const;
export const INVOICE_KINDS = ['subscription', 'topup'] as const;
export const INVOICE_STATUSES = ['open', 'paid', 'void', 'refunded'] as const;
/** Outcomes of a provider's event; `unknown`: unsupported type, `unmatched`: no matching record. */
export const BILLING_OUTCOMES = ['applied', 'unknown', 'unmatched'] as const;

/** Platforms whose accounts can be connected. OAUTH_MOCK adds `mock`. */
export const OAUTH_PLATFORMS = [
  'instagram',
  'facebook',
  'google',
  'youtube',
  'tiktok',
  'x',
  'linkedin',
  'reddit',
  'pinterest',
  'twitch',
  'discord',
] as const;
export const CONNECTION_METHODS = ['oauth', 'bioCode', 'manual'] as const;
export const CONNECTION_STATUSES = ['pending', 'connected', 'failed', 'revoked'] as const;
/** Reasons why a connection failed or ended. */
export const CONNECTION_REASONS = [
  'consentDenied',
  'missingScope',
  'providerFailed',
  'refreshRefused',
  'tokenExpired',
  'lapsed',
  'disconnected',
  'replaced',
  'accountInUse',
] as const;

/** The places where uploaded files can be stored. */
export const FILE_STORAGES = ['folder', 'database', 's3'] as const;

/** Shop systems whose webhooks bring orders. */
/** Why the webhook of a shop system was refused. */
export const WEBHOOK_REFUSALS = ['INVALID_SIGNATURE', 'TIMESTAMP_EXPIRED'] as const;
export const ORDER_SOURCES = ['shopify', 'woocommerce', 'square', 'stripe'] as const;
/**
 * How far an order of a shop system has come. `waiting`: only its refund came so far; `parked`: the buyer is no member
 * yet; `credited`: counted for a member; `refused`: it can't be counted, for the reason; `canceled`: refunded in full
 * before it was counted.
 */
export const INBOUND_ORDER_STATUSES = ['waiting', 'parked', 'credited', 'refused', 'canceled'] as const;
/** The kinds of records in files from other systems. */
export const IMPORT_KINDS = ['members'] as const;
/** The systems whose exports are recognized by their header row. */
export const IMPORT_FORMATS = ['generic', 'square', 'stampMe', 'smile', 'stamped', 'loopyLoyalty'] as const;
export const IMPORT_STATUSES = ['running', 'completed', 'failed', 'undoing', 'undone'] as const;

/**
 * How far a referral has come. `pending`: the new member has not bought yet; `paid`: both sides have their rewards;
 * `capped`: the referrer had reached the limit; `flagged`: both are the same person.
 */
export const REFERRAL_STATUSES = ['pending', 'paid', 'capped', 'flagged'] as const;

/** The kinds of records that a merge of two members moves. */
export const MERGED_KINDS = [
  'activity',
  'cashback',
  'visit',
  'shopOrder',
  'redemption',
  'refund',
  'adjustment',
  'referrer',
  'referee',
  'reward',
  'submission',
  'inboundOrder',
] as const;
export type MergedKind = (typeof MERGED_KINDS)[number];

/** How a person proves who they are: `app` and `email` are sources of codes. */
export const PROOF_METHODS = ['password', 'app', 'email', 'passkey'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** The people who can register: customers and businesses, customers alone, or none. */
export const REGISTRATIONS = ['open', 'customers', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];
