import type { ImportedMemberRow, ImportRow } from '../../../../db/schema/imports.ts';
import type { MemberRow } from '../../../../db/schema/programs.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { nowIso } from '../../../platform/clock.ts';
import { yieldToEventLoop } from '../../../platform/runtime/event-loop.ts';
import * as rewards from '../../../rewards/service.ts';
import { replaceTerms } from '../../members/search-store.ts';
import * as memberStore from '../../members/store.ts';
import * as programStore from '../../store.ts';
import { hashMember } from '../rules/state.ts';
import * as store from '../store.ts';
import { reverseOpenings } from './openings.ts';

/** Members read at once to find those who have changed. */
const CHECK_SIZE = 500;
/** Members restored per transaction, as in `BATCH_ROWS` of the import. */
const UNDO_SIZE = { embedded: 24, server: 400 };
/** Members that an error names. */
const MAX_NAMED = 20;

/** The changes of an import to a member, with the member as it is now. */
interface Imported {
  imported: ImportedMemberRow;
  member: MemberRow;
}

/**
 * Checks that an import can be undone exactly.
 * @throws CONFLICT, naming the members who have acted or were changed since
 */
export async function assertUnchanged(ctx: Ctx, row: ImportRow): Promise<void> {
  const changed: string[] = [];
  let total = 0;
  for (let after = ''; ; ) {
    const batch = await readBatch(ctx, row, after, CHECK_SIZE);
    for (const { member } of batch.filter(({ isChanged }) => isChanged)) {
      total += 1;
      if (changed.length < MAX_NAMED) changed.push(member.memberId);
    }
    const last = batch.at(-1);
    if (!last) break;
    after = last.imported.memberKey;
    await yieldToEventLoop();
  }
  if (total === 0) return;
  const more = total > changed.length ? ` and ${total - changed.length} more` : '';
  const message = `Members have acted or changed since the import: ${changed.join(', ')}${more}. Undo it for the others with keepChanged: true, or --keep-changed`;
  const issue = 'has acted or changed since the import';
  throw new AppError('CONFLICT', message, {
    details: changed.map(memberId => ({ field: memberId, issue, rule: 'conflict' as const })),
  });
}

async function readBatch(
  ctx: AnyCtx,
  { id }: ImportRow,
  after: string,
  limit: number,
): Promise<(Imported & { isChanged: boolean })[]> {
  const rows = await store.listImported(ctx.db, { importId: id, after, limit });
  const keys = rows.map(({ memberKey }) => memberKey);
  const members = new Map((await store.listMembers(ctx.db, keys)).map(member => [member.id, member]));
  const created = listCreated(rows);
  const rewarded = await store.listRewarded(ctx.db, created);
  const referrers = await store.listReferrers(ctx.db, created);
  const kept = new Set([...rewarded, ...referrers, ...(await store.listMergedOnce(ctx.db, created))]);
  const used = new Set(await rewards.listUsed(ctx, listRewards(rows)));
  return rows.map(imported => {
    const member = members.get(imported.memberKey) as MemberRow;
    const hasActed = kept.has(member.id) || imported.rewardIds.some(id => used.has(id));
    return { imported, member, isChanged: hasActed || hashMember(member) !== imported.state };
  });
}

function listCreated(rows: readonly ImportedMemberRow[]): string[] {
  return rows.filter(({ isCreated }) => isCreated).map(({ memberKey }) => memberKey);
}

function listRewards(rows: readonly ImportedMemberRow[]): string[] {
  return rows.flatMap(({ rewardIds }) => rewardIds);
}

/** Undoes an import in slices; members who have changed meanwhile stay as they are and are counted. */
export async function undoAll(ctx: Ctx, row: ImportRow): Promise<void> {
  let keptCount = 0;
  const size = ctx.database.usesDataFolder ? UNDO_SIZE.embedded : UNDO_SIZE.server;
  for (let after = ''; ; ) {
    const undoBatch = async (tx: TxCtx) => {
      const batch = await readBatch(tx, row, after, size);
      await restore(
        tx,
        row,
        batch.filter(({ isChanged }) => !isChanged),
      );
      const kept = batch.filter(({ isChanged }) => isChanged).length;
      await store.update(tx.db, row.id, { keptCount: keptCount + kept, updatedAt: nowIso(tx.clock) });
      return { kept, last: batch.at(-1)?.imported.memberKey };
    };
    const { kept, last } = await atomically(ctx, undoBatch, [`business:${row.businessId}`]);
    keptCount += kept;
    if (last === undefined) return;
    after = last;
    await yieldToEventLoop();
  }
}

/** Restores members that have not changed since the import. */
async function restore(tx: TxCtx, row: ImportRow, batch: readonly Imported[]): Promise<void> {
  if (batch.length === 0) return;
  const created = batch.filter(({ imported }) => imported.isCreated);
  const createdIds = created.map(({ member }) => member.id);
  await reverseOpenings(tx, batch);
  await rewards.remove(tx, listRewards(batch.map(({ imported }) => imported)));
  await store.removeOpenings(
    tx.db,
    row.id,
    batch.map(({ imported }) => imported),
  );
  await store.removeGoals(tx.db, createdIds);
  await store.removeMembers(tx.db, createdIds);
  await restoreExisting(
    tx,
    batch.filter(({ imported }) => !imported.isCreated),
  );
  const sum = (name: 'visits' | 'cashbackCents') =>
    batch.reduce((total, { imported }) => total + imported[name], 0);
  const activeCount = created.filter(({ member }) => member.status === 'active').length;
  await programStore.adjust(tx.db, row.programId, {
    memberCount: -created.length,
    activeMemberCount: -activeCount,
    visitCount: -sum('visits'),
    availableCents: -sum('cashbackCents'),
  });
}

async function restoreExisting(tx: TxCtx, batch: readonly Imported[]): Promise<void> {
  const restored = batch.map(({ imported, member }): MemberRow => {
    const { points, visits, cashbackCents, spendCents, lastVisitAt, before } = imported;
    return {
      ...member,
      lastVisitAt: lastVisitAt === null ? member.lastVisitAt : null,
      ...Object.fromEntries((before?.filled ?? []).map(name => [name, null])),
      tier: before?.tier ?? null,
      points: member.points - points,
      visitCount: member.visitCount - visits,
      spendCents: member.spendCents - spendCents,
      availableCents: member.availableCents - cashbackCents,
      lifetimeCents: member.lifetimeCents - cashbackCents,
      grantedCents: member.grantedCents - cashbackCents,
    };
  });
  await store.updateMembers(
    tx.db,
    batch.map(({ member }) => member),
    restored,
  );
  for (const [index, { imported, member }] of batch.entries()) {
    await replaceTerms(tx.db, member, restored[index] as MemberRow);
    for (const { goalId, state } of imported.before?.goals ?? []) {
      const completions = state?.completions ?? 0;
      await memberStore.deleteCompletion(tx.db, member.id, goalId, completions + 1);
      if (state) await memberStore.saveGoal(tx.db, { memberId: member.id, goalId, ...state });
      else await memberStore.deleteGoal(tx.db, member.id, goalId);
    }
  }
}
