import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Market, MarketChange } from '../../exchange/market-model.ts';

const REOPEN_MS = 15_000;

export interface LiveMarket {
  market: ReadonlySignal<Market | undefined>;
  /** The connection is gone; it is tried again by itself. */
  isLost: ReadonlySignal<boolean>;
}

/** The market as it is while the component is shown. @param onTrade called after a change in which something was traded */
export function useMarket(onTrade: () => void): LiveMarket {
  const latest = useRef(onTrade);
  latest.current = onTrade;
  const held = useMemo(() => ({ market: signal<Market | undefined>(undefined), isLost: signal(false) }), []);
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource('/api/v1/exchange/market/stream');
      source.addEventListener('market', ({ data }) => {
        held.market.value = JSON.parse(data);
        held.isLost.value = false;
      });
      source.addEventListener('change', ({ data }) => {
        const change: MarketChange = JSON.parse(data);
        held.market.value = held.market.value && applied(held.market.value, change);
        if (change.trades.length > 0) latest.current();
      });
      source.onerror = () => {
        held.isLost.value = true;
        // A refused stream is not opened again by the browser.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
      };
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, []);
  return held;
}

/** The market after a change: lines come whole, new ones at the end. */
export function applied(market: Market, { asOf, perks, removedPerkIds }: MarketChange): Market {
  const changed = new Map(perks.map(perk => [perk.perkId, perk]));
  const kept = market.perks
    .filter(({ perkId }) => !removedPerkIds.includes(perkId))
    .map(perk => changed.get(perk.perkId) ?? perk);
  const known = new Set(market.perks.map(({ perkId }) => perkId));
  return { ...market, asOf, perks: [...kept, ...perks.filter(({ perkId }) => !known.has(perkId))] };
}
