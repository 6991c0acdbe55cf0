import type { TradeRow } from '../../../db/schema/exchange.ts';
import type { Ctx } from '../../context.ts';
import { MINUTE_MS, nowIso, SECOND_MS } from '../../platform/clock.ts';
import { yieldToEventLoop } from '../../platform/runtime/event-loop.ts';
import { createSingleFlight } from '../../platform/runtime/in-order.ts';
import { toMarketTrade } from '../orders/serialize.ts';
import * as orders from '../orders/store.ts';
import * as store from '../wallet/store.ts';
import type { MarketChange, MarketPerk, MarketSnapshot } from './model.ts';
import { getMarketPerk, readMarket } from './service/read.ts';

/** Combines all changes within this interval into one message, so that a busy book does not overwhelm readers. */
const COALESCE_MS = 250;
/** Interval for detecting changes of other processes, whose notifications may be missing: the CLI and other nodes. */
const POLL_INTERVAL_MS = SECOND_MS;
/** Recomputes 24-hour statistics this often, because they change even without new trades. */
const POLLS_PER_REFRESH = MINUTE_MS / POLL_INTERVAL_MS;
/** Maximum trades per message; the rest follows in the next one. */
const MAX_TRADES_PER_MESSAGE = 1_000;
/** Messages buffered for slow readers; a reader that falls further behind gets a new snapshot. */
const MAX_BUFFERED_UPDATES = 64;
/** Maximum changed perks read at once; the rest follows in the next message. */
const MAX_CHANGED = 200;
/** Maximum perks whose last published state is cached; changes of other perks are published without comparison. */
const MAX_CACHED_PERKS = 1_000;
/** Perks processed between yields to the event loop. */
const BATCH_SIZE = 100;

interface PublishedPerk {
  text: string;
  hasTrades: boolean;
}

/** The state that a new reader starts from. */
interface InitialState {
  snapshot: MarketSnapshot;
  /** Sequence of the latest trade in the snapshot. */
  tradeSequence: number;
  next: number;
}

/** One market change, buffered for all readers. */
export interface MarketUpdate {
  change: MarketChange;
  /** The sequence of each trade of the change. */
  sequences: number[];
  /** Sequence of the latest trade published so far. */
  tradeSequence: number;
  /** The complete change, serialized once for the readers that filter nothing. */
  text: string;
}

/**
 * Detects market changes once for all readers: after each commit, reads the perks marked as changed and compares them
 * with what was published last.
 */
