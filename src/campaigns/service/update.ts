import type { LockKeys } from '../../../db/client.ts';
import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { consumeQuota } from '../../plans/service/quotas.ts';
import { nowIso, toUtc } from '../../platform/clock.ts';
import { toAmount, toCents } from '../../platform/money.ts';
import { changedFields, withoutUndefined } from '../../platform/objects.ts';
import { firstOf } from '../../platform/page.ts';
import * as programs from '../../programs/service/programs.ts';
import { requireOwn, requireProgramOfBusiness, resolveProgramLockKeys } from '../../programs/service/read.ts';
import { reserveSlug } from '../../slugs/service.ts';
import { requireBusinessRecord, resolveLockKeys } from '../../tenancy.ts';
import type { Campaign, CampaignChange } from '../model.ts';
import * as rules from '../rules.ts';
import { toCampaign } from '../serialize.ts';
import * as store from '../store.ts';
import { expireDue } from './expire.ts';
import {
  assertPolicyAcknowledged,
  assertPolicyAllows,
  getDefaultNotice,
  isDefaultText,
  toAcknowledgment,
} from './policy.ts';

/** Fields that control how a change is applied; none of them is itself a change. */
const MODIFIERS = ['id', 'businessId', 'acknowledgePolicy', 'pendingPolicy'];
/** Excluded from `campaign.updated`: state has its own events, the others are derived. */
const UNREPORTED_FIELDS = ['state', 'stateReason', 'slug', 'updatedAt', 'stats'] as const;

/**
 * Changes fields, state, or both in one step.
 * @throws VALIDATION_ERROR, NOT_FOUND, INVALID_TRANSITION, CAMPAIGN_LOCKED, CONFLICT (policy guard), BUDGET_EXHAUSTED
 * or LIMIT_REACHED when resumed without room for another approval, PLAN_LIMIT
 */
export async function updateCampaignFields(ctx: Ctx, change: CampaignChange): Promise<Campaign> {
  assertHasChanges(change);
  await expireDue(ctx);
  const lockKeys = await resolveChangeLockKeys(ctx, change.id);
  return atomically(
    ctx,
    async tx => await applyChange(tx, await requireChangeable(tx, change), change),
    lockKeys,
  );
}

/** Same as updateCampaignFields, in the caller's transaction. */
export async function applyChange(tx: TxCtx, before: CampaignRow, change: CampaignChange): Promise<Campaign> {
  if (change.state !== undefined && change.state !== before.state) {
    rules.getTransitionEvent(before.state, change.state);
  }
  if (change.programId) await requireProgramOfBusiness(tx, change.programId, before.businessId);
  const acknowledges = acknowledgesChange(before, change);
  if (!acknowledges) assertHasChanges({ ...change, acknowledgePolicy: undefined });
  const effective = acknowledges ? resumeIfPausedForPolicy(before, change) : change;
  const edited = await applyFields(tx, before, effective);
  return await recordChange(tx, before, await applyState(tx, edited, before.state, effective));
}

/** Returns the lock keys of a change to a campaign: budget, counts and plan limits of its business. @throws NOT_FOUND */
export function resolveChangeLockKeys({ db, actor }: AnyCtx, id: string): Promise<LockKeys> {
  return resolveLockKeys(actor, 'campaign', () => store.find(db, id));
}

/** Returns whether a change acknowledges rules that became stricter. */
function acknowledgesChange(row: CampaignRow, change: CampaignChange): boolean {
  return change.acknowledgePolicy === true && rules.isPolicyPending(row);
}

function resumeIfPausedForPolicy(row: CampaignRow, change: CampaignChange): CampaignChange {
  const isPaused = row.state === 'paused' && row.stateReason === 'policyChanged';
  return isPaused && change.state === undefined ? { ...change, state: 'active' } : change;
}

/** @throws VALIDATION_ERROR if there is no field to change */
export function assertHasChanges(change: CampaignChange): void {
  if (change.acknowledgePolicy) return;
  if (Object.keys(change).every(field => MODIFIERS.includes(field))) {
    throw invalid('body', 'must include at least one field to update', 'required');
  }
}

