import { type Static, Type } from '@sinclair/typebox';
import { CAMPAIGN_STATES, POLICY_LEVELS } from '../../db/enums.ts';
import { Citation } from '../library/model.ts';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';
import { CampaignAction, CampaignWarning, PolicyChange } from './model.ts';

/** By which rules a campaign's action may be rewarded. */
export const ComplianceCard = Type.Object(
  {
    campaignId: Id(),
    name: Type.String(),
    state: oneOf(CAMPAIGN_STATES),
    business: Type.Object({ id: Id(), name: Type.String() }),
    platform: Type.String(),
    actionType: Type.String(),
    action: Nullable(CampaignAction),
    level: oneOf(POLICY_LEVELS, { description: 'The strictest of the rules' }),
    rules: Type.Array(Type.Omit(CampaignWarning, ['alternative']), {
      description: 'The platform rules, each with its source; empty if nothing restricts the reward',
    }),
    law: Type.Object(
      {
        jurisdiction: Type.String(),
        title: Type.String(),
        summary: Type.String(),
        requires: Type.Array(Type.String()),
        sources: Type.Array(Citation),
      },
      { description: 'The law on disclosing rewards' },
    ),
    disclosure: Type.Object({ required: Type.Boolean(), text: Nullable(Type.String()) }),
    policyChange: Nullable(PolicyChange),
    acknowledgment: Nullable(
      Type.Object({
        at: Timestamp(),
        by: Nullable(Type.String({ description: 'ID of the user or API key; null before version 0.2' })),
        name: Nullable(Type.String()),
      }),
    ),
    createdAt: Timestamp({ description: 'When this card was created' }),
  },
  { $id: 'ComplianceCard' },
);
export type ComplianceCard = Static<typeof ComplianceCard>;