export class MarketFeed {
  readonly #ctx: Ctx;
  /** The last published state of each perk, oldest first. */
  readonly #published = new Map<string, PublishedPerk>();
  #updates: MarketUpdate[] = [];
  /** Number of the next update, counted from process start. */
  #next = 0;
  #changeSequence = 0;
  #tradeSequence = 0;
  #hasPendingChanges = false;
  /** Whether the positions were read since the start. */
  #isPositioned = false;
  #throttleTimer: ReturnType<typeof setTimeout> | undefined;
  #notifyReaders = () => {};
  /** A check that takes longer than the pause must not let others pile up. */
  readonly #requestCheck = createSingleFlight(() => this.#attempt(() => this.#publishChanges()));
  /** The end of the chain in which reads of the market run, one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Starts following the market; the first snapshot waits until it is read. @returns a function that stops it */
  start(notifyReaders: () => void): () => void {
    this.#notifyReaders = notifyReaders;
    this.#isPositioned = false;
    void this.#attempt(async () => {});
    const stop = this.#ctx.database.onCommit(() => this.#scheduleCheck());
    let polls = 0;
    const timer = setInterval(() => {
      polls = (polls + 1) % POLLS_PER_REFRESH;
      if (polls === 0) void this.#refreshStatistics();
      this.#scheduleCheck();
    }, POLL_INTERVAL_MS);
    timer.unref();
    return () => {
      stop();
      clearInterval(timer);
      clearTimeout(this.#throttleTimer);
      this.#throttleTimer = undefined;
    };
  }

  /**
   * Returns the market (all of it or one perk), the trades after a sequence, and the number of the update to
   * continue with.
   */
  snapshot(lastSeen: number | undefined, perkId: string | undefined): Promise<InitialState> {
    return this.#runInOrder(() => this.#readSnapshot(lastSeen, perkId));
  }

  async #readSnapshot(lastSeen: number | undefined, perkId: string | undefined): Promise<InitialState> {
    const market = await readMarket(this.#ctx, { perkIds: perkId === undefined ? undefined : [perkId] });
    // Another node may have sent the reader trades that this one has not published yet.
    let hasMore = await this.#publish(market.perks, []);
    while (hasMore) hasMore = await this.#publish([], []);
    const tradeSequence = this.#tradeSequence;
    const trades = lastSeen === undefined ? [] : await this.#listTrades(lastSeen, tradeSequence);
    return {
      snapshot: {
        ...market,
        trades: trades.map(toMarketTrade).filter(trade => perkId === undefined || trade.perkId === perkId),
      },
      tradeSequence,
      next: this.#next,
    };
  }

  /** Lists the trades between two sequences. Later ones, committed meanwhile, are in updates that the reader gets. */
  async #listTrades(after: number, last: number): Promise<TradeRow[]> {
    const from = Math.max(after, last - MAX_TRADES_PER_MESSAGE);
    const rows = await orders.listTradesAfter(this.#ctx.db, {
      sequence: from,
      limit: MAX_TRADES_PER_MESSAGE,
    });
    return rows.filter(({ sequence }) => sequence <= last);
  }

  /** Returns whether the update with this number is buffered or the next one. */
  isBuffered(number: number): boolean {
    return number <= this.#next && number >= this.#next - this.#updates.length;
  }

  getUpdate(number: number): MarketUpdate | undefined {
    return this.#updates[number - (this.#next - this.#updates.length)];
  }

  async #reset(): Promise<void> {
    const { db } = this.#ctx;
    this.#updates = [];
    this.#published.clear();
    this.#hasPendingChanges = false;
    this.#changeSequence = await store.lastChangeSequence(db);
    this.#tradeSequence = (await orders.nextTradeSequence(db)) - 1;
    for (const perk of (await readMarket(this.#ctx)).perks) this.#recordIfChanged(perk);
  }

  /** Checks for changes immediately, then at most once per pause. */
  #scheduleCheck(): void {
    this.#hasPendingChanges = true;
    if (this.#throttleTimer === undefined) this.#check();
  }

  #check(): void {
    this.#hasPendingChanges = false;
    this.#throttleTimer = setTimeout(() => {
      this.#throttleTimer = undefined;
      if (this.#hasPendingChanges) this.#check();
    }, COALESCE_MS);
    this.#throttleTimer.unref();
    this.#requestCheck();
  }

  /** Publishes the perks that changed since the last check. If that fails, the next check finds them again. */
  async #publishChanges(): Promise<void> {
    const changed = await store.listChangedAfter(this.#ctx.db, {
      after: this.#changeSequence,
      limit: MAX_CHANGED,
    });
    await this.#publishPerks(changed.map(({ id }) => id));
    this.#changeSequence = changed.at(-1)?.changeSequence ?? this.#changeSequence;
    if (changed.length === MAX_CHANGED) this.#hasPendingChanges = true;
  }

  async #publishPerks(ids: readonly string[]): Promise<void> {
    const marketPerks: MarketPerk[] = [];
    const removedPerkIds: string[] = [];
    for (const id of ids) {
      const perk = await getMarketPerk(this.#ctx, id);
      if (perk) marketPerks.push(perk);
      else removedPerkIds.push(id);
    }
    if (await this.#publish(marketPerks, removedPerkIds)) this.#hasPendingChanges = true;
  }

  /** Starts `work` after the work before it has ended, because each step changes what was published last. */
  #runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      if (!this.#isPositioned) await this.#reset();
      this.#isPositioned = true;
      return work();
    });
    this.#last = result.catch(() => {});
    return result;
  }

  /** A database error must not end the process; the next check picks up what this one missed. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await this.#runInOrder(work);
    } catch (cause) {
      this.#ctx.log.warn('failed to read the market for streams', { cause });
    }
  }

  /** Recomputes perks with trades in the last 24 hours, because old trades drop out of that window. */
  async #refreshStatistics(): Promise<void> {
    const traded = [...this.#published].flatMap(([id, { hasTrades }]) => (hasTrades ? id : []));
    for (let at = 0; at < traded.length; at += BATCH_SIZE) {
      await this.#attempt(() => this.#publishPerks(traded.slice(at, at + BATCH_SIZE)));
      await yieldToEventLoop();
    }
  }

  /** Records the state of a perk as published. @returns whether it differs from the last published state */
  #recordIfChanged(perk: MarketPerk): boolean {
    const text = JSON.stringify(perk);
    const previous = this.#published.get(perk.perkId)?.text;
    this.#published.delete(perk.perkId);
    if (this.#published.size >= MAX_CACHED_PERKS)
      this.#published.delete(this.#published.keys().next().value as string);
    this.#published.set(perk.perkId, { text, hasTrades: perk.trades24h > 0 });
    return previous !== text;
  }

  /**
   * Publishes the perks that changed since the last update, with the trades since then, as one update.
   * @returns whether there are more trades
   */
  async #publish(marketPerks: MarketPerk[], removedPerkIds: string[]): Promise<boolean> {
    // Before anything is recorded as published, because reading can fail.
    const rows = await orders.listTradesAfter(this.#ctx.db, {
      sequence: this.#tradeSequence,
      limit: MAX_TRADES_PER_MESSAGE,
    });
    for (const id of removedPerkIds) this.#published.delete(id);
    const perks = marketPerks.filter(line => this.#recordIfChanged(line));
    this.#tradeSequence = rows.at(-1)?.sequence ?? this.#tradeSequence;
    if (perks.length + removedPerkIds.length + rows.length === 0) return false;
    const change = {
      asOf: nowIso(this.#ctx.clock),
      perks,
      removedPerkIds,
      trades: rows.map(toMarketTrade),
    };
    const sequences = rows.map(({ sequence }) => sequence);
    this.#updates.push({
      change,
      sequences,
      tradeSequence: this.#tradeSequence,
      text: JSON.stringify(change),
    });
    if (this.#updates.length > MAX_BUFFERED_UPDATES) this.#updates.shift();
    this.#next += 1;
    this.#notifyReaders();
    return rows.length === MAX_TRADES_PER_MESSAGE;
  }
}