/** @throws NOT_FOUND */
export async function requireChangeable(
  { db, actor }: TxCtx,
  { id, businessId }: CampaignChange,
): Promise<CampaignRow> {
  return requireBusinessRecord(actor, 'campaign', await store.find(db, id), businessId);
}

async function applyFields(tx: TxCtx, row: CampaignRow, change: CampaignChange): Promise<CampaignRow> {
  const columns = {
    ...toChangedColumns(row, change),
    ...(await fitDisclosure(tx, row, change)),
    ...toLockedColumns(tx, row, change),
    ...(acknowledgesChange(row, change) ? toAcknowledgment(tx) : {}),
  };
  const { startsAt = row.startsAt, endsAt = row.endsAt } = columns as store.CampaignColumns;
  if (change.startsAt !== undefined || change.endsAt !== undefined) {
    rules.assertSchedule(startsAt, endsAt, tx.clock.now(), change.endsAt != null);
  }
  const isClosed = row.state === 'ended' || (row.state === 'expired' && change.state !== 'active');
  if (isClosed && change.endsAt !== undefined) {
    throw rules.transitionError(
      row.state,
      'active',
      row.state === 'expired' ? ' without state: active in the same call' : '',
    );
  }
  const isUnchanged = Object.entries(columns).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(row[name as keyof CampaignRow]),
  );
  if (isUnchanged) return row;
  return await store.update(tx.db, row.id, { ...columns, updatedAt: nowIso(tx.clock) });
}

function toChangedColumns(row: CampaignRow, change: CampaignChange): store.CampaignColumns {
  const { name, description, instructions, programId, limits, reviewPolicy, disclosure } = change;
  return withoutUndefined({
    name,
    description,
    instructions,
    programId,
    startsAt: change.startsAt === undefined ? undefined : toUtc(change.startsAt),
    endsAt: change.endsAt === undefined ? undefined : toUtc(change.endsAt),
    budgetTotalCents: change.budget === undefined ? undefined : toBudgetCents(row, change.budget),
    maxApprovals: limits?.maxApprovals,
    perUser: limits?.perUser,
    reviewMode: reviewPolicy?.mode,
    reviewSlaHours: reviewPolicy?.slaHours,
    reviewOnTimeout: reviewPolicy?.onTimeout,
    disclosureRequired: disclosure?.required,
    disclosureText: disclosure?.text,
  });
}

/** Fits a default text to a changed reward. */
async function fitDisclosure(
  tx: TxCtx,
  row: CampaignRow,
  { reward, disclosure }: CampaignChange,
): Promise<store.CampaignColumns> {
  if (reward === undefined || disclosure?.text !== undefined) return {};
  const { name } = await businesses.requireById(tx, row.businessId);
  if (!isDefaultText(tx, row, name)) return {};
  const { rewardItem } = rules.toRewardColumns(reward, row.currency);
  return { disclosureText: getDefaultNotice(tx, { ...row, rewardItem }, name).text };
}

function toBudgetCents(row: CampaignRow, budget: { total: number } | null): number | null {
  if (budget === null) return null;
  const total = toCents(budget.total, row.currency, 'budget.total');
  const used = row.budgetReservedCents + row.budgetSpentCents;
  if (total < used) {
    const issue = 'must cover the amounts already reserved and spent';
    throw invalid('budget.total', issue, { rule: 'minimum', limit: toAmount(used, row.currency) });
  }
  return total;
}

/** Locks reward and requirements after the first submission, because customers rely on them. */
function toLockedColumns(tx: TxCtx, row: CampaignRow, change: CampaignChange): store.CampaignColumns {
  const { reward, requirements } = change;
  if (reward === undefined && requirements === undefined) return {};
  if (row.pendingCount + row.approvedCount + row.rejectedCount > 0) {
    const field = reward === undefined ? 'requirements' : 'reward';
    throw new AppError('CAMPAIGN_LOCKED', `${field} can't be changed after the first submission`);
  }
  const hashtags = requirements?.hashtags ?? row.hashtags;
  return {
    ...(reward ? rules.toRewardColumns(reward, row.currency) : {}),
    rewardExpiresInDays: reward?.expiresInDays ?? row.rewardExpiresInDays,
    minFollowers: requirements?.minFollowers ?? row.minFollowers,
    hashtags,
    warnings: tx.library.warningsFor({ ...row, hashtags }),
  };
}

