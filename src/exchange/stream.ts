import { type Ctx, createCtx, SCHEDULER, type Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { GREETING, HEARTBEAT, OpenStreams, type Waker } from '../platform/streams.ts';
import { MarketFeed, type Tick } from './feed.ts';
import { sweepForReader } from './service/due.ts';
import * as store from './store.ts';

const MAX_STREAMS = 1_000;
/** One address, or a network behind one, must not take all of them. */
const MAX_STREAMS_OF_ADDRESS = 32;
/** All readers follow one feed. */
const TOPIC = 'market';

export interface MarketStreamQuery {
  perkId?: string;
  /** A sequence of trades: those behind it come with the first message. What is none is taken for no wish. */
  lastEventId: string | null;
  clientIp: string;
}

/** The public streams of the market that are open. They share one feed, which says everything once. */
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
   * The market as it is, and then each change of it after its commit, as server-sent events that name no person.
   * A reader that falls too far behind gets the whole market again.
   * @throws NOT_FOUND for an unknown perk, UNAVAILABLE when too many streams are open
   */
  async open(ctx: Ctx, query: MarketStreamQuery): Promise<ReadableStream<Uint8Array>> {
    const { perkId, clientIp } = query;
    if (perkId !== undefined && !store.findPerk(ctx.db, perkId)) throw notFound();
    await sweepForReader(ctx);
    const limits = [{ of: 'address', id: clientIp, max: MAX_STREAMS_OF_ADDRESS }];
    return this.#streams.open(TOPIC, limits, waker => follow(this.#feed, query, waker));
  }

  /** Ends every stream. */
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

/** What a tick tells a reader that asked for one perk, or all, and knows the trades up to `seen`. */
function partOf({ change, sequences, text }: Tick, perkId: string | undefined, seen: number) {
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
