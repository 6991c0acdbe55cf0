import type { CampaignRow } from '../../db/schema/campaigns.ts';
import type { AnyCtx } from '../context.ts';
import type { TranslateAction } from '../library/translations.ts';
import { toAmount, toNullableAmount, toPercent } from '../platform/money.ts';
import type { Campaign, CampaignAction } from './model.ts';
import { hasStarted } from './rules.ts';

/** Converts a campaign to its API representation at a given time. */
export function toCampaign(ctx: Pick<AnyCtx, 'library'>, row: CampaignRow, now: string): Campaign {
  const isScheduled = row.state === 'active' && !hasStarted(row.startsAt, now);
  return {
    id: row.id,
    name: row.name,
    slug: getSlug(row),
    description: row.description,
    instructions: row.instructions,
    state: row.state,
    stateReason: isScheduled ? 'scheduled' : row.stateReason,
    platform: row.platform,
    actionType: row.actionType,
    actionId: row.actionId,
    action: describeAction(ctx, row.actionId),
    programId: row.programId,
    suggestionId: row.suggestionId,
    currency: row.currency,
    reward: toCampaignReward(row),
    requirements: { minFollowers: row.minFollowers, hashtags: row.hashtags },
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    budget: toCampaignBudget(row),
    limits: { maxApprovals: row.maxApprovals, perUser: row.perUser },
    reviewPolicy: { mode: row.reviewMode, slaHours: row.reviewSlaHours, onTimeout: row.reviewOnTimeout },
    disclosure: { required: row.disclosureRequired, text: row.disclosureText },
    stats: { pending: row.pendingCount, approved: row.approvedCount, rejected: row.rejectedCount },
    warnings: row.warnings as Campaign['warnings'],
    policyChange: row.policyChange && { ...row.policyChange, acknowledgedAt: row.policyAcknowledgedAt },
    businessId: row.businessId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Returns the name in the campaign's short link. The link's page accepts an ID instead of a slug. */
export function getSlug({ slug, id }: Pick<CampaignRow, 'slug' | 'id'>): string {
  return slug ?? id;
}

/** Returns how the action library describes an action; null without one, or for one that it no longer has. */
export function describeAction(
  { library }: Pick<AnyCtx, 'library'>,
  actionId: string | null,
  translate: TranslateAction = action => action,
): CampaignAction | null {
  const action = actionId === null ? undefined : library.byId(actionId);
  if (!action) return null;
  const { id, name, task, description, proofTypes, publicCheck } = translate(action);
  return { id, name, task, description, proofTypes, publicCheck };
}

/** The columns of a campaign's reward. */
export type RewardFields = Pick<
  CampaignRow,
  'currency' | 'rewardType' | 'rewardValue' | 'rewardItem' | 'rewardMaxCents' | 'rewardExpiresInDays'
>;

export function toCampaignReward(row: RewardFields): Campaign['reward'] {
  const isItem = row.rewardItem !== null;
  return {
    type: isItem ? 'item' : row.rewardType,
    value: row.rewardType === 'fixed' ? toAmount(row.rewardValue, row.currency) : toPercent(row.rewardValue),
    name: row.rewardItem,
    cost: isItem ? toAmount(row.rewardValue, row.currency) : null,
    maxAmount: toNullableAmount(row.rewardMaxCents, row.currency),
    expiresInDays: row.rewardExpiresInDays,
  };
}

function toCampaignBudget({
  budgetTotalCents: total,
  budgetReservedCents: reserved,
  budgetSpentCents: spent,
  currency,
}: CampaignRow) {
  if (total === null) return null;
  return {
    total: toAmount(total, currency),
    reserved: toAmount(reserved, currency),
    spent: toAmount(spent, currency),
    remaining: toAmount(total - reserved - spent, currency),
  };
}
