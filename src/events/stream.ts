import type { EventRow } from '../../db/schema/events.ts';
import type { Ctx, Services } from '../context.ts';
import { AppError, invalid } from '../errors.ts';
import { utc } from '../platform/clock.ts';
import type { Event } from './model.ts';
import { present } from './service.ts';
import * as store from './store.ts';

/** How often to look for what another process wrote (the CLI). */
const LOOK_EVERY_MS = 1_000;
/** A comment after so many looks without an event keeps proxies and our own idle timeout from hanging up. */
const LOOKS_PER_HEARTBEAT = 15;
/** So many events are read ahead of the client at most; it decides the pace. */
const BATCH = 50;
const MAX_STREAMS = 1_000;
const MAX_STREAMS_OF_BUSINESS = 32;
const RETRY_AFTER_SECONDS = 30;
/** How long a client waits before it comes back. */
const RECONNECT_MS = 2_000;

export interface StreamQuery {
  businessId: string;
  /** An exact kind, or a prefix such as `campaign.`. */
  type?: string;
  since?: string;
  resourceId?: string;
  /** Go on behind this event. */
  lastEventId: string | null;
}

type Signal = 'look' | 'heartbeat' | 'end';

/** The streams that are open, and what wakes them: each commit, a slow look around, and the end. */
export class EventStreams {
  readonly #services: Services;
  readonly #open = new Map<Waker, string>();
  #unsubscribe = () => {};
  #timer: ReturnType<typeof setInterval> | undefined;
  #looks = 0;

  constructor(services: Services) {
    this.#services = services;
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
    const waker = new Waker();
    this.#add(waker, query.businessId);
    const texts = follow(ctx, query, start, waker, isAllowed);
    const encoder = new TextEncoder();
    const end = () => {
      waker.wake('end');
      this.#remove(waker);
    };
    return new ReadableStream<Uint8Array>({
      pull: async controller => {
        const { value, done } = await texts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        this.#remove(waker);
        controller.close();
      },
      cancel: end,
    });
  }

  /** Ends every stream. */
  close(): void {
    for (const waker of this.#open.keys()) waker.wake('end');
  }

  #add(waker: Waker, businessId: string): void {
    const ofBusiness = [...this.#open.values()].filter(other => other === businessId).length;
    if (this.#open.size >= MAX_STREAMS || ofBusiness >= MAX_STREAMS_OF_BUSINESS) {
      throw new AppError('UNAVAILABLE', 'Too many event streams are open', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    if (this.#open.size === 0) this.#listen();
    this.#open.set(waker, businessId);
  }

  #listen(): void {
    this.#unsubscribe = this.#services.database.onCommit(() => this.#wakeAll('look'));
    this.#timer = setInterval(() => {
      this.#looks = (this.#looks + 1) % LOOKS_PER_HEARTBEAT;
      this.#wakeAll(this.#looks === 0 ? 'heartbeat' : 'look');
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  #wakeAll(signal: Signal): void {
    for (const waker of this.#open.keys()) waker.wake(signal);
  }

  #remove(waker: Waker): void {
    if (!this.#open.delete(waker) || this.#open.size > 0) return;
    this.#unsubscribe();
    clearInterval(this.#timer);
  }
}

/** The latest signal that nobody has waited for yet; `end` is for good, and a heartbeat is not lost to a look. */
class Waker {
  #signal: Signal | undefined;
  #resolve: (() => void) | undefined;

  wake(signal: Signal): void {
    if (this.#signal !== 'end' && !(this.#signal === 'heartbeat' && signal === 'look')) this.#signal = signal;
    this.#resolve?.();
  }

  async next(): Promise<Signal> {
    if (this.#signal === undefined) await new Promise<void>(resolve => (this.#resolve = resolve));
    const signal = this.#signal as unknown as Signal;
    if (signal !== 'end') this.#signal = undefined;
    return signal;
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
  yield `retry: ${RECONNECT_MS}\n: connected\n\n`;
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
    if (signal === 'heartbeat') yield ': heartbeat\n\n';
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
