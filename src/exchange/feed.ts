import type { Ctx } from '../context.ts';
import { MINUTE_MS, nowIso, SECOND_MS } from '../platform/clock.ts';
import type { MarketChange, MarketPerk, MarketSnapshot } from './market-model.ts';
import * as orders from './orders-store.ts';
import { presentPublicTrade } from './present.ts';
import { lineOf, marketNow } from './service/market.ts';
import * as store from './store.ts';

/** Changes within so long become one message, so that a hot book does not flood its readers. */
export const COALESCE_MS = 250;
/** How often to look for what another process wrote (the CLI). */
const LOOK_EVERY_MS = SECOND_MS;
/** The last 24 hours move on without a trade, and perks expire: all lines are compared anew so often. */
const LOOKS_PER_REFRESH = MINUTE_MS / LOOK_EVERY_MS;
/** So many trades come in one message; the rest follows in the next. */
export const MAX_TRADES = 1_000;
/** So many messages are kept for readers who are slow; who is slower begins anew. */
const KEPT_TICKS = 64;

/** One change of the market, as it is kept for all readers. */
export interface Tick {
  change: MarketChange;
  /** The sequence of each trade of the change. */
  sequences: number[];
  /** The latest trade that was told up to here. */
  tradeSequence: number;
  /** The change as most readers get it: whole. */
  text: string;
}

/**
 * Finds out what changed in the market, once for all readers: after each commit the perks that were
 * marked as changed are read again, and what was read is compared with what was said last.
 */
export class MarketFeed {
  readonly #ctx: Ctx;
  /** What was said last of each perk. */
  readonly #lines = new Map<string, string>();
  #ticks: Tick[] = [];
  /** The number of the next tick; they are counted from the start of the process. */
  #next = 0;
  #changeSequence = 0;
  #tradeSequence = 0;
  #hasNews = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #tell = () => {};

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Follows the market from here on. @returns the way to stop */
  start(tell: () => void): () => void {
    this.#tell = tell;
    this.#reset();
    const stop = this.#ctx.database.onCommit(() => this.#notice());
    let looks = 0;
    const timer = setInterval(() => {
      looks = (looks + 1) % LOOKS_PER_REFRESH;
      if (looks === 0) this.#attempt(() => this.#refresh());
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

  /** The whole market, the trades behind a sequence, and the number of the tick to go on with. */
  snapshot(seen: number | undefined): { snapshot: MarketSnapshot; tradeSequence: number; next: number } {
    const market = this.#refresh();
    const tradeSequence = orders.nextTradeSequence(this.#ctx.db) - 1;
    const from = Math.max(seen ?? tradeSequence, tradeSequence - MAX_TRADES);
    const trades = orders.listTradesAfter(this.#ctx.db, from, MAX_TRADES).map(presentPublicTrade);
    return { snapshot: { ...market, trades }, tradeSequence, next: this.#next };
  }

  /** Is the tick of this number kept, or the next one to come? */
  reaches(number: number): boolean {
    return number <= this.#next && number >= this.#next - this.#ticks.length;
  }

  at(number: number): Tick | undefined {
    return this.#ticks[number - (this.#next - this.#ticks.length)];
  }

  #reset(): void {
    const { db } = this.#ctx;
    this.#ticks = [];
    this.#lines.clear();
    this.#hasNews = false;
    this.#changeSequence = store.lastChangeSequence(db);
    this.#tradeSequence = orders.nextTradeSequence(db) - 1;
    for (const perk of marketNow(this.#ctx).perks) this.#lines.set(perk.perkId, JSON.stringify(perk));
  }

  /** Looks at once, and then not again before a pause has passed. */
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
    this.#attempt(() => {
      const touched = this.#touched();
      const lines = touched.flatMap(id => lineOf(this.#ctx, id) ?? []);
      const listed = new Set(lines.map(({ perkId }) => perkId));
      this.#publish(
        lines,
        touched.filter(id => !listed.has(id)),
      );
    });
  }

  /** A database that does not answer must not end the process; the next look finds what this one missed. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (cause) {
      this.#ctx.log.warn('The market was not read for its streams', { cause });
    }
  }

  /** The perks that something happened to since the last look. */
  #touched(): string[] {
    const changed = store.listChangedAfter(this.#ctx.db, this.#changeSequence);
    this.#changeSequence = changed.at(-1)?.changeSequence ?? this.#changeSequence;
    return changed.map(({ id }) => id);
  }

  #refresh() {
    const market = marketNow(this.#ctx);
    const listed = new Set(market.perks.map(({ perkId }) => perkId));
    this.#publish(
      market.perks,
      [...this.#lines.keys()].filter(id => !listed.has(id)),
    );
    return market;
  }

  /** Keeps what differs from what was said last, with the trades since, as one tick. */
  #publish(lines: MarketPerk[], gone: string[]): void {
    const removedPerkIds = gone.filter(id => this.#lines.delete(id));
    const perks = lines.filter(line => {
      const text = JSON.stringify(line);
      if (this.#lines.get(line.perkId) === text) return false;
      this.#lines.set(line.perkId, text);
      return true;
    });
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
    if (this.#ticks.length > KEPT_TICKS) this.#ticks.shift();
    this.#next += 1;
    this.#tell();
  }
}
