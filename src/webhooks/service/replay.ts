import type { EventRow } from '../../../db/schema/events.ts';
import type { WebhookRow } from '../../../db/schema/webhooks.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso, toUtc } from '../../platform/clock.ts';
import * as store from '../deliveries-store.ts';
import type { Replay, Replayed } from '../model.ts';
import { isWanted } from '../rules.ts';
import { requireEndpoint } from './endpoints.ts';

/** Maximum events read per call; `next` continues. */
const MAX_EVENTS = 5_000;
/** Events read and queued at a time. */
const BATCH = 500;

/** The events to replay, in the order of the business's sequence. */
interface Range {
  /** The sequence before the first event. */
  after: number;
  to: string;
  delivered: boolean;
}

type Counts = Omit<Replayed, 'webhookId' | 'next'>;

/**
 * Sends the events of a period to an endpoint, also those from before it existed or subscribed to them. An event whose
 * delivery is waiting is left out, and so is one that has reached the endpoint unless `delivered` asks for it: repeating
 * a call sends nothing twice.
 * @throws VALIDATION_ERROR for an empty period, NOT_FOUND
 */
export async function replay(ctx: Ctx, id: string, input: Replay): Promise<Replayed> {
  const from = toUtc(input.from) as string;
  const to = toUtc(input.to) ?? nowIso(ctx.clock);
  if (from >= to) throw invalid('from', 'must be before to', 'conflict');
  return atomically(ctx, async tx => {
    const webhook = await requireEndpoint(tx, id);
    const after = await findStart(tx, webhook, from, input.after);
    const range = { after, to, delivered: input.delivered ?? false };
    return { webhookId: id, ...(await queueRange(tx, webhook, range)) };
  });
}

/** @returns a sequence after all events if there are none since the time */
async function findStart(
  tx: TxCtx,
  { businessId }: WebhookRow,
  from: string,
  after: string | undefined,
): Promise<number> {
  const first = await events.findSequenceBefore(tx, businessId, from);
  if (after === undefined) return first ?? Number.MAX_SAFE_INTEGER;
  const event = (await events.find(tx, after))?.event;
  if (event?.businessId !== businessId) throw notFound({ kind: 'event', field: 'after' });
  return Math.max(event.sequence, first ?? Number.MAX_SAFE_INTEGER);
}

async function queueRange(
  tx: TxCtx,
  webhook: WebhookRow,
  { after, to, delivered }: Range,
): Promise<Omit<Replayed, 'webhookId'>> {
  const counts: Counts = { matched: 0, queued: 0, pending: 0, delivered: 0 };
  let sequence = after;
  for (let read = 0; read < MAX_EVENTS; read += BATCH) {
    const found = await events.listAfter(tx, webhook.businessId, sequence, BATCH);
    const inRange = found.filter(({ createdAt }) => createdAt < to);
    await queueBatch(tx, webhook, inRange, delivered, counts);
    const last = inRange.at(-1);
    if (!last || inRange.length < BATCH) return { ...counts, next: null };
    sequence = last.sequence;
    if (read + BATCH >= MAX_EVENTS) return { ...counts, next: last.id };
  }
  return { ...counts, next: null };
}

async function queueBatch(
  tx: TxCtx,
  webhook: WebhookRow,
  batch: readonly EventRow[],
  delivered: boolean,
  counts: Counts,
): Promise<void> {
  const matched = batch.filter(event => isWanted(webhook, event));
  if (matched.length === 0) return;
  const ids = matched.map(({ id }) => id);
  const known = await store.listDelivered(tx.db, webhook.id, ids);
  const withStatus = (wanted: string) =>
    new Set(known.filter(({ status }) => status === wanted).map(({ eventId }) => eventId));
  const [waiting, received] = [withStatus('pending'), withStatus('succeeded')];
  const isLeftOut = (id: string) => waiting.has(id) || (received.has(id) && !delivered);
  const chosen = matched.filter(({ id }) => !isLeftOut(id));
  counts.matched += matched.length;
  counts.queued += chosen.length;
  counts.pending += waiting.size;
  counts.delivered += matched.length - chosen.length - waiting.size;
  if (chosen.length === 0) return;
  const now = nowIso(tx.clock);
  await store.insertAll(
    tx.db,
    chosen.map(({ id: eventId, type }) => ({
      id: tx.ids.next('delivery'),
      webhookId: webhook.id,
      eventId,
      type,
      status: 'pending' as const,
      timeline: [],
      nextAttemptAt: now,
      createdAt: now,
    })),
  );
  tx.database.afterCommit(tx.db, () => tx.outbox.touch(webhook));
}
