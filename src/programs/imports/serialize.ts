import type { ImportRow } from '../../../db/schema/imports.ts';
import { iso, MINUTE_MS } from '../../platform/clock.ts';
import { toAmount } from '../../platform/money.ts';
import { type Import, MAX_LISTED_ERRORS } from './model.ts';

/** An import without progress for this long was interrupted, such as by a restart of the server. */
const STALE_MS = 2 * MINUTE_MS;

/** Returns whether the work on an import was interrupted. */
export function isInterrupted({ status, updatedAt }: ImportRow, nowMs: number): boolean {
  return (status === 'running' || status === 'undoing') && updatedAt < iso(nowMs - STALE_MS);
}

/** Converts an import to its API representation. */
export function toImport(row: ImportRow, nowMs: number, maxErrors = row.errors.length): Import {
  const { id, businessId, programId, kind, format, mapping, currency } = row;
  const progress = row.sizeBytes === 0 ? 100 : Math.floor((row.readBytes / row.sizeBytes) * 100);
  return {
    id,
    businessId,
    programId,
    kind,
    format,
    currency,
    mapping,
    status: isInterrupted(row, nowMs) ? 'failed' : row.status,
    dryRun: row.isDryRun,
    progress: row.completedAt === null ? Math.min(99, progress) : 100,
    rows: row.rowCount,
    created: row.createdCount,
    updated: row.updatedCount,
    unchanged: row.unchangedCount,
    failed: row.failedCount,
    errors: row.errors.slice(0, maxErrors),
    totals: {
      points: row.points,
      visits: row.visits,
      cashback: toAmount(row.cashbackCents, currency),
      spend: toAmount(row.spendCents, currency),
      rewards: row.rewards,
    },
    undone: row.undoneAt !== null,
    kept: row.keptCount,
    createdAt: row.createdAt,
    completedAt: row.completedAt,
    undoneAt: row.undoneAt,
  };
}

/** Converts an import to its representation in lists and events, with few of its errors. */
export function toListedImport(row: ImportRow, nowMs: number): Import {
  return toImport(row, nowMs, MAX_LISTED_ERRORS);
}
