import type { EventRow } from '../../db/schema/events.ts';
import type { AnyCtx, Ctx, TxCtx } from '../context.ts';
import { DAY_MS, iso, nowIso, utc } from '../platform/clock.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../platform/page.ts';
import { forgetInSlices } from '../sweep.ts';
import { scopeOf } from '../tenancy.ts';
import { EVENT_TYPES, type Event, type EventKind } from './model.ts';
import * as store from './store.ts';

/** Events are kept so long. */
export const RETENTION_DAYS = 400;

export interface NewEvent {
  businessId: string;
  /** The record after the change, as the wire shows it. */
  object: { id: string };
  /** The fields that changed, as they were before. */
  previous?: Record<string, unknown>;
}

/**
 * Writes an event and its deliveries in the transaction of its change: each exists if and only if the change
 * does.
 */
export function record(tx: TxCtx, type: EventKind, { businessId, object, previous }: NewEvent): void {
  const { kind, id: actorId } = tx.actor;
  const id = tx.ids.next('event');
  const createdAt = nowIso(tx.clock);
  store.insert(tx.db, {
    id,
    businessId,
    type,
    resourceId: object.id,
    actorKind: kind,
    actorId,
    requestId: tx.requestId,
    data: previous ? { object, previous } : { object },
    createdAt,
  });
  tx.outbox.enqueue(tx, { id, businessId, type, createdAt });
}

export interface EventQuery extends PageQuery {
  /** An exact kind, or a prefix such as `campaign.`. */
  type?: string;
  since?: string;
  resourceId?: string;
  businessId?: string;
}

/** The events of the caller's business, newest first; an admin sees all, or those of a business it names. */
export async function list(ctx: Ctx, query: EventQuery): Promise<Page<Event>> {
  const scope = scopeOf(ctx.actor, { businessId: query.businessId });
  if (!scope) return toPage([], 0, query);
  const { type, resourceId } = query;
  const filter = {
    ...kindFilter(type),
    since: utc(query.since) ?? undefined,
    resourceId,
  };
  const offset = offsetOf(query);
  const { items, total } = scope.businessId
    ? store.listOfBusiness(ctx.db, { businessId: scope.businessId, ...filter }, query.perPage, offset)
    : store.listOfAll(ctx.db, filter, query.perPage, offset);
  return toPage(items.map(present), total, query);
}

/** A whole name is one kind, `campaign.` a family of them, any other text the beginning of some. */
function kindFilter(type: string | undefined): { type?: string; family?: string; typePrefix?: string } {
  if (type === undefined || (EVENT_TYPES as string[]).includes(type)) return { type };
  const family = store.familyOf(type);
  return type === `${family}.` ? { family } : { typePrefix: type };
}

/** An event as every receiver of it sees it; undefined when it was forgotten. */
export function find({ db }: AnyCtx, id: string): Event | undefined {
  const row = store.find(db, id);
  return row && present(row);
}

/** Forgets events past their retention. @returns how many. */
export async function forgetOld(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - RETENTION_DAYS * DAY_MS);
  return forgetInSlices(ctx, (tx, limit) => store.deleteBefore(tx.db, before, limit));
}

export function present(row: EventRow): Event {
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
  };
}
