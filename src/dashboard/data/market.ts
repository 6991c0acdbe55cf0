import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Market, MarketChange, MarketSnapshot, MarketTrade } from '../../exchange/market-model.ts';
import { api, send } from './api.ts';
import { changed } from './market-change.ts';

const STREAM = '/api/v1/exchange/market/stream';
const MAX_TRADES = 30;
const REOPEN_MS = 15_000;

export interface LiveMarket {
  market: Signal<Market | undefined>;
  /** Newest first. */
  trades: Signal<MarketTrade[]>;
  isLost: Signal<boolean>;
  /** Adds perks that the page names and that are not among the most active ones. */
  need(perkIds: readonly string[]): void;
  /** Adds the next most active perks. */
  showMore(): void;
}

/** The market says up to so many perks at once. */
const PERKS_AT_ONCE = 100;

/**
 * Prices, depth and trades as they happen, while the component is shown. A lost connection is made again.
 * @param onTrade called after a change in which something was traded
 */
export function useMarket(onTrade?: () => void): LiveMarket {
  const latest = useRef(onTrade);
  latest.current = onTrade;
  const market = useSignal<Market | undefined>(undefined);
  const trades = useSignal<MarketTrade[]>([]);
  const isLost = useSignal(false);
  const { restore, ...additions } = useAdditions(market);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (fresh: MarketTrade[]) => {
      if (fresh.length === 0) return;
      trades.value = [...fresh.toReversed(), ...trades.value].slice(0, MAX_TRADES);
      latest.current?.();
    };
    const open = () => {
      const opened = new EventSource(STREAM);
      source = opened;
      opened.addEventListener('market', event => {
        const { trades: missed, ...whole }: MarketSnapshot = JSON.parse(event.data);
        isLost.value = false;
        market.value = whole;
        restore();
        note(missed);
      });
      opened.addEventListener('change', event => {
        const change: MarketChange = JSON.parse(event.data);
        if (market.value) market.value = changed(market.value, change);
        note(change.trades);
      });
      opened.addEventListener('error', () => {
        isLost.value = true;
        // A stream that was refused, unlike one that broke, is not opened again by the browser.
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

/** Perks beside the most active ones, which are all that the stream begins with; from then on it speaks of them too. */
function useAdditions(market: LiveMarket['market']) {
  const wanted = useRef(new Set<string>());
  const pages = useRef(1);
  const add = async (query: { page: number } | { perkId: string }) => {
    try {
      const { asOf, perks } = await send(api.exchange.market.get({ query }));
      if (market.value) market.value = changed(market.value, { asOf, perks, removedPerkIds: [], trades: [] });
    } catch {
      // Without them the page shows less, and still works.
    }
  };
  const read = (perkIds: Iterable<string>) => {
    const known = new Set(market.value?.perks.map(({ perkId }) => perkId));
    const missing = [...perkIds].filter(id => !known.has(id)).slice(0, PERKS_AT_ONCE);
    if (missing.length > 0) void add({ perkId: missing.join(',') });
  };
  const need = (perkIds: readonly string[]) => {
    const fresh = perkIds.filter(id => !wanted.current.has(id));
    for (const id of fresh) wanted.current.add(id);
    if (market.value) read(fresh);
  };
  const showMore = () => {
    pages.current += 1;
    void add({ page: pages.current });
  };
  /** The stream began anew: what was added is added again. */
  const restore = () => {
    pages.current = 1;
    read(wanted.current);
  };
  return { need, showMore, restore };
}
