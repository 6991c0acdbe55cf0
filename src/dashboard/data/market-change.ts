import type { Market, MarketChange } from '../../exchange/market/model.ts';

/** Applies a change to the market: changed perks are replaced and new ones appended. */
export function applyMarketChange(before: Market, { asOf, perks, removedPerkIds }: MarketChange): Market {
  const fresh = new Map(perks.map(perk => [perk.perkId, perk]));
  const kept = before.perks
    .filter(({ perkId }) => !removedPerkIds.includes(perkId))
    .map(perk => fresh.get(perk.perkId) ?? perk);
  const known = new Set(kept.map(({ perkId }) => perkId));
  return { ...before, asOf, perks: [...kept, ...perks.filter(({ perkId }) => !known.has(perkId))] };
}
