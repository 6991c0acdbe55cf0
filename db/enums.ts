/** The fixed lists of words that tables and wire shapes share: each stated once. */

export const ROLES = ['admin', 'business', 'customer'] as const;
export const POSITIONS = ['owner', 'staff'] as const;
/** What people of a business may do in some positions only. Everything else is open to every position. */
export const PERMISSIONS = ['keys', 'webhookSecrets', 'billing', 'users', 'settings'] as const;
/** Which position holds which permission: the only place that decides it. */
export const POSITION_PERMISSIONS: Record<
  (typeof POSITIONS)[number],
  readonly (typeof PERMISSIONS)[number][]
> = {
  owner: PERMISSIONS,
  staff: [],
};
export const SCOPES = ['read', 'write', 'review', 'trade', 'manage'] as const;
export const POLICY_GUARDS = ['warn', 'block'] as const;

export const CAMPAIGN_STATES = ['draft', 'active', 'paused', 'ended', 'expired'] as const;
/** Why a campaign is in its state, as stored; `scheduled` is read off the clock. */
export const STATE_REASONS = [
  'manual',
  'budgetExhausted',
  'capReached',
  'endDatePassed',
  'planLimit',
] as const;
export const REVIEW_MODES = ['manual', 'autoVerified'] as const;
export const TIMEOUT_ACTIONS = ['none', 'approve', 'reject'] as const;

/** Which answer of the planner a suggestion stood in. */
export const SUGGESTION_ORIGINS = ['generate', 'agent', 'quickStart'] as const;

export const REWARD_TYPES = ['percentage', 'fixed'] as const;
/** What a reward was given for. */
export const REWARD_SOURCES = ['submission', 'perk'] as const;
export const REWARD_STATUSES = ['issued', 'redeemed', 'expired', 'void'] as const;

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
/** What a verification webhook says of a submission. */
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

export const LINK_PURPOSES = ['reset', 'invite', 'setup'] as const;
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
export const MEMBER_STATUSES = ['active', 'suspended', 'left'] as const;
export const CASHBACK_STATUSES = ['pending', 'available', 'redeemed', 'void', 'reversed', 'expired'] as const;
export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;
export const DISABLED_REASONS = ['manual', 'failures', 'gone'] as const;
/** pending: not yet tried, or waiting for a retry; failed: no tries left; abandoned: endpoint removed or disabled. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'abandoned'] as const;

/** What plans limit, each by the name that it has in `limits` and `usage`. */
export const QUOTA_METRICS = ['activeCampaigns', 'submissions', 'members'] as const;
export const BILLING_PROVIDERS = ['manual', 'stripe'] as const;
export const BILLING_INTERVALS = ['month', 'year'] as const;
/** Whether what is owed was paid; a subscription that never was has none. */
export const PAYMENT_STATUSES = ['active', 'pastDue'] as const;
export const INVOICE_KINDS = ['subscription', 'topup'] as const;
export const INVOICE_STATUSES = ['open', 'paid', 'void', 'refunded'] as const;
/** What became of a provider's event; `unknown` is of a type, `unmatched` about a record, that we do not have. */
export const BILLING_OUTCOMES = ['applied', 'unknown', 'unmatched'] as const;

/** Platforms whose accounts can be connected; `mock` beside them where OAUTH_MOCK is on. */
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
/** Why a connection failed or is no more. */
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
