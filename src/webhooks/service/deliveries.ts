import type { DeliveryRow, WebhookRow } from '../../../db/schema/webhooks.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { notFound } from '../../errors.ts';
import type { EventKind } from '../../events/model.ts';
import { DAY_MS, iso, nowIso, toUtc } from '../../platform/clock.ts';
import { type Page, type RecordQuery, splitList } from '../../platform/page.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import * as store from '../deliveries-store.ts';
import type { Delivery, Redelivered } from '../model.ts';
import { toDelivery } from '../serialize.ts';
import * as endpointsStore from '../store.ts';
import { requireEndpoint } from './endpoints.ts';

/** Maximum events redelivered per call; the next call continues from there. */
const MAX_REDELIVERIES = 10_000;
/** Events redelivered per transaction. */
const REDELIVERY_BATCH = 500;
/** Sorts before any delivery time. */
const EPOCH = '';

interface DeliveryQuery extends RecordQuery {
  /** One or more, separated by commas. */
  status?: string;
}

/** Lists an endpoint's deliveries, newest first. @throws NOT_FOUND */
export async function list(ctx: Ctx, id: string, query: DeliveryQuery): Promise<Page<Delivery>> {
  await requireEndpoint(ctx, id);
  const filter = { webhookId: id, status: splitList(query.status) };
  const page = await store.list(ctx.db, filter, query);
  return { ...page, items: page.items.map(toDelivery) };
}

/** Returns one of the caller's deliveries. @throws NOT_FOUND */
export async function get(ctx: AnyCtx, id: string): Promise<Delivery> {
  return toDelivery((await requireDelivery(ctx, id)).delivery);
}

/** Sends a sample event marked `test: true`. @throws NOT_FOUND */
export async function test(ctx: Ctx, id: string, sample: Sample): Promise<Delivery> {
  return atomically(ctx, async tx => {
    const { businessId } = await requireEndpoint(tx, id);
    const eventId = tx.ids.next('event');
    const now = nowIso(tx.clock);
    const { kind, id: actorId } = tx.actor;
    const event = {
      id: eventId,
      type: sample.type,
      createdAt: now,
      businessId,
      sequence: sample.sequence,
      actor: { kind, id: actorId },
      requestId: tx.requestId,
      data: sample.data,
      test: true,
    };
    return await enqueue(tx, businessId, {
      webhookId: id,
      eventId,
      type: sample.type,
      sample: JSON.stringify(event),
    });
  });
}

/** A sample event of a kind, as shown in the API description. */
export interface Sample {
  type: EventKind;
  sequence: number;
  data: { object: unknown };
}

/** Redelivers an event as a new delivery. @throws NOT_FOUND */
export async function redeliver(ctx: Ctx, deliveryId: string): Promise<Delivery> {
  return atomically(ctx, async tx => {
    const { delivery, webhook } = await requireDelivery(tx, deliveryId);
    return await enqueue(tx, webhook.businessId, delivery);
  });
}

/** The endpoints to redeliver to: one, those of a business, or all. */
interface RedeliveryScope {
  webhookId?: string;
  businessId?: string;
}

/**
 * Redelivers every retained event that did not reach an active endpoint, once each. Works in batches so that other
 * requests run in between.
 * @param onProgress called with the number of events queued and the total
 * @throws NOT_FOUND
 */
export async function redeliverFailed(
  ctx: Ctx,
  { webhookId, businessId }: RedeliveryScope,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Redelivered[]> {
  const named =
    webhookId === undefined
      ? undefined
      : await requireEndpoint(ctx, webhookId, businessId, {
          kind: 'webhook',
          field: 'webhookId',
        });
  const endpoints = named ? [named] : await endpointsStore.listActive(ctx.db);
  const chosen = endpoints.filter(endpoint => !businessId || endpoint.businessId === businessId);
  const counts = await mapInOrder(chosen, ({ id }) => store.countUndelivered(ctx.db, id, EPOCH));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const results: Redelivered[] = [];
  let done = 0;
  for (const endpoint of chosen) {
    let redelivered = 0;
    for (;;) {
      const count = await atomically(ctx, tx => redeliverBatch(tx, endpoint));
      redelivered += count;
      done += count;
      onProgress(done, total);
      if (count < REDELIVERY_BATCH) break;
    }
    if (redelivered > 0) results.push({ webhookId: endpoint.id, redelivered });
  }
  return results;
}

async function redeliverBatch(tx: TxCtx, { id, businessId }: WebhookRow): Promise<number> {
  const missed = await store.listUndelivered(tx.db, id, EPOCH, REDELIVERY_BATCH);
  for (const delivery of missed) await enqueue(tx, businessId, delivery);
  return missed.length;
}

/** Redelivers every event that did not reach the endpoint since a time, once each. @throws NOT_FOUND */
export async function redeliverSince(ctx: Ctx, id: string, since: string): Promise<Redelivered> {
  return atomically(ctx, async tx => {
    const { businessId } = await requireEndpoint(tx, id);
    const missed = await store.listUndelivered(tx.db, id, toUtc(since) as string, MAX_REDELIVERIES);
    for (const delivery of missed) await enqueue(tx, businessId, delivery);
    return { webhookId: id, redelivered: missed.length };
  });
}

async function requireDelivery(
  ctx: AnyCtx,
  id: string,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow }> {
  const delivery = await store.find(ctx.db, id);
  if (!delivery) throw notFound('delivery');
  return { delivery, webhook: await requireEndpoint(ctx, delivery.webhookId, undefined, 'delivery') };
}

type DeliveryPayload = Pick<DeliveryRow, 'webhookId' | 'eventId' | 'type' | 'sample'>;

async function enqueue(
  tx: TxCtx,
  businessId: string,
  { webhookId, eventId, type, sample }: DeliveryPayload,
): Promise<Delivery> {
  const now = nowIso(tx.clock);
  const row = await store.insert(tx.db, {
    id: tx.ids.next('delivery'),
    webhookId,
    eventId,
    type,
    sample,
    status: 'pending',
    timeline: [],
    nextAttemptAt: now,
    createdAt: now,
  });
  tx.database.afterCommit(tx.db, () => tx.outbox.touch({ id: webhookId, businessId }));
  return toDelivery(row);
}

/** Returns the number of pending deliveries and the age of the oldest. */
export async function getBacklog({ db, clock }: AnyCtx): Promise<{ pending: number; oldestSeconds: number }> {
  const { pending, oldestAt } = await store.getBacklog(db);
  const ageMs = oldestAt === null ? 0 : clock.now() - Date.parse(oldestAt);
  return { pending, oldestSeconds: Math.max(0, Math.floor(ageMs / 1000)) };
}

/** Deletes deliveries past their retention. @returns how many */
export async function purgeOld(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - ctx.config.deliveryRetentionDays * DAY_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteBefore(tx.db, before, limit));
}
