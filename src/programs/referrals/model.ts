import { type SchemaOptions, type Static, Type } from '@sinclair/typebox';
import { REFERRAL_STATUSES } from '../../../db/enums.ts';
import { Id, Nullable, oneOf, Text, Timestamp } from '../../platform/schema.ts';
import { NewReward } from '../../rewards/model.ts';

/** How many new members a member is rewarded for unless the program says otherwise. */
export const DEFAULT_REFERRALS_PER_MEMBER = 20;
const MAX_REFERRALS_PER_MEMBER = 10_000;
/** A code has ten characters, and people may type separators. */
const MAX_CODE = 20;

const SideReward = (description: string) =>
  Type.Optional(Type.Union([NewReward, Type.Null()], { description }));

/** The rewards of a program for bringing new members. */
export const ReferralTerms = Type.Object(
  {
    referrer: SideReward('The reward of the member who brought a new one; null for none'),
    referee: SideReward('The reward of the new member; null for none'),
    maxPerMember: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_REFERRALS_PER_MEMBER,
        default: DEFAULT_REFERRALS_PER_MEMBER,
        description: 'How many new members each member is rewarded for',
      }),
    ),
  },
  {
    $id: 'ReferralTerms',
    examples: [
      {
        referrer: { type: 'fixed', value: 5 },
        referee: { type: 'item', name: 'Coffee', cost: 1.2 },
        maxPerMember: DEFAULT_REFERRALS_PER_MEMBER,
      },
    ],
  },
);
export type ReferralTerms = Static<typeof ReferralTerms>;

/** The field of a program with its terms. */
export const Referral = (options: SchemaOptions = {}) =>
  Type.Union([ReferralTerms, Type.Null()], {
    description:
      'Rewards for bringing new members, which both sides get at the first purchase or visit of the new member; null for none',
    ...options,
  });

/** The field of an enrollment that names who brought the member. */
export const ReferredBy = Type.Object(
  { code: Text(MAX_CODE, { description: "The referralCode of a member, from that member's link" }) },
  { description: 'Who brought the member; only in a program with `referral`' },
);
export type ReferredBy = Static<typeof ReferredBy>;

export const ReferralRecord = Type.Object(
  {
    id: Id(),
    programId: Id(),
    referrer: Type.String({ description: 'The member ID of who brought the new member' }),
    referee: Type.String({ description: 'The member ID of the new member' }),
    status: oneOf(REFERRAL_STATUSES, {
      description:
        'pending: the new member has not bought yet; paid: both sides have their rewards; capped: the referrer had reached maxPerMember; flagged: both are the same person, so nothing is paid',
    }),
    referrerRewardId: Nullable(Id()),
    refereeRewardId: Nullable(Id()),
    createdAt: Timestamp(),
    paidAt: Nullable(Timestamp()),
  },
  { $id: 'ReferralRecord' },
);
export type ReferralRecord = Static<typeof ReferralRecord>;
