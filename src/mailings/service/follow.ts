import type { EventRow } from '../../../db/schema/events.ts';
import { atomically, type Ctx, SCHEDULER, type TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { DAY_MS } from '../../platform/clock.ts';
import * as store from '../store.ts';
import { enqueue } from './enqueue.ts';
import { toMails } from './occasions.ts';

/** Businesses read at once, and events per transaction. */
const BATCH = 200;
/** Older events cause no mail: after a long outage, and for imported or sample data. */
export const MAX_EVENT_AGE_MS = 2 * DAY_MS;

/** Turns the new events of all businesses into mails. @returns the number of events */
export async function followAll(ctx: Ctx): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const batch = await store.listLogs(ctx.db, after, BATCH);
    for (const { id, isBehind } of batch) if (isBehind) count += await followBusiness(ctx, id);
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return count;
    after = last.id;
  }
}

/**
 * Turns the new events of a business into mails. The mails of a batch and the position after it are stored together, so
 * each event is turned into its mails exactly once, whenever the process ends.
 * @returns the number of events
 */
export async function followBusiness(ctx: Ctx, businessId: string): Promise<number> {
  const canSend = ctx.mail.isConfigured;
  let total = 0;
  for (;;) {
    const follow = (tx: TxCtx) => followBatch(tx, businessId, canSend);
    const count = await atomically(ctx.detached().as(SCHEDULER, null), follow, [`business:${businessId}`]);
    total += count;
    if (count < BATCH) return total;
  }
}

async function followBatch(tx: TxCtx, businessId: string, canSend: boolean): Promise<number> {
  const sequence = await store.getCursor(tx.db, { businessId });
  const batch = await events.listAfter(tx, businessId, sequence, BATCH);
  const last = batch.at(-1);
  if (!last) return 0;
  const oldest = tx.clock.now() - MAX_EVENT_AGE_MS;
  for (const event of batch) if (Date.parse(event.createdAt) >= oldest) await enqueueAll(tx, event, canSend);
  await store.saveCursor(tx.db, { businessId, eventSequence: last.sequence });
  return batch.length;
}

async function enqueueAll(tx: TxCtx, event: EventRow, canSend: boolean): Promise<void> {
  for (const mail of await toMails(tx, event)) await enqueue(tx, mail, canSend);
}
