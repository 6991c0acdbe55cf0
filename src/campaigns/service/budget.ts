import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import * as rules from '../rules.ts';
import * as store from '../store.ts';
import { getCampaignRow } from './read.ts';

/**
 * Makes room for one more submission: counts it as pending and reserves its reward and the cashback to hold. Without
 * a total the same is counted, so that a budget given later knows what is held and spent.
 * @returns the cents that it holds from now on.
 * @throws LIMIT_REACHED, BUDGET_EXHAUSTED
 */
export function reserve(tx: TxCtx, campaign: CampaignRow, cashbackCents: number): number {
  assertCap(campaign);
  const cost = rules.costOf(campaign) + cashbackCents;
  if (!rules.canReserve(campaign, cost)) {
    throw new AppError('BUDGET_EXHAUSTED', 'The remaining budget is reserved for pending submissions');
  }
  store.adjust(tx.db, campaign.id, { pending: 1, reserved: cost });
  return cost;
}

/** @throws CAMPAIGN_NOT_ACTIVE by state or dates */
export function assertOpen(tx: TxCtx, campaign: CampaignRow): void {
  const now = nowIso(tx.clock);
  if (campaign.state !== 'active' || rules.isOver(campaign, now)) {
    throw new AppError('CAMPAIGN_NOT_ACTIVE', `The campaign is ${campaign.state}; it takes no submissions`);
  }
  if (!rules.hasStarted(campaign.startsAt, now)) {
    throw new AppError('CAMPAIGN_NOT_ACTIVE', `The campaign starts at ${campaign.startsAt}`);
  }
}

/** What a pending submission holds, and the cashback that its approval grants. */
interface Spending {
  heldCents: number;
  cashbackCents: number;
}

/**
 * Pending to approved: the reward and the cashback granted are spent, what was held is free. Pauses what is full by
 * that.
 * @returns the cents spent. @throws LIMIT_REACHED, BUDGET_EXHAUSTED
 */
export function approve(tx: TxCtx, campaignId: string, { heldCents, cashbackCents }: Spending): number {
  const campaign = getCampaignRow(tx, campaignId);
  const cost = costOfApproval(
    { ...campaign, budgetReservedCents: campaign.budgetReservedCents - heldCents },
    cashbackCents,
  );
  const by = { pending: -1, approved: 1, reserved: -heldCents, spent: cost };
  pauseIfFull(tx, store.adjust(tx.db, campaignId, by));
  return cost;
}

/** What another approval spends. @throws LIMIT_REACHED, BUDGET_EXHAUSTED */
function costOfApproval(campaign: CampaignRow, cashbackCents: number): number {
  assertCap(campaign);
  const cost = rules.costOf(campaign) + cashbackCents;
  if (!rules.canReserve(campaign, cost)) {
    const what = cashbackCents > 0 ? 'the reward and the cashback' : 'another reward';
    throw new AppError(
      'BUDGET_EXHAUSTED',
      `The budget does not cover ${what}. Raise budget.total to approve`,
    );
  }
  return cost;
}

/** Pending to rejected: what was held is free again. */
export function reject(tx: TxCtx, campaignId: string, heldCents: number): void {
  store.adjust(tx.db, campaignId, { pending: -1, rejected: 1, reserved: -heldCents });
}

/** Rejected to approved, by override. @returns the cents spent. @throws LIMIT_REACHED, BUDGET_EXHAUSTED */
export function override(tx: TxCtx, campaignId: string, cashbackCents: number): number {
  const cost = costOfApproval(getCampaignRow(tx, campaignId), cashbackCents);
  pauseIfFull(tx, store.adjust(tx.db, campaignId, { rejected: -1, approved: 1, spent: cost }));
  return cost;
}

/** Approved to rejected, by reversal: what was spent is free again. */
export function reverse(tx: TxCtx, campaignId: string, spentCents: number): void {
  store.adjust(tx.db, campaignId, { approved: -1, rejected: 1, spent: -spentCents });
}

function assertCap({ maxApprovals, approvedCount }: CampaignRow): void {
  if (maxApprovals !== null && approvedCount >= maxApprovals) {
    throw new AppError('LIMIT_REACHED', `The campaign approves ${maxApprovals} submissions at most`);
  }
}

function pauseIfFull(tx: TxCtx, row: CampaignRow): void {
  const reason = row.state === 'active' ? rules.pauseReason(row) : null;
  if (!reason) return;
  const now = nowIso(tx.clock);
  const paused = store.update(tx.db, row.id, { state: 'paused', stateReason: reason, updatedAt: now });
  const event = {
    businessId: row.businessId,
    object: rules.toCampaign(paused, now),
    previous: { state: row.state },
  };
  if (reason === 'budgetExhausted') events.record(tx, 'campaign.budgetExhausted', event);
  events.record(tx, 'campaign.paused', event);
}
