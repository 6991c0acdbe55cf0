import type { ProgramRow } from '../../../db/schema/programs.ts';
import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import * as events from '../../events/service.ts';
import * as ledger from '../../ledger/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { toCentsOrZero } from '../../platform/money.ts';
import { changedFields, withoutUndefined } from '../../platform/objects.ts';
import { assertReceivesNoOrders } from '../integrations/service/integrations.ts';
import { updateAllMembers } from '../members/service/activities.ts';
import type { NewProgram, Program, ProgramChange } from '../model.ts';
import { getProgramRewards, getTransitionEvent, validateReferral, validateRewards } from '../rules.ts';
import { toProgram } from '../serialize.ts';
import * as store from '../store.ts';
import { requireOwn, resolveProgramLockKeys } from './read.ts';

/** Excluded from `program.updated`: status has its own events, the others are derived. */
const UNREPORTED_FIELDS = ['status', 'memberCount', 'updatedAt'] as const;

/** Creates a program, active immediately. @throws VALIDATION_ERROR, NOT_FOUND for another businessId */
export async function create(ctx: AnyCtx, input: NewProgram): Promise<Program> {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  const now = nowIso(ctx.clock);
  const insert = async (tx: TxCtx) => {
    const { currency } = await businesses.requireById(tx, businessId);
    const rewards = validateRewards(input.rewards, currency);
    const row = await store.insert(tx.db, {
      id: tx.ids.next('program'),
      businessId,
      currency,
      name: input.name,
      description: input.description ?? null,
      status: 'active',
      rewards,
      autoCreditLimitCents: toLimitCents(input, currency) ?? 0,
      card: input.card ?? 'static',
      referral: validateReferral(input.referral ?? null, currency),
      ...toVisitColumns(input),
      createdAt: now,
      updatedAt: now,
    });
    const program = toProgram(row);
    await events.record(tx, 'program.created', { businessId, object: program });
    return program;
  };
  return atomically(ctx, insert, [`business:${businessId}`]);
}

/**
 * Updates fields, status, or both in one step. Rewards are replaced as a whole; changed tiers and goals apply to
 * every member immediately.
 * @throws VALIDATION_ERROR, NOT_FOUND, INVALID_TRANSITION
 */
export async function update(ctx: AnyCtx, id: string, change: ProgramChange): Promise<Program> {
  const { businessId: named, ...fields } = change;
  if (Object.keys(fields).length === 0)
    throw invalid('body', 'must include at least one field to update', 'required');
  const { status, name, description, card } = fields;
  const applyChange = async (tx: TxCtx) => {
    const before = await requireOwn(tx, id, named);
    const rewards = fields.rewards && validateRewards(fields.rewards, before.currency);
    const isTransition = status !== undefined && status !== before.status;
    if (isTransition) getTransitionEvent(before.status, status);
    const columns = withoutUndefined({
      name,
      description,
      rewards,
      status,
      card,
      ...(fields.referral !== undefined && { referral: validateReferral(fields.referral, before.currency) }),
      autoCreditLimitCents: toLimitCents(fields, before.currency),
      ...toVisitColumns(fields),
    });
    const isUnchanged = Object.entries(columns).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(before[field as keyof ProgramRow]),
    );
    if (isUnchanged) return toProgram(before);
    const after = await store.update(tx.db, id, { ...columns, updatedAt: nowIso(tx.clock) });
    await recordChange(tx, before, after);
    if (rewards && changesTiersOrGoals(before, after))
      await updateAllMembers(tx, after, getProgramRewards(before));
    return toProgram(after);
  };
  return atomically(ctx, applyChange, await resolveProgramLockKeys(ctx, id));
}

function toLimitCents(
  { autoCreditLimit }: Pick<NewProgram, 'autoCreditLimit'>,
  currency: string,
): number | undefined {
  return autoCreditLimit === undefined
    ? undefined
    : toCentsOrZero(autoCreditLimit, currency, 'autoCreditLimit');
}

function toVisitColumns({ visits }: Pick<NewProgram, 'visits'>) {
  return { visitCooldownMinutes: visits?.cooldownMinutes, visitMaxPerDay: visits?.maxPerDay };
}

/** Returns whether tiers or goals changed. */
function changesTiersOrGoals(before: ProgramRow, after: ProgramRow): boolean {
  const ranks = ({ rewards: { tiers, goals } }: ProgramRow) => JSON.stringify([tiers, goals]);
  return ranks(before) !== ranks(after);
}

/** Records one event for the fields and one for the status. */
async function recordChange(tx: TxCtx, before: ProgramRow, after: ProgramRow): Promise<void> {
  const object = toProgram(after);
  const { businessId } = after;
  const previous = changedFields(toProgram(before), object, UNREPORTED_FIELDS);
  if (Object.keys(previous).length > 0)
    await events.record(tx, 'program.updated', { businessId, object, previous });
  if (before.status !== after.status) {
    const type = getTransitionEvent(before.status, after.status);
    await events.record(tx, type, { businessId, object, previous: { status: before.status } });
  }
}

/** Deletes a program that never had members, in the caller's transaction. @throws NOT_FOUND, PROGRAM_HAS_MEMBERS, CONFLICT */
export async function remove(tx: TxCtx, id: string, named?: string): Promise<{ id: string; deleted: true }> {
  const row = await requireOwn(tx, id, named);
  if (row.memberCount > 0 || (await ledger.hasAccounts(tx, id))) {
    throw new AppError('PROGRAM_HAS_MEMBERS', "A program with members or ledger entries can't be deleted");
  }
  await assertReceivesNoOrders(tx, id);
  await events.record(tx, 'program.deleted', { businessId: row.businessId, object: toProgram(row) });
  await store.remove(tx.db, id);
  return { id, deleted: true };
}
