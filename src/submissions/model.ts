import { type Static, Type } from '@sinclair/typebox';
import {
  PROOF_TYPES,
  REJECTION_CODES,
  REWARD_TYPES,
  RISK_FLAGS,
  SUBMISSION_STATUSES,
  VERIFICATION_STATUSES,
} from '../../db/enums.ts';
import { RecordNames } from '../businesses/model.ts';
import { Campaign, CampaignAction } from '../campaigns/model.ts';
import {
  CurrencyCode,
  HttpUrl,
  Id,
  MAX,
  Money,
  Nullable,
  oneOf,
  Text,
  Timestamp,
  Url,
} from '../platform/schema.ts';
import { Reward } from '../rewards/model.ts';

/** Maximum submissions per bulk review. */
const MAX_BULK = 100;
const MAX_FOLLOWERS = 10_000_000_000;

const NullableText = Nullable(Type.String());
const NullableTime = Nullable(Timestamp());

/** The payout of approving a pending submission at its current order value. */
const Projection = Type.Object(
  {
    cashback: Type.Number({ description: "Cashback within the program's caps" }),
    points: Type.Integer(),
    reward: Nullable(
      Type.Object({
        type: oneOf(REWARD_TYPES),
        value: Nullable(
          Type.Number({
            description: 'An amount, a percentage, or the cost of an item, which only its business sees',
          }),
        ),
        name: Nullable(Type.String({ description: 'The name of an item' })),
        cost: Nullable(Type.Number({ description: 'The cost of an item; only its business sees it' })),
        maxAmount: Nullable(Type.Number()),
      }),
    ),
  },
  { description: 'Payout on approval; included only while the submission is pending' },
);
export type Projection = Static<typeof Projection>;

export const Submission = Type.Object(
  {
    id: Id(),
    campaignId: Nullable(Id()),
    programId: Nullable(Id()),
    actionId: NullableText,
    action: Nullable(CampaignAction),
    memberId: NullableText,
    userId: Type.String(),
    proofUrl: Url(),
    proofType: oneOf(PROOF_TYPES),
    upload: Nullable(
      Type.Object(
        { id: Id(), contentType: Type.String(), url: Type.String() },
        { description: 'The uploaded proof file; null if the proof is an external link' },
      ),
    ),
    status: oneOf(SUBMISSION_STATUSES),
    notes: Type.String({ description: 'Empty if none were sent' }),
    handle: NullableText,
    followers: Nullable(Type.Integer()),
    currency: CurrencyCode(),
    orderValue: Nullable(
      Type.Number({
        description: 'Order value, as declared by the submitter or corrected in review',
      }),
    ),
    orderValueConfirmed: Type.Boolean({
      description: 'True once the business has approved the submission with this order value',
    }),
    projected: Type.Optional(Projection),
    rewardId: Nullable(Id()),
    reason: NullableText,
    rejectionCode: Nullable(oneOf(REJECTION_CODES)),
    reviewedAt: NullableTime,
    reviewedBy: NullableText,
    reviewDueAt: NullableTime,
    revision: Type.Integer({ minimum: 1 }),
    resubmitOf: Nullable(Id()),
    verification: Type.Object({
      status: oneOf(VERIFICATION_STATUSES),
      checks: Type.Array(Type.Object({ name: Type.String(), passed: Type.Boolean(), detail: Type.String() })),
      checkedAt: NullableTime,
    }),
    risk: Type.Object({
      score: Type.Integer({ minimum: 0, maximum: 100 }),
      flags: Type.Array(oneOf(RISK_FLAGS)),
    }),
    createdAt: Timestamp(),
    names: Type.Optional(
      Type.Unsafe<RecordNames>({
        ...RecordNames,
        description: 'The names of business, campaign and program, in any state; only with include=names',
      }),
    ),
  },
  { $id: 'Submission' },
);
export type Submission = Static<typeof Submission>;

/** The post to which a submission links, as its platform describes it. */
export const LinkPreview = Type.Object(
  {
    provider: Nullable(Type.String({ description: 'Null if there is no preview' })),
    title: Nullable(Type.String()),
    author: Nullable(Type.String()),
    image: Nullable(Type.String({ description: 'The picture as a data URL' })),
  },
  { $id: 'LinkPreview' },
);
export type LinkPreview = Static<typeof LinkPreview>;

/** Related records that a list of submissions can include. */
export const SUBMISSION_INCLUDES = ['campaign', 'business', 'customer', 'reward', 'names'] as const;
export type SubmissionInclude = (typeof SUBMISSION_INCLUDES)[number];
/** Orders of a list of submissions; the first one is the default. */
export const SUBMISSION_SORTS = ['-createdAt', 'createdAt', '-reviewedAt', 'reviewedAt'] as const;
/** Newest submissions of a customer that are counted. */
export const MAX_COUNTED = 500;

