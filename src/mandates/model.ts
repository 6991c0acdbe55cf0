import { type Static, Type } from '@sinclair/typebox';
import { MANDATE_WINDOWS, PROPOSAL_STATUSES } from '../../db/enums.ts';
import { CurrencyCode, DateTime, Id, MoneyOrZero, Nullable, oneOf, Timestamp } from '../platform/schema.ts';

const MAX_TOOLS = 100;
const MAX_RECORDS = 100;
const MAX_NAME_LENGTH = 100;

const Ids = (description: string) =>
  Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: MAX_RECORDS, uniqueItems: true, description }));

/** The limits of an agent. Amounts are in the currency of its business. */
export const Mandate = Type.Object(
  {
    tools: Type.Array(Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }), {
      minItems: 1,
      maxItems: MAX_TOOLS,
      uniqueItems: true,
      description: 'Operations that it may call, by operation ID or by the name of the tool',
    }),
    campaignIds: Ids('Campaigns in which it may change something; without both lists, all'),
    programIds: Ids('Programs in which it may change something'),
    budget: Type.Object({
      amount: MoneyOrZero({ description: 'What it may spend in a window; 0 for nothing' }),
      window: oneOf(MANDATE_WINDOWS, {
        description: "A calendar day, week or month in the business's time zone, or its whole life",
      }),
    }),
    approvalAbove: MoneyOrZero({
      description: 'Requests that cost more wait for a person; 0 for all that cost something',
    }),
    expiresAt: DateTime({ description: 'When the key stops working' }),
  },
  { $id: 'Mandate' },
);
export type Mandate = Static<typeof Mandate>;

const MAX_REASON_LENGTH = 500;

/** A proposal without the request, which can contain data of people; events have it. */
export const ProposalSummary = Type.Object(
  {
    id: Id(),
    businessId: Id(),
    status: oneOf(PROPOSAL_STATUSES),
    agent: Type.Object({ id: Id(), name: Type.String() }),
    operationId: Type.String(),
    amount: Nullable(Type.Number({ description: 'What the request costs; null if that can not be known' })),
    currency: CurrencyCode(),
    reason: Nullable(Type.String()),
    createdAt: Timestamp(),
    expiresAt: Timestamp(),
    decidedAt: Nullable(Timestamp()),
    decidedBy: Nullable(Type.String()),
  },
  { $id: 'ProposalSummary' },
);
export type ProposalSummary = Static<typeof ProposalSummary>;

export const Proposal = Type.Composite(
  [
    ProposalSummary,
    Type.Object({
      request: Type.Object({
        method: Type.String(),
        path: Type.String(),
        body: Type.Unknown(),
      }),
      preview: Type.Unknown(),
      result: Type.Unknown(),
    }),
  ],
  { $id: 'Proposal' },
);
export type Proposal = Static<typeof Proposal>;

export const ProposalDecision = Type.Object(
  {
    action: oneOf(['approve', 'reject']),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH })),
  },
  { $id: 'ProposalDecision' },
);
export type ProposalDecision = Static<typeof ProposalDecision>;
