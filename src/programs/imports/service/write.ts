import type { ImportedBefore } from '../../../../db/schema/imports.ts';
import type { MemberGoalRow, MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { nowIso } from '../../../platform/clock.ts';
import { findTier } from '../../members/rules.ts';
import { insertTermsOf, replaceTerms } from '../../members/search-store.ts';
import * as memberStore from '../../members/store.ts';
import { getProgramRewards } from '../../rules.ts';
import * as programStore from '../../store.ts';
import { openGoals } from '../rules/goals.ts';
import { type Change, type PlannedRow, sumTotals } from '../rules/plan.ts';
import type { ImportRecord } from '../rules/row.ts';
import { hashMember } from '../rules/state.ts';
import * as store from '../store.ts';
import { isCounted, NO_OPENING, writeOpenings } from './openings.ts';
import { issueOpeningRewards } from './rewards.ts';

/** Creates and changes the members of planned rows, with their opening balances. */
export async function writeRows(
  tx: TxCtx,
  program: ProgramRow,
  importId: string,
  planned: readonly PlannedRow[],
): Promise<void> {
  if (planned.length === 0) return;
  const changes = planned.map(row => ({ ...row, after: applyRow(tx, program, row) }));
  const created = changes.filter(({ member }) => !member);
  const updated = changes.filter(({ member }) => member);
  const afters = created.map(({ after }) => after);
  await store.insertMembers(tx.db, afters);
  await insertTermsOf(tx.db, ...afters);
  await store.updateMembers(
    tx.db,
    updated.map(({ member }) => member as MemberRow),
    updated.map(({ after }) => after),
  );
  for (const { member, after, filled } of updated)
    if (filled.length > 0) await replaceTerms(tx.db, member as MemberRow, after);
  const goals = await writeGoals(tx, program, changes);
  const openings = await writeOpenings(tx, program, importId, changes);
  const rewardIds = await issueOpeningRewards(tx, program, changes);
  await store.insertImported(
    tx.db,
    changes.map(change => ({
      importId,
      memberKey: change.after.id,
      line: change.record.line,
      isCreated: !change.member,
      ...change.opening,
      lastVisitAt: change.lastVisitAt,
      rewardIds: rewardIds.get(change.after.id) ?? [],
      ...(openings.get(change.after.id) ?? NO_OPENING),
      before: change.member && {
        filled: change.filled,
        tier: change.member.tier,
        goals: goals.get(change.after.id) ?? [],
      },
      state: hashMember(change.after),
    })),
  );
  const { visits, cashbackCents } = sumTotals(planned);
  await programStore.adjust(tx.db, program.id, {
    memberCount: created.length,
    activeMemberCount: created.length,
    visitCount: visits,
    availableCents: cashbackCents,
  });
}

/** Returns a member with the values of a row. */
function applyRow(
  tx: TxCtx,
  program: ProgramRow,
  { record, member, opening, filled, lastVisitAt }: PlannedRow,
): MemberRow {
  const base = member ?? createMember(tx, program, record);
  const points = base.points + opening.points;
  const fields = Object.fromEntries(filled.map(name => [name, record[name]]));
  return {
    ...base,
    ...fields,
    lastVisitAt: lastVisitAt ?? base.lastVisitAt,
    points,
    tier: findTier(points, getProgramRewards(program)),
    visitCount: base.visitCount + opening.visits,
    spendCents: base.spendCents + opening.spendCents,
    availableCents: base.availableCents + opening.cashbackCents,
    lifetimeCents: base.lifetimeCents + opening.cashbackCents,
    grantedCents: base.grantedCents + opening.cashbackCents,
  };
}

const NO_COUNTS = {
  cardVersion: 0,
  points: 0,
  pointsSpent: 0,
  visitCount: 0,
  spendCents: 0,
  submissionCount: 0,
  approvedCount: 0,
  pendingCents: 0,
  availableCents: 0,
  redeemedCents: 0,
  lifetimeCents: 0,
  grantedCents: 0,
};

function createMember(
  tx: TxCtx,
  program: ProgramRow,
  { memberId, name, email, phone, joinedAt, lastVisitAt }: ImportRecord,
): MemberRow {
  const id = tx.ids.next('member');
  return {
    id,
    programId: program.id,
    businessId: program.businessId,
    currency: program.currency,
    // Without a reference of the business, the suffix of the ID is one.
    memberId: memberId ?? `m-${id.slice(id.indexOf('_') + 1)}`,
    enrolledAs: null,
    mergedInto: null,
    enrolledByPerson: false,
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    unconfirmedPhone: null,
    status: 'active',
    tier: null,
    ...NO_COUNTS,
    lastVisitAt: lastVisitAt ?? null,
    metadata: {},
    joinedAt: joinedAt ?? nowIso(tx.clock),
    lastActivityAt: lastVisitAt ?? null,
  };
}

type GoalsBefore = ImportedBefore['goals'];

/** Stores the goals that the opening balances reach. @returns the previous states of those goals, by member */
async function writeGoals(
  tx: TxCtx,
  program: ProgramRow,
  changes: readonly Change[],
): Promise<Map<string, GoalsBefore>> {
  const before = new Map<string, GoalsBefore>();
  const { goals = [] } = getProgramRewards(program);
  const counted = changes.filter(isCounted);
  if (goals.length === 0 || counted.length === 0) return before;
  const existing = counted.flatMap(({ member }) => member?.id ?? []);
  const states = Map.groupBy(await store.listGoals(tx.db, existing), ({ memberId }) => memberId);
  const completedAt = nowIso(tx.clock);
  const added: MemberGoalRow[] = [];
  const completions: Parameters<typeof store.insertCompletions>[1][number][] = [];
  for (const { after } of counted) {
    const own = new Map((states.get(after.id) ?? []).map(state => [state.goalId, state]));
    const opened = openGoals(goals, after, own);
    for (const { goalId, state, isCompleted } of opened) {
      const memberId = after.id;
      const earlier = own.get(goalId);
      const since = isCompleted ? completedAt : (earlier?.completedAt ?? completedAt);
      const row = { memberId, goalId, ...state, completedAt: since };
      if (earlier) await memberStore.saveGoal(tx.db, row);
      else added.push(row);
      if (isCompleted)
        completions.push({ memberId, goalId, number: 1, consumed: 0, rewardId: null, completedAt });
    }
    before.set(
      after.id,
      opened.map(({ goalId }) => ({ goalId, state: toState(own.get(goalId)) })),
    );
  }
  await store.insertGoals(tx.db, added);
  await store.insertCompletions(tx.db, completions);
  return before;
}

function toState(row: MemberGoalRow | undefined): GoalsBefore[number]['state'] {
  if (!row) return null;
  const { completions, baseline, consumed, completedAt } = row;
  return { completions, baseline, consumed, completedAt };
}
