import type { Database } from '../../../../db/client.ts';
import type { PerkRow } from '../../../../db/schema/exchange.ts';
import type { AnyCtx, Ctx } from '../../../context.ts';
import { MINUTE_MS, nowIso } from '../../../platform/clock.ts';
import { DEFAULT_CURRENCY } from '../../../platform/currency-digits.ts';
import { toAmount, toNullableAmount } from '../../../platform/money.ts';
import { mapInOrder } from '../../../platform/runtime/in-order.ts';
import type { PerkPrice } from '../../../reference/pricing-model.ts';
import { processDueExchangeBestEffort } from '../../orders/service/due.ts';
import { toCurrentPerk } from '../../wallet/service/perks.ts';
import { HOUSE } from '../../wallet/service/wallet.ts';
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

interface MarketQuery {
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
  const currencies = await mapInOrder(await listCurrencies(ctx), async currency => {
    const buckets = await mapInOrder(ranges, range => marketStore.listMarketBuckets(ctx.db, currency, range));
    const { trades, volumeCents } = summarize(buckets.flat());
    return { currency, trades24h: trades, volume24h: toAmount(volumeCents, currency) };
  });
  return {
    asOf: nowIso(ctx.clock),
    currency: DEFAULT_CURRENCY,
    totals: {
      perks: await store.countListed(ctx.db),
      openOrders: await marketStore.countOpenOrders(ctx.db),
      trades24h: currencies.reduce((sum, { trades24h }) => sum + trades24h, 0),
      volume24h: currencies.find(({ currency }) => currency === DEFAULT_CURRENCY)?.volume24h ?? 0,
      currencies,
    },
    perks: await listMarketPerks(ctx, 0),
  };
});

/** Lists the currencies of the cash in wallets, without which nothing is traded; always the default one. */
async function listCurrencies({ db }: AnyCtx): Promise<string[]> {
  const units = (await store.listBalances(db, { ownerId: HOUSE })).map(({ unit }) => unit);
  return [...new Set([DEFAULT_CURRENCY, ...units])];
}

async function listMarketPerks(ctx: AnyCtx, offset: number): Promise<MarketPerk[]> {
  const ranges = getLast24Hours(ctx.clock.now());
  return await mapInOrder(await store.listMostActive(ctx.db, { limit: MARKET_PERKS, offset }), row =>
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
  return perks.map(({ perkId, name, currency, faceValue, lastPrice, bestBid, bestAsk, volume24h }) => ({
    perkId,
    name,
    currency,
    faceValue,
    lastPrice,
    bestBid,
    bestAsk,
    volume24h,
  }));
}

async function toMarketPerk(ctx: AnyCtx, row: PerkRow, ranges: readonly TimeRange[]): Promise<MarketPerk> {
  const { id: perkId, currency, lastPriceCents } = row;
  const toPrice = (cents: number | null) => toNullableAmount(cents, currency);
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
    currency,
    faceValue,
    supply,
    circulating,
    lastPrice: toPrice(lastPriceCents),
    ...toQuotes(levels, currency),
    open24h: toPrice(day.openCents),
    high24h: toPrice(day.highCents),
    low24h: toPrice(day.lowCents),
    change24h: toPrice(change),
    volume24h: toAmount(day.volumeCents, currency),
    trades24h: day.trades,
    depth: { bids: toDepth(levels.bids, currency), asks: toDepth(levels.asks, currency) },
  };
}

interface Level {
  priceCents: number;
  quantity: number;
}

function toDepth(levels: Level[], currency: string): { price: number; quantity: number }[] {
  return levels.map(({ priceCents, quantity }) => ({ price: toAmount(priceCents, currency), quantity }));
}

/** Returns the best price of each side; null for an empty side. */
function toQuotes({ bids: [bid], asks: [ask] }: { bids: Level[]; asks: Level[] }, currency: string) {
  const hasBoth = bid !== undefined && ask !== undefined;
  return {
    bestBid: toNullableAmount(bid?.priceCents ?? null, currency),
    bestAsk: toNullableAmount(ask?.priceCents ?? null, currency),
    bidSize: bid?.quantity ?? null,
    askSize: ask?.quantity ?? null,
    spread: hasBoth ? toAmount(ask.priceCents - bid.priceCents, currency) : null,
    // Rounds half of the smallest unit up.
    mid: hasBoth ? toAmount(Math.round((ask.priceCents + bid.priceCents) / 2), currency) : null,
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
