import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { toCents } from '../../platform/money.ts';
import type { Campaign, CampaignChange } from '../model.ts';
import * as rules from '../rules.ts';
import * as store from '../store.ts';
import { expireDue } from './expire.ts';
import { assertPolicyAllows, warningsOf } from './policy.ts';

/** Fields that say how to carry a change out, not what to change. */
const MODIFIERS = ['id', 'businessId', 'acknowledgePolicy', 'pendingPolicy'];
/** What `campaign.updated` does not speak of: state has its own events, the rest follows from others. */
const NOT_EDITED = ['state', 'stateReason', 'updatedAt', 'stats'] as const;

export type RejectPending = (tx: TxCtx, campaignId: string) => Promise<void>;

/**
 * Changes fields, state, or both in one step.
 * @param rejectPending carries out `pendingPolicy: rejectAll`; submissions stand above campaigns and hand it in.
 * @throws VALIDATION_ERROR, NOT_FOUND, INVALID_TRANSITION, CAMPAIGN_LOCKED, CONFLICT (policy guard),
 *   BUDGET_EXHAUSTED or LIMIT_REACHED when resumed without room for another approval
 */
export async function update(
  ctx: Ctx,
  change: CampaignChange,
  rejectPending: RejectPending,
): Promise<Campaign> {
  if (Object.keys(change).every(field => MODIFIERS.includes(field)))
    throw invalid('body', 'must name a field to change');
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const before = requireOwn(tx, change);
    if (change.state !== undefined && change.state !== before.state) {
      rules.eventOfMove(before.state, change.state);
    }
    const edited = applyFields(tx, before, change);
    const after = applyState(tx, edited, before.state, change);
    if (after.state === 'ended' && before.state !== 'ended' && change.pendingPolicy === 'rejectAll') {
      await rejectPending(tx, after.id);
    }
    return recordChange(tx, before, edited);
  });
}

function requireOwn(tx: TxCtx, { id, businessId }: CampaignChange): store.CampaignRow {
  const row = store.find(tx.db, id);
  const tenant = tx.actor.businessId ?? businessId;
  if (!row || (tenant !== undefined && row.businessId !== tenant)) throw notFound();
  if (businessId !== undefined && businessId !== row.businessId) throw notFound();
  return row;
}

function applyFields(tx: TxCtx, row: store.CampaignRow, change: CampaignChange): store.CampaignRow {
  const columns = { ...termsOf(row, change), ...lockedTermsOf(tx, row, change) };
  const { startsAt = row.startsAt, endsAt = row.endsAt } = columns as store.CampaignColumns;
  if (change.startsAt !== undefined || change.endsAt !== undefined) {
    rules.assertSchedule(startsAt, endsAt, tx.clock.now(), change.endsAt != null);
  }
  const isDone = row.state === 'ended' || (row.state === 'expired' && change.state !== 'active');
  if (isDone && change.endsAt !== undefined) {
    throw rules.transition(
      row.state,
      'active',
      row.state === 'expired' ? ' without state: active in the same call' : '',
    );
  }
  const isSame = Object.entries(columns).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(row[name as keyof store.CampaignRow]),
  );
  if (isSame) return row;
  return store.update(tx.db, row.id, { ...columns, updatedAt: nowIso(tx.clock) });
}

function termsOf(row: store.CampaignRow, change: CampaignChange): store.CampaignColumns {
  const { name, description, instructions, limits, reviewPolicy, disclosure } = change;
  return withoutUndefined({
    name,
    description,
    instructions,
    startsAt: change.startsAt === undefined ? undefined : rules.utc(change.startsAt),
    endsAt: change.endsAt === undefined ? undefined : rules.utc(change.endsAt),
    budgetTotalCents: change.budget === undefined ? undefined : budgetOf(row, change.budget),
    maxApprovals: limits?.maxApprovals,
    perUser: limits?.perUser,
    reviewMode: reviewPolicy?.mode,
    reviewSlaHours: reviewPolicy?.slaHours,
    reviewOnTimeout: reviewPolicy?.onTimeout,
    disclosureRequired: disclosure?.required,
    disclosureText: disclosure?.text,
  });
}

function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function budgetOf(row: store.CampaignRow, budget: { total: number } | null): number | null {
  if (budget === null) return null;
  const total = toCents(budget.total, 'budget.total');
  if (total < row.budgetReservedCents + row.budgetSpentCents) {
    throw invalid('budget.total', 'must cover what is reserved and spent already');
  }
  return total;
}

/** Reward and requirements are a promise to whoever has submitted: frozen from the first submission on. */
function lockedTermsOf(tx: TxCtx, row: store.CampaignRow, change: CampaignChange): store.CampaignColumns {
  const { reward, requirements } = change;
  if (reward === undefined && requirements === undefined) return {};
  if (row.pendingCount + row.approvedCount + row.rejectedCount > 0) {
    const field = reward === undefined ? 'requirements' : 'reward';
    throw new AppError('CAMPAIGN_LOCKED', `${field} is frozen: proof was submitted already`);
  }
  const hashtags = requirements?.hashtags ?? row.hashtags;
  return {
    ...(reward ? rules.rewardColumns(reward) : {}),
    rewardExpiresInDays: reward?.expiresInDays ?? row.rewardExpiresInDays,
    minFollowers: requirements?.minFollowers ?? row.minFollowers,
    hashtags,
    warnings: warningsOf(tx, { ...row, hashtags }),
  };
}

function applyState(
  tx: TxCtx,
  row: store.CampaignRow,
  from: rules.State,
  change: CampaignChange,
): store.CampaignRow {
  const { state } = change;
  if (state === undefined || state === from) return row;
  if (state === 'active') assertCanRun(tx, row, from, change);
  const acknowledged =
    state === 'active' && change.acknowledgePolicy ? { policyAcknowledgedAt: nowIso(tx.clock) } : {};
  const stateReason = state === 'active' ? null : 'manual';
  return store.update(tx.db, row.id, { state, stateReason, ...acknowledged, updatedAt: nowIso(tx.clock) });
}

function assertCanRun(tx: TxCtx, row: store.CampaignRow, from: rules.State, change: CampaignChange): void {
  if (row.endsAt !== null && row.endsAt <= nowIso(tx.clock)) {
    throw rules.transition(from, 'active', ': its end has passed; send a later endsAt in the same call');
  }
  assertPolicyAllows(tx, row, change.acknowledgePolicy);
  if (from === 'draft') return;
  const reason = rules.pauseReason(row);
  if (reason === 'budgetExhausted')
    throw new AppError('BUDGET_EXHAUSTED', 'Raise budget.total: it does not cover another reward');
  if (reason === 'capReached')
    throw new AppError('LIMIT_REACHED', 'Raise limits.maxApprovals: it is reached');
}

/**
 * One event for the fields, one for the state; none when nothing changed. Both show the campaign as it is now,
 * what became of its pending submissions included.
 */
function recordChange(tx: TxCtx, before: store.CampaignRow, edited: store.CampaignRow): Campaign {
  const now = nowIso(tx.clock);
  const after = store.find(tx.db, before.id) ?? edited;
  const campaign = store.present(after, now);
  const { businessId } = after;
  const fields = rules.changedFields(store.present(before, now), store.present(edited, now), NOT_EDITED);
  if (Object.keys(fields).length > 0)
    events.record(tx, 'campaign.updated', { businessId, object: campaign, previous: fields });
  if (before.state !== after.state) {
    const type = rules.eventOfMove(before.state, after.state);
    events.record(tx, type, { businessId, object: campaign, previous: { state: before.state } });
  }
  return campaign;
}
