import * as store from '../../../db/admin-actions.ts';
import type { AdminActionRow } from '../../../db/schema/admin-actions.ts';
import { atomically, type Ctx } from '../../context.ts';
import { deleteInBatches } from '../../jobs/due-work.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { getOffset, type Page, type PageQuery, toPage } from '../../platform/page.ts';
import type { AuditEntry } from '../model.ts';

/** As long as events, which tell what came of it. */
const RETENTION_DAYS = 400;
/** So many rows are compared before the next are read. */
const VERIFY_PAGE = 1_000;

/** What admins did, newest first. */
export function listAdminActions({ db }: Ctx, query: PageQuery & store.ActionFilter): Page<AuditEntry> {
  const rows = store.list(db, query, query.perPage, getOffset(query));
  return toPage(rows.map(toAuditEntry), store.countAll(db, query), query);
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

/** Records what an admin reads, where that is worth an entry: an export of personal data. */
export async function recordRead(ctx: Ctx): Promise<void> {
  await atomically(ctx, async () => {});
}

/** What the chain of hashes says of the audit log. */
export interface ChainReport {
  /** Entries that are part of the chain. */
  entries: number;
  /** The hash of the latest entry: whoever keeps it elsewhere can tell later whether anything before it was changed. */
  head: string | null;
  /** What is wrong with the first entry that breaks the chain; null when none does. */
  problem: string | null;
}

/** Follows the chain from the oldest entry that is kept. Entries of before there was a chain stand in front of it. */
export function verifyChain({ db, clock }: Ctx): ChainReport {
  let entries = 0;
  let last: AdminActionRow | undefined;
  for (;;) {
    const rows = store.listAfter(db, last?.id ?? 0, VERIFY_PAGE);
    for (const row of rows) {
      const problem = findFault(row, last);
      if (problem) return { entries, head: last?.hash ?? null, problem };
      if (row.hash !== null) entries += 1;
      last = row;
    }
    if (rows.length < VERIFY_PAGE) break;
  }
  const head = store.readHead(db);
  // Past its retention the whole log may be gone.
  const isKept = head !== undefined && head.createdAt >= iso(clock.now() - RETENTION_DAYS * DAY_MS);
  const isCutOff = head !== undefined && (last ? last.hash !== head.hash : isKept);
  const problem = isCutOff ? `the audit log ends before its latest entry of ${head.createdAt}` : null;
  return { entries, head: last?.hash ?? null, problem };
}

function findFault(row: AdminActionRow, before: AdminActionRow | undefined): string | undefined {
  const name = `audit entry ${row.id} (${row.operation}, ${row.createdAt})`;
  if (row.hash === null || row.previousHash === null)
    return before && before.hash !== null ? `${name} has no hash, but the one before it has` : undefined;
  if (store.hashAction(row.previousHash, row) !== row.hash) return `${name} was changed`;
  // The oldest entry that is kept names one that was forgotten, the first of all names none.
  if (before && row.previousHash !== (before.hash ?? ''))
    return `${name} does not follow the entry before it: something between them was taken out or put in`;
  return undefined;
}

/** Forgets what is past its retention. @returns how many. */
export async function purgeOld(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - RETENTION_DAYS * DAY_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteBefore(tx.db, before, limit));
}
