import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, send } from './api.ts';

const STORAGE_KEY = 'names';
const MAX_NAMES = 500;
const FRESH_FOR_MS = 60_000;
const PAGE = { page: 1, perPage: 100 };

/** Names of campaigns, programs and businesses by id. */
const names = signal<Record<string, string>>(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));

/** Returns a cached name, or undefined if it is unknown. */
export function getCachedName(id: string | null): string | undefined {
  return id === null ? undefined : names.value[id];
}

/**
 * Loads the names of open campaigns and programs and caches them in this browser, because customers' submissions and
 * rewards contain only ids and ended campaigns can no longer be read.
 */
export function useNames(): void {
  useEffect(() => {
    loadNames().catch(() => {
      // The pages work without names.
    });
  }, []);
}

let loadedAt = Number.NEGATIVE_INFINITY;

async function loadNames(): Promise<void> {
  if (performance.now() - loadedAt < FRESH_FOR_MS) return;
  loadedAt = performance.now();
  const [campaigns, programs, offers] = await Promise.all([
    send(api.campaigns.get({ query: { state: 'active', ...PAGE } })),
    send(api.programs.get({ query: PAGE })),
    send(api.exchange.opportunities.get({ query: PAGE })),
  ]);
  const loaded: Record<string, string> = {};
  for (const { id, name } of programs.items) loaded[id] = name;
  const businesses = new Map(offers.items.map(offer => [offer.campaignId, offer.businessName]));
  for (const { id, name, businessId } of campaigns.items) {
    loaded[id] = name;
    const business = businesses.get(id);
    if (business) loaded[businessId] = business;
  }
  cacheNames(loaded);
}

/** Adds names to the cache. */
export function cacheNames(added: Record<string, string>): void {
  const all = Object.entries({ ...names.value, ...added }).slice(-MAX_NAMES);
  names.value = Object.fromEntries(all);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(names.value));
}

/** Returns the cache key for the name of the business that issued a perk, since perks don't contain it. */
export function perkBusinessKey(perkId: string): string {
  return `business of ${perkId}`;
}
