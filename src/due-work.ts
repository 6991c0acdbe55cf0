import type { LockKeys } from '../db/client.ts';
import { type AnyCtx, atomically, type Ctx, SCHEDULER, type TxCtx } from './context.ts';

/** Records handled per transaction; requests run between batches. */
const BATCH_SIZE = 200;
/** Rows deleted per transaction. */
const DELETE_BATCH_SIZE = 500;
/** How long a read waits for due work; the scheduled job handles the rest. */
const MAX_READER_WAIT_MS = 250;

/** Records that become due at a certain time: how to find and handle them. */
export interface DueWork<T> {
  /** Returns up to `limit` due records. A handled record must not be returned again. */
  find(ctx: AnyCtx, limit: number): Promise<T[]>;
  handle(tx: TxCtx, record: T): void | Promise<void>;
  /** The lock keys of its transactions. Records of several businesses have none. */
  readonly lockKeys?: LockKeys;
}

/**
 * Handles all due records as the scheduler, in separate transactions: they stay handled even when the request that
 * triggered this fails. Costs one index lookup when no records are due.
 * @returns the number of handled records
 */
export async function processDue<T>(ctx: Ctx, due: DueWork<T>): Promise<number> {
  if ((await due.find(ctx, 1)).length === 0) return 0;
  const schedulerCtx = ctx.detached().as(SCHEDULER, null);
  let handled = 0;
  do {
    const count = await atomically(schedulerCtx, tx => handleBatch(tx, due), due.lockKeys);
    if (count === 0) break;
    handled += count;
  } while ((await due.find(ctx, 1)).length > 0);
  return handled;
}

/**
 * Deletes rows in batches, each in its own transaction, so that a large backlog does not block other writes.
 * @param deleteSome deletes up to `limit` rows and returns their number
 * @returns the total number of deleted rows
 */
export async function deleteInBatches(
  ctx: Ctx,
  deleteSome: (tx: TxCtx, limit: number) => Promise<number>,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await atomically(ctx, tx => deleteSome(tx, DELETE_BATCH_SIZE));
    deleted += count;
    if (count < DELETE_BATCH_SIZE) return deleted;
  }
}

async function handleBatch<T>(tx: TxCtx, due: DueWork<T>): Promise<number> {
  const records = await due.find(tx, BATCH_SIZE);
  for (const record of records) await due.handle(tx, record);
  return records.length;
}

/** Runs `processDue` before a read, but lets the read continue when the disk is full or the writer is busy. */
export async function processDueBestEffort<T>(ctx: Ctx, due: DueWork<T>): Promise<void> {
  if ((await due.find(ctx, 1)).length === 0) return;
  const attempt = processDue(ctx, due).catch(cause =>
    ctx.log.warn('Due work could not be processed before a read', { cause }),
  );
  await Promise.race([attempt, Bun.sleep(MAX_READER_WAIT_MS)]);
}
