import type { EventRow } from '../../db/schema/events.ts';
import type { Ctx, Services } from '../context.ts';
import type { RecordedEvent } from '../platform/runtime/event-notifier.ts';
import {
  HEARTBEAT,
  STREAM_PREAMBLE,
  StreamRegistry,
  type Waker,
  type WakeStreams,
} from '../platform/runtime/streams.ts';
import { followCommits } from './follow-commits.ts';
import type { EventKind } from './model.ts';
import * as store from './store.ts';

const MAX_STREAMS = 1_000;
/** A shop's customers share its network's address; one without a stream reads again at an interval. */
const MAX_STREAMS_PER_ADDRESS = 64;
const MAX_STREAMS_PER_PERSON = 16;
/** Records of each kind whose businesses are followed. */
const MAX_RECORDS = 100;
const BATCH = 200;
/** Unread changes kept per person. Older ones are dropped: each only says that a record should be read again. */
const MAX_KEPT = 50;

/** Families of events about records that the person can read. */
const FAMILIES = new Set(['submission', 'reward', 'member', 'cashback']);
/** Kinds in these families that the person does not see. */
const INTERNAL = new Set<EventKind>(['submission.verified', 'submission.reviewDue']);

/** A change with its number within this process. */
interface Numbered {
  number: number;
  frame: string;
}

/**
 * The open streams of people about their own records. Each business with events is read once for all of its people,
 * however many streams are open.
 */
export class OwnChangeStreams {
  readonly #services: Services;
  readonly #streams: StreamRegistry;
  /** The businesses of each person with an open stream. */
  readonly #followed = new Map<string, Set<string>>();
  /** The last sequence read, per followed business. */
  readonly #cursors = new Map<string, number>();
  readonly #kept = new Map<string, Numbered[]>();
  #count = 0;
  #hasNew = false;

  constructor(services: Services) {
    this.#services = services;
    this.#streams = new StreamRegistry({
      noun: 'change',
      maxStreams: MAX_STREAMS,
      subscribe: wake => this.#subscribe(wake),
    });
    services.eventNotifier.subscribe((businessId, events) => this.#note(businessId, events));
  }

  /**
   * Opens a stream of server-sent events: the kind, record and time of each change to the caller's own records, from
   * now, at businesses where the caller has some.
   * @param isAllowed checked before each message, so that a revoked credential ends the stream
   * @throws UNAVAILABLE if too many streams are open
   */
  async open(
    ctx: Ctx,
    clientIp: string,
    isAllowed: () => Promise<boolean>,
  ): Promise<ReadableStream<Uint8Array>> {
    const userId = ctx.actor.id;
    const limits = [
      { of: 'person', id: userId, max: MAX_STREAMS_PER_PERSON },
      { of: 'address', id: clientIp, max: MAX_STREAMS_PER_ADDRESS },
    ];
    const start = this.#count;
    const stream = this.#streams.open(userId, limits, waker => this.#send(userId, start, waker, isAllowed));
    try {
      await this.#follow(userId);
    } catch (error) {
      await stream.cancel();
      throw error;
    }
    return stream;
  }

  /** Closes every stream. */
  close(): void {
    this.#streams.close();
  }

  async *#send(
    userId: string,
    start: number,
    waker: Waker,
    isAllowed: () => Promise<boolean>,
  ): AsyncGenerator<string> {
    let seen = start;
    yield STREAM_PREAMBLE;
    for (;;) {
      const unread = (this.#kept.get(userId) ?? []).filter(({ number }) => number > seen);
      if (unread.length > 0) {
        if (!(await isAllowed())) return;
        seen = unread.at(-1)?.number ?? seen;
        yield unread.map(({ frame }) => frame).join('');
      }
      const signal = await waker.next();
      if (signal === 'end' || (signal === 'heartbeat' && !(await isAllowed()))) return;
      if (signal !== 'heartbeat') continue;
      // Another process may have added a business.
      await this.#follow(userId);
      yield HEARTBEAT;
    }
  }

  /** Follows the businesses where a person has records, from now. */
  async #follow(userId: string): Promise<void> {
    const { reader } = this.#services.database;
    const businessIds = await store.listBusinessesOf(reader, { userId, limit: MAX_RECORDS });
    for (const { businessId, last } of await store.listLastSequences(reader, businessIds))
      this.#add(userId, businessId, last);
  }

  #add(userId: string, businessId: string, sequence: number): void {
    if (!this.#streams.hasTopic(userId)) return;
    this.#followed.set(userId, (this.#followed.get(userId) ?? new Set()).add(businessId));
    if (!this.#cursors.has(businessId)) this.#cursors.set(businessId, sequence);
  }

  /** Notes events of this process, also at a business where the person had no records before. */
  #note(businessId: string, events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const userId = findPerson(event);
      if (userId === undefined || !this.#streams.hasTopic(userId)) continue;
      this.#add(userId, businessId, event.sequence - 1);
      this.#hasNew = true;
    }
  }

  #subscribe(wake: WakeStreams): () => void {
    const stop = followCommits(
      this.#services,
      () => this.#readNew(wake),
      requestRead => {
        if (this.#hasNew) requestRead();
      },
    );
    return () => {
      stop();
      for (const state of [this.#followed, this.#cursors, this.#kept]) state.clear();
    };
  }

  async #readNew(wake: WakeStreams): Promise<void> {
    this.#hasNew = false;
    this.#forgetClosed();
    const sequences = await store.listLastSequences(this.#services.database.reader, [
      ...this.#cursors.keys(),
    ]);
    for (const { businessId, last } of sequences)
      while ((this.#cursors.get(businessId) ?? last) < last) await this.#readBatch(businessId, last, wake);
  }

  /** Forgets people whose streams have closed, and businesses that no other person follows. */
  #forgetClosed(): void {
    for (const userId of this.#followed.keys()) {
      if (this.#streams.hasTopic(userId)) continue;
      this.#followed.delete(userId);
      this.#kept.delete(userId);
    }
    const businessIds = new Set([...this.#followed.values()].flatMap(ids => [...ids]));
    for (const businessId of this.#cursors.keys())
      if (!businessIds.has(businessId)) this.#cursors.delete(businessId);
  }

  async #readBatch(businessId: string, newest: number, wake: WakeStreams): Promise<void> {
    const sequence = this.#cursors.get(businessId) ?? 0;
    const { reader } = this.#services.database;
    const rows = await store.listAfter(reader, { businessId, sequence, limit: BATCH });
    for (const row of rows) {
      const userId = findPerson(row);
      if (userId === undefined || !this.#streams.hasTopic(userId)) continue;
      const kept = [...(this.#kept.get(userId) ?? []), { number: ++this.#count, frame: toFrame(row) }];
      this.#kept.set(userId, kept.slice(-MAX_KEPT));
      wake(userId);
    }
    // Events can be purged, and the last stream can have closed in the meantime.
    if (this.#cursors.has(businessId)) this.#cursors.set(businessId, rows.at(-1)?.sequence ?? newest);
  }
}

/** Returns the ID of the person whom an event concerns, if they may know of it. */
function findPerson({ type, family, data }: RecordedEvent): string | undefined {
  if (!FAMILIES.has(family) || INTERNAL.has(type as EventKind)) return undefined;
  const { userId, memberId } = data.object as { userId?: string; memberId?: string };
  return userId ?? memberId;
}

function toFrame({ type, resourceId, businessId, createdAt }: EventRow): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, resourceId, businessId, createdAt })}\n\n`;
}
