import type { CampaignRow } from '../../db/schema/campaigns.ts';
import { toDollars, toNullableDollars, toPercent } from '../platform/money.ts';
import type { Campaign } from './model.ts';
import { hasStarted } from './rules.ts';

/** Converts a campaign to its API representation at a given time. */
export function toCampaign(row: CampaignRow, now: string): Campaign {
  const isScheduled = row.state === 'active' && !hasStarted(row.startsAt, now);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    instructions: row.instructions,
    state: row.state,
    stateReason: isScheduled ? 'scheduled' : row.stateReason,
    platform: row.platform,
    actionType: row.actionType,
    actionId: row.actionId,
    programId: row.programId,
    suggestionId: row.suggestionId,
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
    businessId: row.businessId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toCampaignReward(row: CampaignRow): Campaign['reward'] {
  const isItem = row.rewardItem !== null;
  return {
    type: isItem ? 'item' : row.rewardType,
    value: row.rewardType === 'fixed' ? toDollars(row.rewardValue) : toPercent(row.rewardValue),
    name: row.rewardItem,
    cost: isItem ? toDollars(row.rewardValue) : null,
    maxAmount: toNullableDollars(row.rewardMaxCents),
    expiresInDays: row.rewardExpiresInDays,
  };
}

function toCampaignBudget({
  budgetTotalCents: total,
  budgetReservedCents: reserved,
  budgetSpentCents: spent,
}: CampaignRow) {
  if (total === null) return null;
  return {
    total: toDollars(total),
    reserved: toDollars(reserved),
    spent: toDollars(spent),
    remaining: toDollars(total - reserved - spent),
  };
}
