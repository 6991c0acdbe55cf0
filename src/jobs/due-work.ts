import { type AnyCtx, atomically, type Ctx, SCHEDULER, type TxCtx } from '../context.ts';

/** So many records are worked off in one transaction; requests come in between. */
const BATCH = 200;
/** So many rows are deleted in one transaction. */
const DELETE_BATCH = 500;
/** A reader waits so long for what is due; after that it reads, and the job does the rest. */
const MAX_READER_WAIT_MS = 250;

/** Something that falls due by the clock: how to find it and what to do with it. */
export interface DueWork<T> {
  /** At most `limit` records that are due; a record that was handled is not found again. */
  find(ctx: AnyCtx, limit: number): T[];
  handle(tx: TxCtx, record: T): void | Promise<void>;
}

/**
 * Works off whatever is due, in the name of the clockwork and in transactions of its own: what is over is over,
 * even when the request that noticed it is refused. Costs one index look-up when nothing is due.
 * @returns how many records were handled.
 */
export async function processDue<T>(ctx: Ctx, due: DueWork<T>): Promise<number> {
  if (due.find(ctx, 1).length === 0) return 0;
  const own: Ctx = {
    ...ctx,
    actor: SCHEDULER,
    requestId: null,
    auditEntry: null,
    transactionOwner: undefined,
    transactionState: { isOpen: false },
  };
  let handled = 0;
  do {
    const count = await atomically(own, tx => handleBatch(tx, due));
    if (count === 0) break;
    handled += count;
  } while (due.find(ctx, 1).length > 0);
  return handled;
}

/**
 * Deletes in slices, each a transaction of its own: a backlog of any size holds nobody up for long.
 * @param deleteSome deletes at most `limit` rows and answers how many
 * @returns how many were deleted in all
 */
export async function deleteInBatches(
  ctx: Ctx,
  deleteSome: (tx: TxCtx, limit: number) => number,
): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const count = await atomically(ctx, async tx => deleteSome(tx, DELETE_BATCH));
    forgotten += count;
    if (count < DELETE_BATCH) return forgotten;
  }
}

async function handleBatch<T>(tx: TxCtx, due: DueWork<T>): Promise<number> {
  const records = due.find(tx, BATCH);
  for (const record of records) await due.handle(tx, record);
  return records.length;
}

/** As workOff for a reader: a full disk or a busy writer must not keep anybody from reading. */
export async function processDueBestEffort<T>(ctx: Ctx, due: DueWork<T>): Promise<void> {
  if (due.find(ctx, 1).length === 0) return;
  const attempt = processDue(ctx, due).catch(cause =>
    ctx.log.warn('What is due was not worked off', { cause }),
  );
  await Promise.race([attempt, Bun.sleep(MAX_READER_WAIT_MS)]);
}
