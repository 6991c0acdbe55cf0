import type { ImportRow } from '../../../../db/schema/imports.ts';
import * as businesses from '../../../businesses/service.ts';
import { atomically, type Ctx, nameTarget, type TxCtx } from '../../../context.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { EventKind } from '../../../events/model.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import { findDateOrder } from '../../../platform/date-text.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../../platform/page.ts';
import { yieldToEventLoop } from '../../../platform/runtime/event-loop.ts';
import type { ReadableFile } from '../../../platform/runtime/readable-file.ts';
import { requireBusinessRecord, resolveListScope, resolveLockKeys } from '../../../tenancy.ts';
import { assertActive, requireOwn, resolveProgramLockKeys } from '../../service/read.ts';
import { type Import, type ImportOptions, type ImportUndo, MAX_ERRORS, MAX_IMPORT_BYTES } from '../model.ts';
import { RememberedRows } from '../rules/plan.ts';
import { readRecord } from '../rules/row.ts';
import { isInterrupted, toImport, toListedImport } from '../serialize.ts';
import * as store from '../store.ts';
import { importBatch } from './batch.ts';
import { type ImportFile, openImportFile } from './reader.ts';
import { assertUnchanged, undoAll } from './undo.ts';

/**
 * Rows per transaction. SQLite works in this process, so that requests run only between the transactions; a database
 * server works elsewhere, and each transaction costs round trips.
 */
const BATCH_ROWS = { embedded: 16, server: 400 };
/** How long a request waits for the end of its work, less than a connection may be idle. */
const MAX_WAIT_MS = 20_000;

interface ImportQuery extends RecordQuery {
  programId?: string;
  /** One or more, separated by commas. */
  status?: string;
  businessId?: string;
}

/** Lists imports of the caller's business, newest first, each with few of its errors. */
export async function listImports(ctx: Ctx, query: ImportQuery): Promise<Page<Import>> {
  const scope = resolveListScope(ctx.actor, { businessId: query.businessId });
  if (!scope) return emptyPage(query);
  const { programId, status } = query;
  const filter = { businessId: scope.businessId, programId, status: splitList<ImportRow['status']>(status) };
  const page = await store.list(ctx.db, filter, query);
  return { ...page, items: page.items.map(row => toListedImport(row, ctx.clock.now())) };
}

/** @throws NOT_FOUND, also for an import of another business */
export async function getImport(ctx: Ctx, id: string): Promise<Import> {
  return toImport(await requireImport(ctx, id), ctx.clock.now());
}

async function requireImport(ctx: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<ImportRow> {
  return requireBusinessRecord(ctx.actor, 'import', await store.find(ctx.db, id));
}

/**
 * Imports the members of a CSV file in slices, or only checks its rows. Waits up to 20 seconds for the end; a longer
 * import continues in the background. Rejected rows are reported and do not stop the others.
 * @param file is closed at the end of the import
 * @param maxWaitMs how long to wait for the end of the import
 * @throws VALIDATION_ERROR for a file without recognizable columns, NOT_FOUND, PROGRAM_NOT_ACTIVE, PAYLOAD_TOO_LARGE
 */
export async function createImport(
  ctx: Ctx,
  options: ImportOptions,
  file: ReadableFile,
  { maxWaitMs = MAX_WAIT_MS, onProgress }: { maxWaitMs?: number; onProgress?: OnProgress } = {},
): Promise<Import> {
  let isStarted = false;
  try {
    const opened = await openChecked(ctx, options, file);
    const row = await insertImport(ctx, options, opened, file.sizeBytes);
    isStarted = true;
    await runInBackground(ctx, row, maxWaitMs, async detached => {
      try {
        await importRows(detached, row, opened, onProgress);
      } finally {
        await file.close();
      }
    });
    return await getImport(ctx, row.id);
  } finally {
    if (!isStarted) await file.close();
  }
}

async function insertImport(
  ctx: Ctx,
  { kind, programId, dryRun = false }: ImportOptions,
  { header: { format, mapping } }: ImportFile,
  sizeBytes: number,
): Promise<ImportRow> {
  const insert = async (tx: TxCtx) => {
    const program = await requireOwn(tx, programId);
    const id = tx.ids.next('import');
    const now = nowIso(tx.clock);
    const row = await store.insert(tx.db, {
      id,
      programId,
      kind,
      format,
      mapping,
      sizeBytes,
      isDryRun: dryRun,
      status: 'running',
      errors: [],
      businessId: program.businessId,
      currency: program.currency,
      actorKind: tx.actor.kind,
      actorId: tx.actor.id,
      createdAt: now,
      updatedAt: now,
    });
    nameTarget(tx, id);
    return row;
  };
  const lockKeys = await resolveProgramLockKeys(ctx, programId, 'programId');
  return await atomically(ctx, insert, lockKeys);
}

type OnProgress = (readBytes: number, sizeBytes: number) => void;

async function openChecked(
  ctx: Ctx,
  { programId, mapping }: ImportOptions,
  file: ReadableFile,
): Promise<ImportFile> {
  assertActive(await requireOwn(ctx, programId));
  if (file.sizeBytes > MAX_IMPORT_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', `file must be at most ${MAX_IMPORT_BYTES} bytes`);
  return await openImportFile(file, parseMapping(mapping));
}

/** @throws VALIDATION_ERROR for anything but a JSON object of texts */
function parseMapping(text: string | undefined): Record<string, string> {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('mapping', 'must be a JSON object', 'format');
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Object.values(value as object).some(field => typeof field !== 'string'))
    throw invalid('mapping', 'must be a JSON object with a field for each column', 'type');
  return value as Record<string, string>;
}

/** Runs work that may outlive the request, and waits for its end up to a limit. A failure is stored with the import. */
async function runInBackground(
  ctx: Ctx,
  { id, businessId }: ImportRow,
  maxWaitMs: number,
  work: (detached: Ctx) => Promise<void>,
): Promise<void> {
  const detached = ctx.detached();
  const task = work(detached).catch(async cause => {
    ctx.log.error('An import or its undo failed', { id, cause });
    const change = { status: 'failed', updatedAt: nowIso(detached.clock) } as const;
    await atomically(detached, tx => store.update(tx.db, id, change), [`business:${businessId}`]);
  });
  ctx.backgroundTasks.run(task, cause => ctx.log.error('A failed import could not be marked', { id, cause }));
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, maxWaitMs);
  await Promise.race([task.catch(() => {}), timeout.promise]);
  clearTimeout(timer);
}

