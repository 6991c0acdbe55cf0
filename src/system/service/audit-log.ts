import * as store from '../../../db/admin-actions.ts';
import type { AdminActionRow } from '../../../db/schema/admin-actions.ts';
import { atomically, type Ctx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import type { Page, RecordQuery } from '../../platform/page.ts';
import type { AuditEntry } from '../model.ts';

/** The same as for events, which record the effects of an action. */
const RETENTION_DAYS = 400;
/** Rows read at a time during verification. */
const VERIFY_PAGE = 1_000;

/** Lists admin actions, newest first. */
export async function listAdminActions(
  { db }: Ctx,
  query: RecordQuery & store.ActionFilter,
): Promise<Page<AuditEntry>> {
  const { actorId, operation, target, since } = query;
  const page = await store.list(db, { actorId, operation, target, since }, query);
  return { ...page, items: page.items.map(toAuditEntry) };
}

function toAuditEntry(row: AdminActionRow): AuditEntry {
  const { id, createdAt, actorKind, actorId, operation, target, details, requestId, hash } = row;
  return {
    id,
    createdAt,
    actor: { kind: actorKind, id: actorId },
    operation,
    target,
    details: details === null ? {} : JSON.parse(details),
    requestId,
    hash,
  };
}

/** Records an action by an admin that changes no row and must be audited, such as an export of personal data. */
export async function recordAction(ctx: Ctx): Promise<void> {
  await atomically(ctx, async () => {});
}

/** The result of verifying the hash chain of the audit log. */
interface ChainReport {
  /** Entries that are part of the chain. */
  entries: number;
  /** The hash of the latest entry. Stored elsewhere, it later reveals any change to the entries up to it. */
  head: string | null;
  /** The problem of the first entry that breaks the chain; null if the chain is intact. */
  problem: string | null;
}

/** Verifies the chain from the oldest retained entry. Entries older than the chain have no hash and come first. */
export async function verifyChain({ db, clock }: Ctx): Promise<ChainReport> {
  let entries = 0;
  let last: AdminActionRow | undefined;
  for (;;) {
    const rows = await store.listAfter(db, last?.id ?? 0, VERIFY_PAGE);
    for (const row of rows) {
      const problem = findFault(row, last);
      if (problem) return { entries, head: last?.hash ?? null, problem };
      if (row.hash !== null) entries += 1;
      last = row;
    }
    if (rows.length < VERIFY_PAGE) break;
  }
  const head = await store.readHead(db);
  // After the retention period, the whole log may have been purged.
  const isKept = head !== undefined && head.createdAt >= iso(clock.now() - RETENTION_DAYS * DAY_MS);
  const isCutOff = head !== undefined && (last ? last.hash !== head.hash : isKept);
  const problem = isCutOff ? `the audit log ends before its latest entry of ${head.createdAt}` : null;
  return { entries, head: last?.hash ?? null, problem };
}

function findFault(row: AdminActionRow, before: AdminActionRow | undefined): string | undefined {
  const name = `audit entry ${row.id} (${row.operation}, ${row.createdAt})`;
  if (row.hash === null || row.previousHash === null)
    return before && before.hash !== null ? `${name} has no hash, but the previous entry has one` : undefined;
  if (store.hashAction(row.previousHash, row) !== row.hash) return `${name} was changed`;
  // The oldest retained entry refers to a purged one, and the very first entry to none.
  if (before && row.previousHash !== (before.hash ?? ''))
    return `${name} does not follow the previous entry: an entry between them was removed or inserted`;
  return undefined;
}

/** Deletes entries past their retention. @returns the number of deleted entries */
export async function purgeOld(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - RETENTION_DAYS * DAY_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteBefore(tx.db, before, limit));
}
