import { type Ctx, createCtx, SCHEDULER, type Services } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { HEARTBEAT, STREAM_PREAMBLE, StreamRegistry, type Waker } from '../../platform/runtime/streams.ts';
import { processDueExchangeBestEffort } from '../orders/service/due.ts';
import * as store from '../wallet/store.ts';
import { MarketFeed, type MarketUpdate } from './feed.ts';

const MAX_STREAMS = 1_000;
/** Limits one client address, or the network behind it, so that it cannot use all streams. */
const MAX_STREAMS_PER_ADDRESS = 32;
/** All readers share one feed. */
const TOPIC = 'market';

interface MarketStreamQuery {
  perkId?: string;
  /** A trade sequence: later trades come with the first message. Invalid values are ignored. */
  lastEventId: string | null;
  clientIp: string;
}

/** The open public market streams, which share one feed. */
export class MarketStreams {
  readonly #streams: StreamRegistry;
  readonly #feed: MarketFeed;

  constructor(services: Services) {
    const feed = new MarketFeed(createCtx(services, SCHEDULER, null));
    this.#feed = feed;
    this.#streams = new StreamRegistry({
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
    if (perkId !== undefined && !(await store.findPerk(ctx.db, perkId)))
      throw notFound({ kind: 'perk', field: 'perkId' });
    await processDueExchangeBestEffort(ctx);
    const limits = [{ of: 'address', id: clientIp, max: MAX_STREAMS_PER_ADDRESS }];
    return this.#streams.open(TOPIC, limits, waker => streamMarket(this.#feed, query, waker));
  }

  /** Closes every stream. */
  close(): void {
    this.#streams.close();
  }
}

async function* streamMarket(
  feed: MarketFeed,
  { perkId, lastEventId }: MarketStreamQuery,
  waker: Waker,
): AsyncGenerator<string> {
  let lastSeen = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
  let cursor: number | undefined;
  let opening = STREAM_PREAMBLE;
  for (;;) {
    if (cursor === undefined || !feed.isBuffered(cursor)) {
      const { snapshot, tradeSequence, next } = await feed.snapshot(lastSeen, perkId);
      cursor = next;
      lastSeen = tradeSequence;
      yield `${opening}${frame('market', lastSeen, JSON.stringify(snapshot))}`;
      opening = '';
    }
    const update = feed.getUpdate(cursor);
    if (update) {
      cursor += 1;
      const change = selectChanges(update, perkId, lastSeen ?? 0);
      lastSeen = Math.max(lastSeen ?? 0, update.tradeSequence);
      if (change) yield frame('change', lastSeen, change);
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

/** Returns the changes to the requested perk (or all perks) and the trades after `lastSeen`. */
function selectChanges(
  { change, sequences, text }: MarketUpdate,
  perkId: string | undefined,
  lastSeen: number,
) {
  if (perkId === undefined && (sequences[0] ?? Number.POSITIVE_INFINITY) > lastSeen) return text;
  const isWanted = (id: string) => perkId === undefined || id === perkId;
  const perks = change.perks.filter(perk => isWanted(perk.perkId));
  const removedPerkIds = change.removedPerkIds.filter(isWanted);
  const trades = change.trades.filter(
    (trade, index) => isWanted(trade.perkId) && (sequences[index] ?? 0) > lastSeen,
  );
  if (perks.length + removedPerkIds.length + trades.length === 0) return undefined;
  return JSON.stringify({ ...change, perks, removedPerkIds, trades });
}
