import { type Static, Type } from '@sinclair/typebox';
import {
  CAMPAIGN_STATES,
  POLICY_LEVELS,
  REVIEW_MODES,
  REWARD_TYPES,
  STATE_REASONS,
  TIMEOUT_ACTIONS,
} from '../../db/enums.ts';
import { IncludedBusiness } from '../businesses/model.ts';
import { PublicCheck, Task } from '../library/model.ts';
import {
  CurrencyCode,
  DateTime,
  Id,
  MAX,
  Money,
  Name,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../platform/schema.ts';
import { NewReward } from '../rewards/model.ts';

export const DEFAULT_PER_USER = 1;
export const DEFAULT_SLA_HOURS = 72;
const MAX_FOLLOWERS = 1_000_000_000;
const MAX_APPROVALS = 1_000_000_000;
const MAX_PER_USER = 10_000;
const MAX_SLA_HOURS = 8_760;

const Slug = Type.String({
  minLength: 1,
  maxLength: MAX.slug,
  pattern: '^[A-Za-z0-9_-]+$',
  patternHint: '1 to 40 characters: a-z, 0-9, _ and -',
});

const NewRequirements = Type.Object(
  {
    minFollowers: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FOLLOWERS })),
    hashtags: Type.Optional(Type.Array(Text(MAX.hashtag), { maxItems: MAX.hashtags })),
  },
  { $id: 'NewRequirements' },
);

const NewLimits = Type.Object({
  maxApprovals: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_APPROVALS }))),
  perUser: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_USER, default: DEFAULT_PER_USER })),
});

const NewReviewPolicy = Type.Object({
  mode: Type.Optional(oneOf(REVIEW_MODES, { default: 'manual' })),
  slaHours: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: MAX_SLA_HOURS, default: DEFAULT_SLA_HOURS })),
  ),
  onTimeout: Type.Optional(oneOf(TIMEOUT_ACTIONS, { default: 'none' })),
});

const NewDisclosure = Type.Object({
  required: Type.Optional(Type.Boolean()),
  text: Type.Optional(Nullable(Text(MAX.text))),
});

/** Fields that can be set on creation and changed later. */
const changeableFields = {
  description: Type.Optional(Nullable(Text(MAX.text))),
  instructions: Type.Optional(Nullable(Text(MAX.text))),
  programId: Type.Optional(Nullable(Id('A program of the business that approvals also count toward'))),
  requirements: Type.Optional(NewRequirements),
  startsAt: Type.Optional(Nullable(DateTime())),
  endsAt: Type.Optional(Nullable(DateTime())),
  budget: Type.Optional(Nullable(Type.Object({ total: Money({ description: 'Total budget' }) }))),
  limits: Type.Optional(NewLimits),
  reviewPolicy: Type.Optional(NewReviewPolicy),
  disclosure: Type.Optional(NewDisclosure),
  acknowledgePolicy: Type.Optional(
    Type.Boolean({
      description:
        'Launch even though the platform forbids rewarding this action, or accept rules that became stricter: then a ' +
        'campaign that paused for them resumes',
    }),
  ),
};

export const NewCampaign = Type.Object(
  {
    name: Name(),
    platform: Slug,
    actionType: Slug,
    reward: NewReward,
    ...changeableFields,
    actionId: Type.Optional(Nullable(Text(MAX.id, { description: 'ID of an action in the action library' }))),
    suggestionId: Type.Optional(Nullable(Id('The planner suggestion this campaign is based on'))),
    launch: Type.Optional(Type.Boolean({ description: 'Create the campaign as active instead of draft' })),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'NewCampaign' },
);
export type NewCampaign = Static<typeof NewCampaign>;

export const CampaignChange = Type.Object(
  {
    id: Id(),
    name: Type.Optional(Name()),
    state: Type.Optional(oneOf(['active', 'paused', 'ended'])),
    reward: Type.Optional(NewReward),
    ...changeableFields,
    pendingPolicy: Type.Optional(
      oneOf(['keep', 'rejectAll'], {
        description: 'With state=ended: keep pending submissions, or reject them all',
      }),
    ),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'CampaignChange', examples: [{ id: 'cmp_01jwnkr2g0f5v9t8d6mxyq4h02', state: 'paused' }] },
);
export type CampaignChange = Static<typeof CampaignChange>;

/** Campaigns per bulk change. */
const MAX_BULK = 100;

export const BulkCampaignChange = Type.Object(
  {
    ids: Type.Array(Id(), { minItems: 1, maxItems: MAX_BULK, uniqueItems: true }),
    state: oneOf(['active', 'paused', 'ended']),
    acknowledgePolicy: changeableFields.acknowledgePolicy,
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'BulkCampaignChange' },
);
export type BulkCampaignChange = Static<typeof BulkCampaignChange>;

