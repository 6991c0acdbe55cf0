import type { EventRow } from '../../db/schema/events.ts';
import type { Actor, Ctx, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { toUtc } from '../platform/clock.ts';
import {
  HEARTBEAT,
  STREAM_PREAMBLE,
  type StreamLimit,
  StreamRegistry,
  type Waker,
  type WakeStreams,
} from '../platform/runtime/streams.ts';
import { followCommits } from './follow-commits.ts';
import type { Event } from './model.ts';
import { toEvent } from './service.ts';
import * as store from './store.ts';

/** Maximum events read ahead of the client, which sets the pace. */
const BATCH = 50;
const MAX_STREAMS = 1_000;
/** Limits one address, so that a few machines or networks cannot use all streams. An office shares an address. */
const MAX_STREAMS_PER_ADDRESS = 64;
const MAX_STREAMS_PER_BUSINESS = 32;
/** Maximum streams per caller: a person with many tabs, or the workers of one key. */
const MAX_STREAMS_PER_CALLER = 16;

/** The start of the topics of test data. */
const TEST_TOPIC = 'test:';

interface StreamQuery {
  businessId: string;
  /** An exact kind, or a prefix such as `campaign.`. */
  type?: string;
  since?: string;
  resourceId?: string;
  /** Resumes after this event. */
  lastEventId: string | null;
  clientIp: string;
}

/** The open event streams; a commit wakes those of the businesses with new events. */
export class EventStreams {
  readonly #services: Services;
  readonly #streams: StreamRegistry;
  /** The last sequence seen per followed business. */
  readonly #seen = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
    this.#streams = new StreamRegistry({
      noun: 'event',
      maxStreams: MAX_STREAMS,
      subscribe: wake => this.#subscribe(wake),
    });
    services.eventNotifier.follow(businessId => this.#streams.hasTopic(businessId));
  }

  /**
   * Opens a stream of server-sent events of a business, from now or from where a client disconnected, without loss or
   * repetition. Each `data` is the event as sent to webhooks.
   * @param isAllowed checked before each message, so that a revoked credential ends the stream
   * @throws VALIDATION_ERROR for a Last-Event-ID that is not an event of the business, UNAVAILABLE if too many
   * streams are open
   */
  async open(
    ctx: Ctx,
    query: StreamQuery,
    isAllowed: () => Promise<boolean>,
  ): Promise<ReadableStream<Uint8Array>> {
    const start = await resolveStart(ctx, query);
    const limits = getStreamLimits(ctx.actor, query);
    return this.#streams.open(toTopic(ctx, query.businessId), limits, waker =>
      streamEvents(ctx, query, start, waker, isAllowed),
    );
  }

  /** Closes every stream. */
  close(): void {
    this.#streams.close();
  }

  #subscribe(wake: WakeStreams): () => void {
    const { eventNotifier } = this.#services;
    const stop = followCommits(
      this.#services,
      () => this.#pollOtherProcesses(wake),
      () => {
        for (const businessId of eventNotifier.take()) wake(businessId);
      },
    );
    return () => {
      stop();
      this.#seen.clear();
    };
  }

  /** Wakes the streams of businesses for which another process recorded events. */
  async #pollOtherProcesses(wake: WakeStreams): Promise<void> {
    const { reader } = this.#services.database;
    for (const businessId of this.#seen.keys())
      if (!this.#streams.hasTopic(businessId)) this.#seen.delete(businessId);
    const topics = [...this.#streams.topics()];
    // Test data is in another database, which few streams follow.
    for (const topic of topics) if (topic.startsWith(TEST_TOPIC)) wake(topic);
    const followed = topics.filter(topic => !topic.startsWith(TEST_TOPIC));
    for (const { businessId, last } of await store.listLastSequences(reader, followed)) {
      if (this.#seen.get(businessId) === last) continue;
      this.#seen.set(businessId, last);
      wake(businessId);
    }
  }
}

function toTopic({ isTestMode }: Ctx, businessId: string): string {
  return isTestMode ? `${TEST_TOPIC}${businessId}` : businessId;
}

function getStreamLimits({ id }: Actor, { businessId, clientIp }: StreamQuery): StreamLimit[] {
  return [
    { of: 'person or key', id, max: MAX_STREAMS_PER_CALLER },
    { of: 'business', id: businessId, max: MAX_STREAMS_PER_BUSINESS },
    { of: 'address', id: clientIp, max: MAX_STREAMS_PER_ADDRESS },
  ];
}

async function* streamEvents(
  ctx: Ctx,
  query: StreamQuery,
  start: number,
  waker: Waker,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<string> {
  const { reader } = ctx.database;
  let cursor = start;
  yield STREAM_PREAMBLE;
  for (;;) {
    const rows = await store.listAfter(reader, {
      businessId: query.businessId,
      sequence: cursor,
      limit: BATCH,
    });
    cursor = rows.at(-1)?.sequence ?? cursor;
    const matching = rows.filter(row => matchesQuery(row, query));
    if (matching.length > 0) {
      if (!(await isAllowed())) return;
      yield matching.map(row => toFrame(toEvent(ctx, row))).join('');
    }
    if (rows.length === BATCH) continue;
    const signal = await waker.next();
    if (signal === 'end' || (signal === 'heartbeat' && !(await isAllowed()))) return;
    if (signal === 'heartbeat') yield HEARTBEAT;
  }
}

function matchesQuery(row: EventRow, { type, resourceId }: StreamQuery): boolean {
  return (
    (type === undefined || row.type.startsWith(type)) && (resourceId ?? row.resourceId) === row.resourceId
  );
}

function toFrame(event: Event): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Returns the sequence after which the stream starts. */
async function resolveStart({ db }: Ctx, { businessId, lastEventId, since }: StreamQuery): Promise<number> {
  if (lastEventId !== null) {
    const last = await store.find(db, lastEventId);
    if (last?.businessId !== businessId)
      throw invalid('Last-Event-ID', 'is not an event of this business', 'unknown');
    return last.sequence;
  }
  const from = toUtc(since);
  return (
    (from === null ? undefined : await store.findSequenceBefore(db, businessId, from)) ??
    (await store.getLastSequence(db, { businessId }))
  );
}