async function importRows(
  ctx: Ctx,
  started: ImportRow,
  { header, batches }: ImportFile,
  onProgress: OnProgress = () => {},
): Promise<void> {
  const { businessId, currency } = started;
  const { country, timeZone } = await businesses.requireById(ctx, businessId);
  const context = { currency, country, timeZone, dateOrder: findDateOrder(country), nowMs: ctx.clock.now() };
  const remembered = new RememberedRows();
  let row = started;
  const size = ctx.database.usesDataFolder ? BATCH_ROWS.embedded : BATCH_ROWS.server;
  for await (const { rows, readBytes } of batches(size)) {
    const read = rows.map(each => readRecord(each, header, context));
    const errors = read.flatMap(each => (Array.isArray(each) ? each : []));
    const records = read.flatMap(each => (Array.isArray(each) ? [] : [each]));
    await yieldToEventLoop();
    const before = row;
    const work = async (tx: TxCtx) => {
      const result = await importBatch(tx, before, records, header, remembered);
      const all = [...errors, ...result.errors].sort((a, b) => a.line - b.line);
      return await store.update(tx.db, before.id, {
        readBytes,
        rowCount: before.rowCount + rows.length,
        createdCount: before.createdCount + result.created,
        updatedCount: before.updatedCount + result.updated,
        unchangedCount: before.unchangedCount + result.unchanged,
        failedCount: before.failedCount + new Set(all.map(({ line }) => line)).size,
        errors: before.errors.concat(all).slice(0, MAX_ERRORS),
        points: before.points + result.totals.points,
        visits: before.visits + result.totals.visits,
        cashbackCents: before.cashbackCents + result.totals.cashbackCents,
        spendCents: before.spendCents + result.totals.spendCents,
        rewards: before.rewards + result.totals.rewards,
        updatedAt: nowIso(tx.clock),
      });
    };
    row = await atomically(ctx, work, [`business:${businessId}`]);
    onProgress(readBytes, row.sizeBytes);
    await yieldToEventLoop();
  }
  const completedAt = nowIso(ctx.clock);
  await finish(ctx, row, { status: 'completed', completedAt }, row.isDryRun ? null : 'import.completed');
}

/** Stores the end of the work, with one event for all members. */
async function finish(
  ctx: Ctx,
  row: ImportRow,
  change: Partial<ImportRow>,
  type: EventKind | null,
): Promise<void> {
  const work = async (tx: TxCtx) => {
    const after = await store.update(tx.db, row.id, { ...change, updatedAt: nowIso(tx.clock) });
    const object = toListedImport(after, tx.clock.now());
    if (type) await events.record(tx, type, { businessId: row.businessId, object });
  };
  await atomically(ctx, work, [`business:${row.businessId}`]);
}

/**
 * Undoes an import in slices: takes its opening balances back and removes the members that it created. Waits up to 20
 * seconds for the end.
 * @throws NOT_FOUND, INVALID_TRANSITION for a dry run, or an import that is running or undone, CONFLICT naming members
 * who have acted or changed since, unless they are kept
 */
export async function undoImport(
  ctx: Ctx,
  id: string,
  { keepChanged = false }: ImportUndo,
  { maxWaitMs = MAX_WAIT_MS }: { maxWaitMs?: number } = {},
): Promise<Import> {
  const startedAt = ctx.clock.now();
  assertUndoable(await requireImport(ctx, id), startedAt);
  if (!keepChanged) await assertUnchanged(ctx, await requireImport(ctx, id));
  const begin = async (tx: TxCtx) => {
    const row = await requireImport(tx, id);
    assertUndoable(row, tx.clock.now());
    nameTarget(tx, id);
    return await store.update(tx.db, id, { status: 'undoing', keptCount: 0, updatedAt: nowIso(tx.clock) });
  };
  const lockKeys = await resolveLockKeys(ctx.actor, 'import', () => store.find(ctx.db, id));
  const row = await atomically(ctx, begin, lockKeys);
  // The check of a large import takes a part of the time.
  const waitMs = Math.max(0, maxWaitMs - (ctx.clock.now() - startedAt));
  await runInBackground(ctx, row, waitMs, async detached => {
    await undoAll(detached, row);
    await finish(detached, row, { status: 'undone', undoneAt: nowIso(detached.clock) }, 'import.undone');
  });
  return await getImport(ctx, id);
}

/** @throws INVALID_TRANSITION */
function assertUndoable(row: ImportRow, nowMs: number): void {
  if (row.isDryRun) throw new AppError('INVALID_TRANSITION', 'A dry run has changed nothing');
  if (row.status === 'undone') throw new AppError('INVALID_TRANSITION', 'The import has already been undone');
  const isRunning = row.status === 'running' || row.status === 'undoing';
  if (isRunning && !isInterrupted(row, nowMs))
    throw new AppError('INVALID_TRANSITION', `The import is ${row.status}; wait until it has ended`);
}