async function applyState(
  tx: TxCtx,
  row: CampaignRow,
  from: rules.State,
  change: CampaignChange,
): Promise<CampaignRow> {
  const { state } = change;
  if (state === undefined || state === from) return row;
  if (state === 'active') {
    await assertCanRun(tx, row, from, change);
    await consumeQuota(tx, row.businessId, 'activeCampaigns');
  }
  const acknowledged = state === 'active' && change.acknowledgePolicy ? toAcknowledgment(tx) : {};
  const stateReason = state === 'active' ? null : 'manual';
  return await store.update(tx.db, row.id, {
    state,
    slug: row.slug ?? (state === 'active' ? await reserveSlug(tx, 'campaign', row) : null),
    stateReason,
    ...acknowledged,
    updatedAt: nowIso(tx.clock),
  });
}

async function assertCanRun(
  tx: TxCtx,
  row: CampaignRow,
  from: rules.State,
  change: CampaignChange,
): Promise<void> {
  if (row.endsAt !== null && row.endsAt <= nowIso(tx.clock)) {
    throw rules.transitionError(
      from,
      'active',
      ': its end date has passed; send a later endsAt in the same request',
    );
  }
  assertPolicyAcknowledged(row, change.acknowledgePolicy);
  await assertPolicyAllows(tx, row, change.acknowledgePolicy);
  if (from === 'draft') return;
  const reason = rules.pauseReason(row);
  if (reason === 'budgetExhausted')
    throw new AppError(
      'BUDGET_EXHAUSTED',
      "The remaining budget doesn't cover another reward; increase budget.total",
    );
  if (reason === 'capReached')
    throw new AppError('LIMIT_REACHED', 'maxApprovals has been reached; increase it to resume');
}

/** Records one event for the fields and one for the state; none if nothing changed. */
async function recordChange(tx: TxCtx, before: CampaignRow, after: CampaignRow): Promise<Campaign> {
  const now = nowIso(tx.clock);
  const campaign = toCampaign(tx, after, now);
  const { businessId } = after;
  const fields = changedFields(toCampaign(tx, before, now), campaign, UNREPORTED_FIELDS);
  if (Object.keys(fields).length > 0) {
    await events.record(tx, 'campaign.updated', { businessId, object: campaign, previous: fields });
  }
  if (before.state !== after.state) {
    const type = rules.getTransitionEvent(before.state, after.state);
    await events.record(tx, type, { businessId, object: campaign, previous: { state: before.state } });
  }
  return campaign;
}

/**
 * Deletes a program that never had members and detaches its campaigns. Defined here because campaigns depend on
 * programs, not the reverse.
 * @throws NOT_FOUND, PROGRAM_HAS_MEMBERS
 */
export async function deleteProgram(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const remove = async (tx: TxCtx) => {
    await requireOwn(tx, id);
    for (const row of await store.listOfProgram(tx.db, id))
      await applyChange(tx, row, { id: row.id, programId: null });
    return await programs.remove(tx, id);
  };
  return atomically(ctx, remove, await resolveProgramLockKeys(ctx, id));
}

/**
 * Pauses a business's newest active campaigns until no more than `max` are active; the oldest commitments have priority.
 * Pending reviews and redemptions continue.
 */
export async function pauseExcessCampaigns(tx: TxCtx, businessId: string, max: number): Promise<void> {
  const now = nowIso(tx.clock);
  const active = { businessId, state: 'active' };
  const excess = Math.max(0, (await store.list.count(tx.db, active)) - max);
  for (const { id, state } of (await store.list(tx.db, active, firstOf(excess))).items) {
    const row = await store.update(tx.db, id, { state: 'paused', stateReason: 'planLimit', updatedAt: now });
    await events.record(tx, 'campaign.paused', {
      businessId,
      object: toCampaign(tx, row, now),
      previous: { state },
    });
  }
}
