import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { formatCount } from '../../platform/plural.ts';
import * as rules from '../rules.ts';
import * as serialize from '../serialize.ts';
import * as store from '../store.ts';
import { getCampaignRow } from './read.ts';

/**
 * Reserves budget for another submission: counts it as pending and reserves its reward and cashback. Campaigns without
 * a total count the same, so that a budget set later includes it.
 * @returns the cents reserved
 * @throws LIMIT_REACHED, BUDGET_EXHAUSTED
 */
export async function reserve(tx: TxCtx, campaign: CampaignRow, cashbackCents: number): Promise<number> {
  assertBelowMaxApprovals(campaign);
  const cost = rules.getRewardCost(campaign) + cashbackCents;
  if (!rules.canReserve(campaign, cost)) {
    throw new AppError('BUDGET_EXHAUSTED', 'The remaining budget is reserved for pending submissions');
  }
  await store.adjust(tx.db, campaign.id, { pending: 1, reserved: cost });
  return cost;
}

/** @throws CAMPAIGN_NOT_ACTIVE by state or dates */
export function assertOpen(tx: TxCtx, campaign: CampaignRow): void {
  const now = nowIso(tx.clock);
  if (campaign.state !== 'active' || rules.isPastEnd(campaign, now)) {
    throw new AppError(
      'CAMPAIGN_NOT_ACTIVE',
      `The campaign is ${campaign.state} and is not accepting submissions`,
    );
  }
  if (!rules.hasStarted(campaign.startsAt, now)) {
    throw new AppError('CAMPAIGN_NOT_ACTIVE', `The campaign starts at ${campaign.startsAt}`);
  }
}

/** The reserve of a pending submission, and the cashback that its approval grants. */
interface ApprovalAmounts {
  reservedCents: number;
  cashbackCents: number;
}

/**
 * Moves a submission from pending to approved: spends the reward and the cashback granted, releases the reserve, and
 * pauses the campaign if that fills it.
 * @returns the cents spent
 * @throws LIMIT_REACHED, BUDGET_EXHAUSTED
 */
export async function approve(
  tx: TxCtx,
  campaignId: string,
  { reservedCents, cashbackCents }: ApprovalAmounts,
): Promise<number> {
  const campaign = await getCampaignRow(tx, campaignId);
  const cost = calculateApprovalCost(
    { ...campaign, budgetReservedCents: campaign.budgetReservedCents - reservedCents },
    cashbackCents,
  );
  const by = { pending: -1, approved: 1, reserved: -reservedCents, spent: cost };
  await pauseIfFull(tx, await store.adjust(tx.db, campaignId, by));
  return cost;
}

/** Returns what another approval costs. @throws LIMIT_REACHED, BUDGET_EXHAUSTED */
function calculateApprovalCost(campaign: CampaignRow, cashbackCents: number): number {
  assertBelowMaxApprovals(campaign);
  const cost = rules.getRewardCost(campaign) + cashbackCents;
  if (!rules.canReserve(campaign, cost)) {
    const what = cashbackCents > 0 ? 'the reward and the cashback' : 'another reward';
    throw new AppError(
      'BUDGET_EXHAUSTED',
      `The budget doesn't cover ${what}. Increase budget.total to approve the submission.`,
    );
  }
  return cost;
}

/** Moves a submission from pending to rejected: releases its reserve. */
export async function reject(tx: TxCtx, campaignId: string, reservedCents: number): Promise<void> {
  await store.adjust(tx.db, campaignId, { pending: -1, rejected: 1, reserved: -reservedCents });
}

/**
 * Moves a submission from rejected to approved (override).
 * @returns the cents spent
 * @throws LIMIT_REACHED, BUDGET_EXHAUSTED
 */
export async function override(tx: TxCtx, campaignId: string, cashbackCents: number): Promise<number> {
  const cost = calculateApprovalCost(await getCampaignRow(tx, campaignId), cashbackCents);
  await pauseIfFull(tx, await store.adjust(tx.db, campaignId, { rejected: -1, approved: 1, spent: cost }));
  return cost;
}

/** Moves a submission from approved to rejected (reversal): returns the cents spent to the budget. */
export async function reverse(tx: TxCtx, campaignId: string, spentCents: number): Promise<void> {
  await store.adjust(tx.db, campaignId, { approved: -1, rejected: 1, spent: -spentCents });
}

function assertBelowMaxApprovals({ maxApprovals, approvedCount }: CampaignRow): void {
  if (maxApprovals !== null && approvedCount >= maxApprovals) {
    throw new AppError(
      'LIMIT_REACHED',
      `The campaign has reached its limit of ${formatCount(maxApprovals, 'approval')}`,
    );
  }
}

async function pauseIfFull(tx: TxCtx, row: CampaignRow): Promise<void> {
  const reason = row.state === 'active' ? rules.pauseReason(row) : null;
  if (!reason) return;
  const now = nowIso(tx.clock);
  const paused = await store.update(tx.db, row.id, { state: 'paused', stateReason: reason, updatedAt: now });
  const event = {
    businessId: row.businessId,
    object: serialize.toCampaign(tx, paused, now),
    previous: { state: row.state },
  };
  if (reason === 'budgetExhausted') await events.record(tx, 'campaign.budgetExhausted', event);
  await events.record(tx, 'campaign.paused', event);
}
