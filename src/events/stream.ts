import type { EventRow } from '../../db/schema/events.ts';
import type { Ctx, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { utc } from '../platform/clock.ts';
import { GREETING, HEARTBEAT, OpenStreams, type Waker } from '../platform/streams.ts';
import type { Event } from './model.ts';
import { present } from './service.ts';
import * as store from './store.ts';

/** So many events are read ahead of the client at most; it decides the pace. */
const BATCH = 50;
const MAX_STREAMS = 1_000;
const MAX_STREAMS_OF_BUSINESS = 32;

export interface StreamQuery {
  businessId: string;
  /** An exact kind, or a prefix such as `campaign.`. */
  type?: string;
  since?: string;
  resourceId?: string;
  /** Go on behind this event. */
  lastEventId: string | null;
}

/** The streams of events that are open; each commit wakes them. */
export class EventStreams {
  readonly #streams: OpenStreams;

  constructor({ database }: Services) {
    this.#streams = new OpenStreams({
      noun: 'event',
      maxStreams: MAX_STREAMS,
      maxOfGroup: MAX_STREAMS_OF_BUSINESS,
      subscribe: wake => database.onCommit(wake),
    });
  }

  /**
   * What happens in a business from here on, or from where a client lost its connection, without loss or
   * repetition: server-sent events whose `data` is the event as webhooks send it.
   * @param isAllowed asked again before anything is sent: a credential that ended ends the stream
   * @throws VALIDATION_ERROR for a Last-Event-ID that is not an event of the business, UNAVAILABLE when too many
   *   streams are open
   */
  open(ctx: Ctx, query: StreamQuery, isAllowed: () => Promise<boolean>): ReadableStream<Uint8Array> {
    const start = startOf(ctx, query);
    return this.#streams.open(query.businessId, waker => follow(ctx, query, start, waker, isAllowed));
  }

  /** Ends every stream. */
  close(): void {
    this.#streams.close();
  }
}

async function* follow(
  ctx: Ctx,
  query: StreamQuery,
  start: number,
  waker: Waker,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<string> {
  const { reader } = ctx.database;
  let cursor = start;
  yield GREETING;
  for (;;) {
    const rows = store.listAfter(reader, query.businessId, cursor, BATCH);
    cursor = rows.at(-1)?.sequence ?? cursor;
    const wanted = rows.filter(row => isWanted(row, query));
    if (wanted.length > 0) {
      if (!(await isAllowed())) return;
      yield wanted.map(row => frame(present(row))).join('');
    }
    if (rows.length === BATCH) continue;
    const signal = await waker.next();
    if (signal === 'end' || (signal === 'heartbeat' && !(await isAllowed()))) return;
    if (signal === 'heartbeat') yield HEARTBEAT;
  }
}

function isWanted(row: EventRow, { type, resourceId }: StreamQuery): boolean {
  return (
    (type === undefined || row.type.startsWith(type)) && (resourceId ?? row.resourceId) === row.resourceId
  );
}

function frame(event: Event): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The sequence behind which the stream begins. */
function startOf({ db }: Ctx, { businessId, lastEventId, since }: StreamQuery): number {
  if (lastEventId !== null) {
    const last = store.find(db, lastEventId);
    if (last?.businessId !== businessId) throw invalid('Last-Event-ID', 'is no event of this business');
    return last.sequence;
  }
  const from = utc(since);
  return (
    (from === null ? undefined : store.sequenceBefore(db, businessId, from)) ??
    store.lastSequence(db, businessId)
  );
}
