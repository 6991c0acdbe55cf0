import { type Ctx, createCtx, SCHEDULER, type Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { GREETING, HEARTBEAT, OpenStreams, type Waker } from '../platform/streams.ts';
import { MarketFeed, type MarketUpdate } from './feed.ts';
import { sweepForReader } from './service/due.ts';
import * as store from './store.ts';

const MAX_STREAMS = 1_000;
/** Limits one client address, or the network behind it, so that it cannot use all streams. */
const MAX_STREAMS_OF_ADDRESS = 32;
/** All readers share one feed. */
const TOPIC = 'market';

export interface MarketStreamQuery {
  perkId?: string;
  /** A trade sequence: later trades come with the first message. Invalid values are ignored. */
  lastEventId: string | null;
  clientIp: string;
}

/** The open public market streams, which share one feed. */
export class MarketStreams {
  readonly #streams: OpenStreams;
  readonly #feed: MarketFeed;

  constructor(services: Services) {
    const feed = new MarketFeed(createCtx(services, SCHEDULER, null));
    this.#feed = feed;
    this.#streams = new OpenStreams({
      noun: 'market',
      maxStreams: MAX_STREAMS,
      subscribe: wake => feed.start(wake),
    });
  }

  /**
   * Opens a stream of server-sent events: a market snapshot, then each change after its commit; names no person. A
   * reader that falls too far behind gets a new snapshot.
   * @throws NOT_FOUND for an unknown perk, UNAVAILABLE if too many streams are open
   */
  async open(ctx: Ctx, query: MarketStreamQuery): Promise<ReadableStream<Uint8Array>> {
    const { perkId, clientIp } = query;
    if (perkId !== undefined && !store.findPerk(ctx.db, perkId)) throw notFound();
    await sweepForReader(ctx);
    const limits = [{ of: 'address', id: clientIp, max: MAX_STREAMS_OF_ADDRESS }];
    return this.#streams.open(TOPIC, limits, waker => follow(this.#feed, query, waker));
  }

  /** Closes every stream. */
  close(): void {
    this.#streams.close();
  }
}

async function* follow(
  feed: MarketFeed,
  { perkId, lastEventId }: MarketStreamQuery,
  waker: Waker,
): AsyncGenerator<string> {
  let seen = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
  let cursor: number | undefined;
  let opening = GREETING;
  for (;;) {
    if (cursor === undefined || !feed.reaches(cursor)) {
      const { snapshot, tradeSequence, next } = feed.snapshot(seen, perkId);
      cursor = next;
      seen = tradeSequence;
      yield `${opening}${frame('market', seen, JSON.stringify(snapshot))}`;
      opening = '';
    }
    const tick = feed.at(cursor);
    if (tick) {
      cursor += 1;
      const change = partOf(tick, perkId, seen ?? 0);
      seen = Math.max(seen ?? 0, tick.tradeSequence);
      if (change) yield frame('change', seen, change);
      continue;
    }
    const signal = await waker.next();
    if (signal === 'end') return;
    if (signal === 'heartbeat') yield HEARTBEAT;
  }
}

function frame(event: string, id: number, data: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

/** Returns the part of a tick that concerns the requested perk (or all) and trades after `seen`. */
function partOf({ change, sequences, text }: MarketUpdate, perkId: string | undefined, seen: number) {
  if (perkId === undefined && (sequences[0] ?? Number.POSITIVE_INFINITY) > seen) return text;
  const isWanted = (id: string) => perkId === undefined || id === perkId;
  const perks = change.perks.filter(perk => isWanted(perk.perkId));
  const removedPerkIds = change.removedPerkIds.filter(isWanted);
  const trades = change.trades.filter(
    (trade, index) => isWanted(trade.perkId) && (sequences[index] ?? 0) > seen,
  );
  if (perks.length + removedPerkIds.length + trades.length === 0) return undefined;
  return JSON.stringify({ ...change, perks, removedPerkIds, trades });
}
