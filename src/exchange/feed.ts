import type { Ctx } from '../context.ts';
import { MINUTE_MS, nowIso, SECOND_MS } from '../platform/clock.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { MarketChange, MarketPerk, MarketSnapshot } from './market-model.ts';
import * as orders from './orders-store.ts';
import { presentPublicTrade } from './serialize.ts';
import { lineOf, marketNow } from './service/market.ts';
import * as store from './store.ts';

/** Changes within so long become one message, so that a hot book does not flood its readers. */
export const COALESCE_MS = 250;
/** How often to look for what another process wrote (the CLI). */
const LOOK_EVERY_MS = SECOND_MS;
/** The last 24 hours move on without a trade: lines with trades in them are read anew so often. */
const LOOKS_PER_REFRESH = MINUTE_MS / LOOK_EVERY_MS;
/** So many trades come in one message; the rest follows in the next. */
export const MAX_TRADES = 1_000;
/** So many messages are kept for readers who are slow; who is slower begins anew. */
const KEPT_TICKS = 64;
/** So many changed perks are read at once; the rest follows in the next message. */
const MAX_CHANGED = 200;
/** So many lines are compared with what was said last; of any other perk a change is said without comparing. */
const MAX_LINES = 1_000;
/** Between so many lines the event loop turns. */
const SLICE = 100;

interface Line {
  text: string;
  hasTrades: boolean;
}

/** What a reader begins with. */
interface Beginning {
  snapshot: MarketSnapshot;
  /** The latest trade that is part of it. */
  tradeSequence: number;
  next: number;
}

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
  /** What was said last of perks, the oldest first. */
  readonly #lines = new Map<string, Line>();
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
   * The market as it is asked for without parameters, or of one perk, the trades behind a sequence, and the number of
   * the tick to go on with.
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
    for (const perk of marketNow(this.#ctx).perks) this.#isNews(perk);
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
    this.#attempt(() => this.#publishPerks(this.#touched()));
  }

  #publishPerks(ids: readonly string[]): void {
    const lines = ids.flatMap(id => lineOf(this.#ctx, id) ?? []);
    const listed = new Set(lines.map(({ perkId }) => perkId));
    this.#publish(
      lines,
      ids.filter(id => !listed.has(id)),
    );
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

  /** Does a line say anything that was not said? It counts as said from now on. */
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
    if (this.#ticks.length > KEPT_TICKS) this.#ticks.shift();
    this.#next += 1;
    this.#tell();
  }
}
