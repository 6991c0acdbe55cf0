import { signal } from '@preact/signals';

const STORAGE_KEY = 'names';
const MAX_NAMES = 500;

/** Names of campaigns, programs and businesses by id. */
const names = signal<Record<string, string>>(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));

/** Returns a cached name, or undefined if it is unknown. */
export function getCachedName(id: string | null): string | undefined {
  return id === null ? undefined : names.value[id];
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
