import type { EventRow } from '../../db/schema/events.ts';
import { type AnyCtx, type Ctx, EXCHANGE, type TxCtx } from '../context.ts';
import { deleteInBatches } from '../due-work.ts';
import { DAY_MS, iso, nowIso, toUtc } from '../platform/clock.ts';
import { emptyPage, type Page, type RecordQuery } from '../platform/page.ts';
import { requireBusinessRecord, resolveListScope } from '../tenancy.ts';
import { EVENT_TYPES, type Event, type EventKind } from './model.ts';
import * as store from './store.ts';

/** A change of one record. */
export interface EventInput {
  type: EventKind;
  /** The record after the change, in its API representation. */
  object: { id: string };
  /** The previous values of the fields that changed. */
  previous?: Record<string, unknown>;
}

interface EventDraft extends Omit<EventInput, 'type'> {
  businessId: string;
}

/**
 * Records an event and its deliveries in the transaction of its change, so that they are stored together or not at
 * all.
 */
export function record(
  tx: TxCtx,
  type: EventKind,
  { businessId, object, previous }: EventDraft,
): Promise<void> {
  return recordAll(tx, businessId, [{ type, object, previous }]);
}

/** Same as record, for all events of one change in a business, in order; cheaper than recording one at a time. */
export async function recordAll(tx: TxCtx, businessId: string, inputs: readonly EventInput[]): Promise<void> {
  if (inputs.length === 0) return;
  // Another business learns neither who traded nor by which request.
  const origin = isForeign(tx, businessId) ? { actor: EXCHANGE, requestId: null, traceparent: null } : tx;
  const { actor, requestId, traceparent } = origin;
  const { kind: actorKind, id: actorId } = actor;
  const createdAt = nowIso(tx.clock);
  const { first, hasWebhooks } = await store.reserveSequences(tx.db, businessId, inputs.length);
  const events = inputs.map(({ type, object, previous }, index) => ({
    id: tx.ids.next('event'),
    businessId,
    sequence: first + index,
    type,
    family: store.getEventFamily(type),
    resourceId: object.id,
    actorKind,
    actorId,
    requestId,
    traceparent,
    data: previous ? { object, previous } : { object },
    createdAt,
  }));
  await store.insert(tx.db, events);
  if (hasWebhooks) await tx.outbox.enqueue(tx, businessId, events);
  tx.database.afterCommit(tx.db, () => tx.eventNotifier.note(businessId, events));
}

/** Replaces the personal fields of a deleted record in all of its events. @param erased what replaces each of them */
export async function eraseFields(
  tx: TxCtx,
  {
    businessId,
    resourceId,
    erased,
  }: { businessId: string; resourceId: string; erased: Record<string, unknown> },
): Promise<void> {
  const erase = (record: object) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, name in erased ? erased[name] : value]),
    );
  for (const { id, data } of await store.listByResource(tx.db, businessId, resourceId)) {
    const { object, previous } = data as { object: object; previous?: object };
    await store.updateData(tx.db, {
      id,
      data: { object: erase(object), ...(previous && { previous: erase(previous) }) },
    });
  }
}

/**
 * The actor of another business must stay hidden: on the exchange, one business's request can record events in
 * another's log.
 */
function isForeign({ actor }: TxCtx, businessId: string): boolean {
  return actor.businessId !== null && actor.businessId !== businessId;
}

interface EventQuery extends RecordQuery {
  /** An exact kind, or a prefix such as `campaign.`. */
  type?: string;
  since?: string;
  resourceId?: string;
  businessId?: string;
}

/** Lists the events of the caller's business, newest first; admins see all, or those of a business they name. */
export async function list(ctx: Ctx, query: EventQuery): Promise<Page<Event>> {
  const scope = resolveListScope(ctx.actor, { businessId: query.businessId });
  if (!scope) return emptyPage(query);
  const { type, resourceId } = query;
  const filter = {
    ...toKindFilter(type),
    since: toUtc(query.since) ?? undefined,
    resourceId,
  };
  const page = scope.businessId
    ? await store.listByBusiness(ctx.db, { businessId: scope.businessId, ...filter }, query)
    : await store.listAll(ctx.db, filter, query);
  return { ...page, items: page.items.map(row => toEvent(ctx, row)) };
}

/** A full name filters one kind, `campaign.` a family, and any other text a prefix. */
function toKindFilter(type: string | undefined): { type?: string; family?: string; typePrefix?: string } {
  if (type === undefined || (EVENT_TYPES as string[]).includes(type)) return { type };
  const family = store.getEventFamily(type);
  return type === `${family}.` ? { family } : { typePrefix: type };
}

/**
 * Returns the records of a family, such as `webhook`, that one of the actors created or changed, in the API representation
 * of their latest event, without deleted ones.
 */
export async function listChangedBy(
  { db }: AnyCtx,
  businessId: string,
  family: string,
  actorIds: string[],
): Promise<unknown[]> {
  const latest = await store.listChangedBy(db, businessId, family, actorIds);
  return latest.filter(({ type }) => type !== `${family}.deleted`).map(({ data }) => data.object);
}

/** Returns an event in its API representation, and the trace of its request; undefined if it was purged. */
export async function find(
  ctx: AnyCtx,
  id: string,
): Promise<{ event: Event; traceparent: string | null } | undefined> {
  const row = await store.find(ctx.db, id);
  return row && { event: toEvent(ctx, row), traceparent: row.traceparent };
}

/**
 * Returns an event of the caller's business in its API representation; admins may read all.
 * @throws NOT_FOUND also for purged events
 */
export async function get(ctx: Ctx, id: string): Promise<Event> {
  return toEvent(ctx, requireBusinessRecord(ctx.actor, 'event', await store.find(ctx.db, id)));
}

/** Deletes events past their retention. @returns how many */
export async function purgeOld(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - ctx.config.eventRetentionDays * DAY_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteBefore(tx.db, before, limit));
}

/** Returns the API representation, which marks events of test data. */
export function toEvent({ isTestMode }: Pick<AnyCtx, 'isTestMode'>, row: EventRow): Event {
  const { id, type, createdAt, businessId, sequence, actorKind, actorId, requestId, data } = row;
  return {
    id,
    type: type as EventKind,
    createdAt,
    businessId,
    sequence,
    actor: { kind: actorKind as Event['actor']['kind'], id: actorId },
    requestId,
    data: data as Event['data'],
    ...(isTestMode && { test: true }),
  };
}

/** Lists a business's next events after a sequence, oldest first, for work that follows them. */
export function listAfter({ db }: AnyCtx, businessId: string, sequence: number, limit: number) {
  return store.listAfter(db, { businessId, sequence, limit });
}

/** Returns the sequence of a business's latest event; 0 if there is none. */
export function getLastSequence({ db }: Pick<AnyCtx, 'db'>, businessId: string): Promise<number> {
  return store.getLastSequence(db, { businessId });
}

/** Returns the sequence before a business's first event since a time; undefined if there is none since. */
export function findSequenceBefore(
  { db }: AnyCtx,
  businessId: string,
  since: string,
): Promise<number | undefined> {
  return store.findSequenceBefore(db, businessId, since);
}
