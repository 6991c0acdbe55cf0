import { type Static, Type } from '@sinclair/typebox';
import { CurrencyCode, Id, Text, Timestamp } from '../platform/schema.ts';
import { Member } from '../programs/members/model.ts';
import { CampaignLink } from '../shops/model.ts';

/** A code has twelve characters, and people may type separators. */
const MAX_CODE = 40;
export const CLAIM_CODE_EXAMPLE = '7KQ3-9XTM-4PAC';

const Code = () =>
  Text(MAX_CODE, {
    description: 'The code from the counter. Case and separators are ignored',
    examples: [CLAIM_CODE_EXAMPLE],
  });

export const ClaimCodeRequest = Type.Object(
  {
    send: Type.Optional(
      Type.Boolean({ description: "Also email the link to the member's address", default: false }),
    ),
  },
  { $id: 'ClaimCodeRequest', description: 'How the code reaches the member.' },
);
export type ClaimCodeRequest = Static<typeof ClaimCodeRequest>;

/** A one-time code by which a person takes over a membership that the business created. */
export const ClaimCode = Type.Object(
  {
    programId: Id(),
    memberId: Type.String(),
    code: Type.String({ description: 'To be typed at /claim', examples: [CLAIM_CODE_EXAMPLE] }),
    url: Type.String({
      description: 'Link with the code, for a QR code',
      examples: ['https://perks.example/claim#7KQ3-9XTM-4PAC'],
    }),
    expiresAt: Timestamp(),
    sent: Type.Boolean({ description: "Whether it was emailed to the member's address" }),
  },
  { $id: 'ClaimCode', description: 'A one-time code by which a member claims the card.' },
);
export type ClaimCode = Static<typeof ClaimCode>;

/** A membership that a person can take over, without the name and contact data that the business entered. */
export const ClaimableMembership = Type.Object(
  {
    id: Id('ID of the membership'),
    programId: Id(),
    programName: Type.String({ description: 'Name of the program' }),
    shop: CampaignLink.properties.shop,
    currency: CurrencyCode(),
    points: Type.Integer({ description: 'Points that can be spent in the shop' }),
    visits: Type.Integer(),
    cashback: Type.Number({ description: 'Cashback that is available' }),
    openRewards: Type.Integer({ description: 'Rewards that can be redeemed, up to 50' }),
  },
  {
    $id: 'ClaimableMembership',
    description: 'What is on a card that its person has not claimed yet.',
  },
);
export type ClaimableMembership = Static<typeof ClaimableMembership>;

/** The memberships that a code, or an address, gives access to. */
export const Claimable = Type.Object(
  { memberships: Type.Array(ClaimableMembership, { description: 'One for each program' }) },
  { $id: 'Claimable', description: 'The memberships that can be claimed.' },
);
export type Claimable = Static<typeof Claimable>;

export const ClaimPreviewRequest = Type.Object(
  { code: Code() },
  { $id: 'ClaimPreviewRequest', description: 'The code to look up.' },
);

export const NewClaim = Type.Object(
  {
    code: Type.Optional(Code()),
    membershipId: Type.Optional(Id('One of GET /account/claims, instead of a code')),
  },
  {
    $id: 'NewClaim',
    description: 'Either a code or one of your own claims.',
    examples: [{ code: CLAIM_CODE_EXAMPLE }],
  },
);
export type NewClaim = Static<typeof NewClaim>;

export const Claimed = Type.Object(
  {
    memberships: Type.Array(Member, {
      description: 'The memberships in all programs of the business under the same reference',
    }),
  },
  { $id: 'Claimed', description: 'The memberships that are yours now.' },
);
export type Claimed = Static<typeof Claimed>;
