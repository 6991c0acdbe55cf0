import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, send } from './api.ts';

const KEPT_AS = 'names';
const MAX_KEPT = 500;
const FRESH_FOR_MS = 60_000;
const READ = { page: 1, perPage: 100 };

/** Names of campaigns and businesses by their ids. */
const names = signal<Record<string, string>>(JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}'));

/** What a record belongs to, for people; undefined where nobody told. */
export function nameOf(id: string | null): string | undefined {
  return id === null ? undefined : names.value[id];
}

/**
 * Proof and rewards of a customer carry ids alone, and an ended campaign can no longer be read: names are learnt
 * from what is open now, and kept in this browser for later.
 */
export function useNames(): void {
  useEffect(() => {
    learn().catch(() => {
      // Without names the pages say less, and still work.
    });
  }, []);
}

let learntAt = Number.NEGATIVE_INFINITY;

async function learn(): Promise<void> {
  if (performance.now() - learntAt < FRESH_FOR_MS) return;
  learntAt = performance.now();
  const [campaigns, programs, offers] = await Promise.all([
    send(api.campaigns.get({ query: { state: 'active', ...READ } })),
    send(api.programs.get({ query: READ })),
    send(api.exchange.opportunities.get({ query: READ })),
  ]);
  const fresh: Record<string, string> = {};
  for (const { id, name } of programs.items) fresh[id] = name;
  const businesses = new Map(offers.items.map(offer => [offer.campaignId, offer.businessName]));
  for (const { id, name, businessId } of campaigns.items) {
    fresh[id] = name;
    const business = businesses.get(id);
    if (business) fresh[businessId] = business;
  }
  rememberNames(fresh);
}

/** Keeps names by their ids. */
export function rememberNames(fresh: Record<string, string>): void {
  const all = Object.entries({ ...names.value, ...fresh }).slice(-MAX_KEPT);
  names.value = Object.fromEntries(all);
  localStorage.setItem(KEPT_AS, JSON.stringify(names.value));
}
