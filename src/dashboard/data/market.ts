import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Market, MarketChange, MarketSnapshot, MarketTrade } from '../../exchange/market-model.ts';

const STREAM = '/api/v1/exchange/market/stream';
const MAX_TRADES = 30;
const REOPEN_MS = 15_000;

export interface LiveMarket {
  market: Signal<Market | undefined>;
  /** Newest first. */
  trades: Signal<MarketTrade[]>;
  isLost: Signal<boolean>;
}

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
  return { market, trades, isLost };
}

/** The market after a change: its lines are whole, and those that are new come last. */
export function changed(before: Market, { asOf, perks, removedPerkIds }: MarketChange): Market {
  const fresh = new Map(perks.map(perk => [perk.perkId, perk]));
  const kept = before.perks
    .filter(({ perkId }) => !removedPerkIds.includes(perkId))
    .map(perk => fresh.get(perk.perkId) ?? perk);
  const known = new Set(kept.map(({ perkId }) => perkId));
  return { ...before, asOf, perks: [...kept, ...perks.filter(({ perkId }) => !known.has(perkId))] };
}
