import type { Ctx } from '../context.ts';
import { MINUTE_MS, nowIso, SECOND_MS } from '../platform/clock.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { MarketChange, MarketPerk, MarketSnapshot } from './market-model.ts';
import * as orders from './orders-store.ts';
import { presentPublicTrade } from './serialize.ts';
import { getMarketPerk, marketNow } from './service/market.ts';
import * as store from './store.ts';

/** Combines all changes within this interval into one message, so that a busy book does not flood its readers. */
export const COALESCE_MS = 250;
/** How often to poll for changes written by another process (the CLI). */
const LOOK_EVERY_MS = SECOND_MS;
/** 24-hour figures age even without trades: how often to recompute the perks that traded. */
const LOOKS_PER_REFRESH = MINUTE_MS / LOOK_EVERY_MS;
/** Maximum trades per message; the rest follows in the next one. */
export const MAX_TRADES = 1_000;
/** Messages buffered for slow readers; a reader that falls further behind gets a new snapshot. */
const MAX_BUFFERED_UPDATES = 64;
/** Maximum changed perks read at once; the rest follows in the next message. */
const MAX_CHANGED = 200;
/** Maximum perks whose last published state is cached; changes of other perks are published without comparison. */
const MAX_LINES = 1_000;
/** Perks processed between yields to the event loop. */
const SLICE = 100;

interface Line {
  text: string;
  hasTrades: boolean;
}

/** The state that a new reader starts from. */
interface Beginning {
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
  readonly #lines = new Map<string, Line>();
  #ticks: MarketUpdate[] = [];
  /** Number of the next tick, counted from process start. */
  #next = 0;
  #changeSequence = 0;
  #tradeSequence = 0;
  #hasNews = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #tell = () => {};

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Starts following the market. @returns a function that stops it */
  start(tell: () => void): () => void {
    this.#tell = tell;
    this.#reset();
    const stop = this.#ctx.database.onCommit(() => this.#notice());
    let looks = 0;
    const timer = setInterval(() => {
      looks = (looks + 1) % LOOKS_PER_REFRESH;
      if (looks === 0) void this.#refreshDay();
      this.#notice();
    }, LOOK_EVERY_MS);
    timer.unref();
    return () => {
      stop();
      clearInterval(timer);
      clearTimeout(this.#pause);
      this.#pause = undefined;
    };
  }

  /**
   * Returns the market (all of it or one perk), the trades after a sequence, and the number of the tick to continue
   * with.
   */
  snapshot(seen: number | undefined, perkId: string | undefined): Beginning {
    const market = marketNow(this.#ctx, { perkIds: perkId === undefined ? undefined : [perkId] });
    this.#publish(market.perks, []);
    const tradeSequence = orders.nextTradeSequence(this.#ctx.db) - 1;
    const from = Math.max(seen ?? tradeSequence, tradeSequence - MAX_TRADES);
    const trades = orders
      .listTradesAfter(this.#ctx.db, from, MAX_TRADES)
      .map(presentPublicTrade)
      .filter(trade => perkId === undefined || trade.perkId === perkId);
    return { snapshot: { ...market, trades }, tradeSequence, next: this.#next };
  }

  /** Returns whether the tick of this number is buffered or is the next one. */
  reaches(number: number): boolean {
    return number <= this.#next && number >= this.#next - this.#ticks.length;
  }

  at(number: number): MarketUpdate | undefined {
    return this.#ticks[number - (this.#next - this.#ticks.length)];
  }

  #reset(): void {
    const { db } = this.#ctx;
    this.#ticks = [];
    this.#lines.clear();
    this.#hasNews = false;
    this.#changeSequence = store.lastChangeSequence(db);
    this.#tradeSequence = orders.nextTradeSequence(db) - 1;
    for (const perk of marketNow(this.#ctx).perks) this.#isNews(perk);
  }

  /** Checks for changes immediately, then at most once per pause. */
  #notice(): void {
    this.#hasNews = true;
    if (this.#pause === undefined) this.#look();
  }

  #look(): void {
    this.#hasNews = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#hasNews) this.#look();
    }, COALESCE_MS);
    this.#pause.unref();
    this.#attempt(() => this.#publishPerks(this.#touched()));
  }

  #publishPerks(ids: readonly string[]): void {
    const lines = ids.flatMap(id => getMarketPerk(this.#ctx, id) ?? []);
    const listed = new Set(lines.map(({ perkId }) => perkId));
    this.#publish(
      lines,
      ids.filter(id => !listed.has(id)),
    );
  }

  /** A database error must not end the process; the next check picks up what this one missed. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (cause) {
      this.#ctx.log.warn('failed to read the market for streams', { cause });
    }
  }

  /** Lists the perks that changed since the last check. */
  #touched(): string[] {
    const changed = store.listChangedAfter(this.#ctx.db, this.#changeSequence, MAX_CHANGED);
    if (changed.length === MAX_CHANGED) this.#hasNews = true;
    this.#changeSequence = changed.at(-1)?.changeSequence ?? this.#changeSequence;
    return changed.map(({ id }) => id);
  }

  /** Reads the lines anew in which trades leave the last 24 hours. */
  async #refreshDay(): Promise<void> {
    const traded = [...this.#lines].flatMap(([id, { hasTrades }]) => (hasTrades ? id : []));
    for (let at = 0; at < traded.length; at += SLICE) {
      this.#attempt(() => this.#publishPerks(traded.slice(at, at + SLICE)));
      await yieldToEventLoop();
    }
  }

  /** Records the state of a perk as published. @returns whether it differs from the last published state */
  #isNews(perk: MarketPerk): boolean {
    const text = JSON.stringify(perk);
    const said = this.#lines.get(perk.perkId)?.text;
    this.#lines.delete(perk.perkId);
    if (this.#lines.size >= MAX_LINES) this.#lines.delete(this.#lines.keys().next().value as string);
    this.#lines.set(perk.perkId, { text, hasTrades: perk.trades24h > 0 });
    return said !== text;
  }

  /** Keeps what differs from what was said last, with the trades since, as one tick. */
  #publish(lines: MarketPerk[], removedPerkIds: string[]): void {
    for (const id of removedPerkIds) this.#lines.delete(id);
    const perks = lines.filter(line => this.#isNews(line));
    const rows = orders.listTradesAfter(this.#ctx.db, this.#tradeSequence, MAX_TRADES);
    this.#tradeSequence = rows.at(-1)?.sequence ?? this.#tradeSequence;
    if (rows.length === MAX_TRADES) this.#hasNews = true;
    if (perks.length + removedPerkIds.length + rows.length === 0) return;
    const change = {
      asOf: nowIso(this.#ctx.clock),
      perks,
      removedPerkIds,
      trades: rows.map(presentPublicTrade),
    };
    const sequences = rows.map(({ sequence }) => sequence);
    this.#ticks.push({
      change,
      sequences,
      tradeSequence: this.#tradeSequence,
      text: JSON.stringify(change),
    });
    if (this.#ticks.length > MAX_BUFFERED_UPDATES) this.#ticks.shift();
    this.#next += 1;
    this.#tell();
  }
}
