import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Market, MarketChange, MarketSnapshot, MarketTrade } from '../../exchange/market/model.ts';
import { api, send } from './api.ts';
import { applyMarketChange } from './market-change.ts';

const STREAM = '/api/v1/exchange/market/stream';
const MAX_TRADES = 30;
const REOPEN_MS = 15_000;

export interface LiveMarket {
  market: Signal<Market | undefined>;
  /** Newest first. */
  trades: Signal<MarketTrade[]>;
  isLost: Signal<boolean>;
  /** Loads perks that the page refers to and that are not among the most active ones. */
  loadPerks(perkIds: readonly string[]): void;
  /** Loads the next page of perks by activity. */
  loadNextPage(): void;
}

/** Maximum number of perks per market request. */
const MAX_PERKS_PER_REQUEST = 100;

/**
 * Streams prices, depth and trades while the component is mounted, and reconnects if the stream is lost.
 * @param onTrade called after updates that contain trades
 */
export function useMarket(onTrade?: () => void): LiveMarket {
  const latestOnTrade = useRef(onTrade);
  latestOnTrade.current = onTrade;
  const market = useSignal<Market | undefined>(undefined);
  const trades = useSignal<MarketTrade[]>([]);
  const isLost = useSignal(false);
  const { restore, ...additions } = useAdditionalPerks(market);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const addTrades = (newTrades: MarketTrade[]) => {
      if (newTrades.length === 0) return;
      trades.value = [...newTrades.toReversed(), ...trades.value].slice(0, MAX_TRADES);
      latestOnTrade.current?.();
    };
    const open = () => {
      const opened = new EventSource(STREAM);
      source = opened;
      opened.addEventListener('market', event => {
        const { trades: missed, ...snapshot }: MarketSnapshot = JSON.parse(event.data);
        isLost.value = false;
        market.value = snapshot;
        restore();
        addTrades(missed);
      });
      opened.addEventListener('change', event => {
        const change: MarketChange = JSON.parse(event.data);
        if (market.value) market.value = applyMarketChange(market.value, change);
        addTrades(change.trades);
      });
      opened.addEventListener('error', () => {
        isLost.value = true;
        // The browser reconnects a broken stream automatically, but not one that was rejected.
        if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, []);
  return { market, trades, isLost, ...additions };
}

/** Loads perks beyond the most active ones, which are all that the stream's first snapshot contains. */
function useAdditionalPerks(market: LiveMarket['market']) {
  const requested = useRef(new Set<string>());
  const pages = useRef(1);
  const add = async (query: { page: number } | { perkId: string }) => {
    try {
      const { asOf, perks } = await send(api.exchange.market.get({ query }));
      if (market.value)
        market.value = applyMarketChange(market.value, { asOf, perks, removedPerkIds: [], trades: [] });
    } catch {
      // The page works without them.
    }
  };
  const loadMissing = (perkIds: Iterable<string>) => {
    const knownIds = new Set(market.value?.perks.map(({ perkId }) => perkId));
    const missing = [...perkIds].filter(id => !knownIds.has(id)).slice(0, MAX_PERKS_PER_REQUEST);
    if (missing.length > 0) void add({ perkId: missing.join(',') });
  };
  const loadPerks = (perkIds: readonly string[]) => {
    const newIds = perkIds.filter(id => !requested.current.has(id));
    for (const id of newIds) requested.current.add(id);
    if (market.value) loadMissing(newIds);
  };
  const loadNextPage = () => {
    pages.current += 1;
    void add({ page: pages.current });
  };
  /** Reloads the additional perks after the stream has restarted. */
  const restore = () => {
    pages.current = 1;
    loadMissing(requested.current);
  };
  return { loadPerks, loadNextPage, restore };
}
