import type { ImportRow } from '../../../../db/schema/imports.ts';
import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { assertCanReference } from '../../../people/service.ts';
import { consumeQuotaUpTo } from '../../../plans/service/quotas.ts';
import { isWellFormedId } from '../../../platform/ids.ts';
import { getProgramRewards } from '../../rules.ts';
import { getProgramRow } from '../../service/read.ts';
import { findGoalReward } from '../rules/goals.ts';
import type { Header } from '../rules/header.ts';
import { type Opening, planRows, type RememberedRows, sumTotals } from '../rules/plan.ts';
import type { ImportRecord, RowError } from '../rules/row.ts';
import * as store from '../store.ts';
import { writeRows } from './write.ts';

/** The result of a batch of rows. */
interface BatchResult {
  created: number;
  updated: number;
  unchanged: number;
  errors: RowError[];
  totals: Opening;
}

/**
 * Imports a batch of rows in the caller's transaction; a dry run only decides what they would do. Records no events for
 * each member: the whole import has one.
 */
export async function importBatch(
  tx: TxCtx,
  row: ImportRow,
  records: readonly ImportRecord[],
  header: Header,
  remembered: RememberedRows,
): Promise<BatchResult> {
  const program = await getProgramRow(tx, row.programId);
  const errors = await rejectAccounts(tx, program, records, header);
  const found = await store.listMatching(tx.db, program.id, {
    memberIds: records.flatMap(({ memberId }) => memberId ?? []),
    phones: records.flatMap(({ phone }) => phone ?? []),
    emails: records.flatMap(({ email }) => email ?? []),
  });
  const members = found.filter(({ mergedInto }) => mergedInto === null);
  errors.push(...rejectMerged(found, records, header));
  const rejected = new Set(errors.map(({ line }) => line));
  const allowed = records.filter(({ line }) => !rejected.has(line));
  const openings = await store.listOpenings(
    tx.db,
    members.map(({ id }) => id),
  );
  const hasGoalReward = findGoalReward(getProgramRewards(program)) !== undefined;
  const candidates = { importId: row.id, members, openings, currency: program.currency, hasGoalReward };
  const plan = planRows(allowed, candidates, remembered, header);
  const added = plan.planned.filter(({ member }) => !member);
  const quota = row.isDryRun
    ? added.length
    : await consumeQuotaUpTo(tx, program.businessId, 'members', added.length);
  const beyond = new Set(added.slice(quota));
  for (const { record } of beyond)
    errors.push({ line: record.line, column: null, issue: "exceeds the members of the business's plan" });
  const planned = plan.planned.filter(each => !beyond.has(each));
  if (!row.isDryRun) await writeRows(tx, program, row.id, planned);
  return {
    created: quota,
    updated: planned.length - quota,
    unchanged: plan.unchanged,
    errors: [...plan.errors, ...errors].sort((a, b) => a.line - b.line),
    totals: sumTotals(planned),
  };
}

/** Rejects rows that name a member who was merged: the other member may be in the file, too. */
function rejectMerged(
  found: readonly MemberRow[],
  records: readonly ImportRecord[],
  { at, names }: Header,
): RowError[] {
  const merged = found.filter(({ mergedInto }) => mergedInto !== null);
  const references = new Set(merged.flatMap(({ memberId, enrolledAs }) => [memberId, enrolledAs]));
  const column = names[at.memberId ?? -1] ?? null;
  return records
    .filter(({ memberId }) => memberId !== undefined && references.has(memberId))
    .map(({ line }) => ({ line, column, issue: 'was merged into another member' }));
}

/** Rejects rows with the ID of an account that the business may not name, as enrollment does. */
async function rejectAccounts(
  tx: TxCtx,
  { businessId }: ProgramRow,
  records: readonly ImportRecord[],
  { at, names }: Header,
): Promise<RowError[]> {
  const errors: RowError[] = [];
  for (const { line, memberId } of records) {
    if (memberId === undefined || !isWellFormedId(memberId)) continue;
    try {
      await assertCanReference(tx, businessId, memberId, 'memberId');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const column = names[at.memberId ?? -1] ?? null;
      errors.push({ line, column, issue: 'is not the ID of a person who has dealt with the business' });
    }
  }
  return errors;
}
