import type { Database } from '../../../../db/client.ts';
import type { PerkRow } from '../../../../db/schema/exchange.ts';
import type { AnyCtx, Ctx } from '../../../context.ts';
import { MINUTE_MS, nowIso } from '../../../platform/clock.ts';
import { toDollars, toNullableDollars } from '../../../platform/money.ts';
import { mapInOrder } from '../../../platform/runtime/in-order.ts';
import type { PerkPrice } from '../../../reference/pricing-model.ts';
import { processDueExchangeBestEffort } from '../../orders/service/due.ts';
import { toCurrentPerk } from '../../wallet/service/perks.ts';
import * as store from '../../wallet/store.ts';
import type { Market, MarketPerk } from '../model.ts';
import { getLast24Hours, summarize, type TimeRange } from '../rules/statistics.ts';
import * as marketStore from '../store.ts';

/** Depth levels per side. */
const DEPTH = 10;
/** Maximum perks per response, so that its cost does not grow with the number of perks. */
export const MARKET_PERKS = 100;
/** Upper bound that no real market reaches. */
export const MAX_MARKET_PAGE = 1_000_000;

export interface MarketQuery {
  /** Page of the perks by activity, starting at 1. */
  page?: number;
  /** Returns these perks instead of a page, except expired ones. */
  perkIds?: readonly string[];
}

/**
 * Returns prices, depth and the last 24 hours of the most active or the requested perks, with totals over all; names
 * no person.
 */
export async function getMarket(ctx: Ctx, query: MarketQuery = {}): Promise<Market> {
  await processDueExchangeBestEffort(ctx);
  return await readMarket(ctx, query);
}

/** Same as getMarket, but without expiring overdue orders first. */
export async function readMarket(ctx: Ctx, { page = 1, perkIds }: MarketQuery = {}): Promise<Market> {
  const firstPage = { ...(await getFirstPage(ctx)), asOf: nowIso(ctx.clock) };
  if (perkIds)
    return {
      ...firstPage,
      perks: (await mapInOrder(perkIds, async id => (await getMarketPerk(ctx, id)) ?? [])).flat(),
    };
  return page === 1
    ? firstPage
    : { ...firstPage, perks: await listMarketPerks(ctx, (page - 1) * MARKET_PERKS) };
}

const getFirstPage = cachedUntilChange(async (ctx): Promise<Market> => {
  const ranges = getLast24Hours(ctx.clock.now());
  const day = summarize(
    (await mapInOrder(ranges, stretch => marketStore.listMarketBuckets(ctx.db, stretch))).flat(),
  );
  return {
    asOf: nowIso(ctx.clock),
    currency: 'USD',
    totals: {
      perks: await store.countListed(ctx.db),
      openOrders: await marketStore.countOpenOrders(ctx.db),
      trades24h: day.trades,
      volume24h: toDollars(day.volumeCents),
    },
    perks: await listMarketPerks(ctx, 0),
  };
});

async function listMarketPerks(ctx: AnyCtx, offset: number): Promise<MarketPerk[]> {
  const ranges = getLast24Hours(ctx.clock.now());
  return await mapInOrder(await store.listMostActive(ctx.db, MARKET_PERKS, offset), row =>
    toMarketPerk(ctx, row, ranges),
  );
}

/** Returns one perk's market data; undefined if it is unknown or has expired. */
export async function getMarketPerk(ctx: AnyCtx, perkId: string): Promise<MarketPerk | undefined> {
  const row = await store.findPerk(ctx.db, perkId);
  if (!row || row.status === 'expired') return undefined;
  return await toMarketPerk(ctx, row, getLast24Hours(ctx.clock.now()));
}

/** Lists the prices of the most active perks for the pricing oracle. */
export async function listPerkPrices(ctx: Ctx): Promise<PerkPrice[]> {
  const { perks } = await getMarket(ctx);
  return perks.map(({ perkId, name, faceValue, lastPrice, bestBid, bestAsk, volume24h }) => ({
    perkId,
    name,
    faceValue,
    lastPrice,
    bestBid,
    bestAsk,
    volume24h,
  }));
}

async function toMarketPerk(ctx: AnyCtx, row: PerkRow, ranges: readonly TimeRange[]): Promise<MarketPerk> {
  const { id: perkId, lastPriceCents } = row;
  const levels = {
    bids: await marketStore.listLevels(ctx.db, perkId, 'buy', DEPTH),
    asks: await marketStore.listLevels(ctx.db, perkId, 'sell', DEPTH),
  };
  const day = summarize(
    (await mapInOrder(ranges, stretch => marketStore.listBuckets(ctx.db, { perkId, ...stretch }))).flat(),
  );
  const { name, faceValue, supply, circulating } = await toCurrentPerk(ctx, row);
  const change = day.openCents === null || lastPriceCents === null ? null : lastPriceCents - day.openCents;
  return {
    perkId,
    name,
    faceValue,
    supply,
    circulating,
    lastPrice: toNullableDollars(lastPriceCents),
    ...toQuotes(levels),
    open24h: toNullableDollars(day.openCents),
    high24h: toNullableDollars(day.highCents),
    low24h: toNullableDollars(day.lowCents),
    change24h: toNullableDollars(change),
    volume24h: toDollars(day.volumeCents),
    trades24h: day.trades,
    depth: { bids: levels.bids.map(toLevel), asks: levels.asks.map(toLevel) },
  };
}

interface Level {
  priceCents: number;
  quantity: number;
}

function toLevel({ priceCents, quantity }: Level): { price: number; quantity: number } {
  return { price: toDollars(priceCents), quantity };
}

/** Returns the best price of each side; null for an empty side. */
function toQuotes({ bids: [bid], asks: [ask] }: { bids: Level[]; asks: Level[] }) {
  const hasBoth = bid !== undefined && ask !== undefined;
  return {
    bestBid: toNullableDollars(bid?.priceCents ?? null),
    bestAsk: toNullableDollars(ask?.priceCents ?? null),
    bidSize: bid?.quantity ?? null,
    askSize: ask?.quantity ?? null,
    spread: hasBoth ? toDollars(ask.priceCents - bid.priceCents) : null,
    // Rounds half cents up.
    mid: hasBoth ? toDollars(Math.round((ask.priceCents + bid.priceCents) / 2)) : null,
  };
}

/**
 * Caches a result about the whole market until a perk changes or the minute ends, because it depends on the last 24
 * hours. A request that has written reads through its own transaction, so its result is not shared.
 */
export function cachedUntilChange<T>(compute: (ctx: Ctx) => Promise<T>): (ctx: Ctx) => Promise<T> {
  const results = new WeakMap<Database, { version: string; value: T }>();
  return async ctx => {
    if (ctx.db !== ctx.database.reader) return await compute(ctx);
    const version = `${await store.lastChangeSequence(ctx.db)} ${Math.floor(ctx.clock.now() / MINUTE_MS)}`;
    const known = results.get(ctx.database);
    if (known?.version === version) return known.value;
    const value = await compute(ctx);
    results.set(ctx.database, { version, value });
    return value;
  };
}