export const CampaignCopy = Type.Object(
  {
    name: Type.Optional(Name({ description: 'Defaults to the name of the original with " (copy)"' })),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'CampaignCopy' },
);
export type CampaignCopy = Static<typeof CampaignCopy>;

const NullableTime = Nullable(Timestamp());
const NullableText = Nullable(Type.String());

/** A warning about a campaign, returned to every caller who may see the campaign; see reference/model.ts for its fields. */
export const CampaignWarning = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    source: Type.Unknown({
      description: 'The published rule: id, title, publisher, year and url; null if there is none',
    }),
    alternative: Type.Optional(
      Type.Unknown({ description: 'An alternative action that the platform allows' }),
    ),
  },
  { $id: 'CampaignWarning' },
);
export type CampaignWarning = Static<typeof CampaignWarning>;

/** The chosen action, as the action library describes it. */
export const CampaignAction = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    task: Task,
    description: Type.String(),
    proofTypes: Type.Array(oneOf(['url', 'screenshot', 'text']), {
      description: 'Kinds of proof that suit the action, best first',
    }),
    publicCheck: PublicCheck,
  },
  { $id: 'CampaignAction' },
);
export type CampaignAction = Static<typeof CampaignAction>;

/** A change of the rules for a campaign's action to stricter ones while it ran. */
export const PolicyChange = Type.Object(
  {
    at: Timestamp(),
    from: oneOf(POLICY_LEVELS),
    to: oneOf(POLICY_LEVELS, {
      description:
        'disclose: only with a disclosure; switchedOff: not recommended; forbidden: must not be rewarded',
    }),
    acknowledgedAt: Nullable(Timestamp({ description: 'When the business acknowledged the stricter rules' })),
  },
  {
    $id: 'PolicyChange',
    description: 'The last time that the rules became stricter; null if they never did',
  },
);
export type PolicyChange = Static<typeof PolicyChange>;

export const Campaign = Type.Object(
  {
    id: Id(),
    name: Type.String(),
    slug: Type.String({
      description: "The name in the campaign's short link, /c/<slug>; the ID until the first launch",
    }),
    description: NullableText,
    instructions: NullableText,
    state: oneOf(CAMPAIGN_STATES),
    stateReason: Nullable(oneOf([...STATE_REASONS, 'scheduled'])),
    platform: Type.String(),
    actionType: Type.String(),
    actionId: NullableText,
    action: Nullable(CampaignAction),
    programId: NullableText,
    suggestionId: NullableText,
    currency: CurrencyCode(),
    reward: Type.Object({
      type: oneOf(REWARD_TYPES),
      value: Nullable(
        Type.Number({
          description: 'An amount, a percentage, or the cost of an item, which only its business sees',
        }),
      ),
      name: Nullable(Type.String({ description: 'The name of an item' })),
      cost: Nullable(Type.Number({ description: 'The cost of an item; only its business sees it' })),
      maxAmount: Nullable(Type.Number()),
      expiresInDays: Type.Integer(),
    }),
    requirements: Type.Object({ minFollowers: Type.Integer(), hashtags: Type.Array(Type.String()) }),
    startsAt: NullableTime,
    endsAt: NullableTime,
    budget: Nullable(
      Type.Object({
        total: Type.Number(),
        reserved: Type.Number(),
        spent: Type.Number(),
        remaining: Type.Number({ description: 'total − reserved − spent' }),
      }),
    ),
    limits: Type.Object({ maxApprovals: Nullable(Type.Integer()), perUser: Type.Integer() }),
    reviewPolicy: Type.Object({
      mode: oneOf(REVIEW_MODES),
      slaHours: Nullable(Type.Integer()),
      onTimeout: oneOf(TIMEOUT_ACTIONS),
    }),
    disclosure: Type.Object({ required: Type.Boolean(), text: NullableText }),
    stats: Type.Object({ pending: Type.Integer(), approved: Type.Integer(), rejected: Type.Integer() }),
    warnings: Type.Array(CampaignWarning),
    policyChange: Nullable(PolicyChange),
    businessId: Id(),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
    business: IncludedBusiness,
  },
  { $id: 'Campaign' },
);
export type Campaign = Static<typeof Campaign>;

export const BulkChangedCampaigns = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Id(),
        ok: Type.Boolean(),
        campaign: Type.Optional(Campaign),
        error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
      }),
    ),
  },
  { $id: 'BulkChangedCampaigns' },
);
export type BulkChangedCampaigns = Static<typeof BulkChangedCampaigns>;