const included = (include: SubmissionInclude, condition: string) => ({
  description: `Only with include=${include}; null if ${condition}`,
});

/** The person behind a submission, as the business sees them. */
export const SubmissionCustomer = Type.Object(
  {
    id: Type.String({ description: 'User ID, or your own reference for the customer' }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the account; null for your own references',
    }),
    submissions: Type.Object(
      { pending: Type.Integer(), approved: Type.Integer(), rejected: Type.Integer() },
      {
        description: `Submissions of the customer to the business by status, among the newest ${MAX_COUNTED}`,
      },
    ),
    account: Type.Union(
      [
        Type.Object({
          platform: Type.String(),
          handle: Type.String(),
          followers: Nullable(Type.Integer()),
        }),
        Type.Null(),
      ],
      { description: "The account that the customer connected on the campaign's platform" },
    ),
  },
  { $id: 'SubmissionCustomer' },
);
export type SubmissionCustomer = Static<typeof SubmissionCustomer>;

export const ListedSubmission = Type.Object(
  {
    ...Submission.properties,
    campaign: Type.Optional(
      Type.Union(
        [Campaign, Type.Null()],
        included('campaign', 'there is no campaign or the caller cannot read it'),
      ),
    ),
    business: Type.Optional(
      Type.Object(
        { id: Id(), name: Type.String() },
        { description: 'The business that received the submission; only with include=business' },
      ),
    ),
    customer: Type.Optional(
      Type.Unsafe<SubmissionCustomer>({
        ...SubmissionCustomer,
        description: 'Who submitted the proof; only with include=customer',
      }),
    ),
    reward: Type.Optional(Type.Union([Reward, Type.Null()], included('reward', 'no reward was issued'))),
  },
  { $id: 'ListedSubmission' },
);
export type ListedSubmission = Static<typeof ListedSubmission>;
export type RiskFlag = (typeof RISK_FLAGS)[number];

export const NewSubmission = Type.Object(
  {
    campaignId: Id(),
    proofUrl: HttpUrl({
      description: 'URL of the proof: a link, or the url of one of your uploads. Stored normalized.',
    }),
    proofType: Type.Optional(oneOf(PROOF_TYPES, { default: 'url' })),
    notes: Type.Optional(Type.String({ maxLength: MAX.text })),
    userId: Type.Optional(
      Text(MAX.id, {
        description:
          'For businesses: your own reference for the customer, or the ID of a user who has interacted with your business',
      }),
    ),
    handle: Type.Optional(Text(MAX.name, { description: 'Handle of the account that posted' })),
    followers: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FOLLOWERS })),
    orderValue: Type.Optional(Money()),
    resubmitOf: Type.Optional(Id('The rejected submission this one replaces')),
  },
  { $id: 'NewSubmission' },
);
export type NewSubmission = Static<typeof NewSubmission>;

export const Review = Type.Object(
  {
    submissionId: Type.Optional(Id()),
    submissionIds: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: MAX_BULK, uniqueItems: true })),
    action: oneOf(['approve', 'reject']),
    reason: Type.Optional(Type.String({ maxLength: MAX.text })),
    rejectionCode: Type.Optional(oneOf(REJECTION_CODES)),
    override: Type.Optional(Type.Boolean({ description: 'Set to true to approve a rejected submission' })),
    reverse: Type.Optional(
      Type.Boolean({ description: 'Set to true to reject an approved submission and revoke its reward' }),
    ),
    orderValue: Type.Optional(
      Nullable(
        Money({
          description:
            'When approving a single submission: the confirmed order value, or null to credit none. Defaults to the submitted value.',
        }),
      ),
    ),
  },
  { $id: 'Review', examples: [{ submissionId: 'sub_01jwnkr2g0f5v9t8d6mxyq4h03', action: 'approve' }] },
);
export type Review = Static<typeof Review>;

export const Reviewed = Type.Object(
  { submission: Submission, reward: Nullable(Reward) },
  { $id: 'Reviewed' },
);
export type Reviewed = Static<typeof Reviewed>;

export const BulkReviewed = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        submissionId: Id(),
        ok: Type.Boolean(),
        submission: Type.Optional(Submission),
        error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
      }),
    ),
  },
  { $id: 'BulkReviewed' },
);
export type BulkReviewed = Static<typeof BulkReviewed>;

/** Submission statistics of a business. */
export interface SubmissionStats {
  approved: number;
  rejected: number;
  /** Overdue submissions among the oldest 1,000 pending. */
  overdue: { campaignId: string; count: number; dueSince: string }[];
  /** Duplicate proofs among the newest 500 submissions. */
  recent: { campaignId: string; submissions: number; duplicates: number }[];
}
