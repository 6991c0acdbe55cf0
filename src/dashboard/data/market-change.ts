import type { Market, MarketChange } from '../../exchange/market/model.ts';

/** Applies a change to the market: changed perks are replaced and new ones appended. */
export function applyMarketChange(before: Market, { asOf, perks, removedPerkIds }: MarketChange): Market {
  const changedPerks = new Map(perks.map(perk => [perk.perkId, perk]));
  const remaining = before.perks
    .filter(({ perkId }) => !removedPerkIds.includes(perkId))
    .map(perk => changedPerks.get(perk.perkId) ?? perk);
  const knownIds = new Set(remaining.map(({ perkId }) => perkId));
  return { ...before, asOf, perks: [...remaining, ...perks.filter(({ perkId }) => !knownIds.has(perkId))] };
}
