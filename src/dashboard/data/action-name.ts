import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Campaign } from '../../campaigns/model.ts';
import { IN_LANGUAGE } from '../messages/text.ts';
import { api, send } from './api.ts';
import { formatLabel } from './format.ts';

/** The library's actions of one platform fit on one page. */
const MAX_ACTIONS = 100;
type Names = Record<string, string>;

/** Names of actions by id, for each platform that was read. */
const names = signal<Record<string, Names>>({});
const requested = new Set<string>();

/** Returns the name of a campaign's action and its platform, such as "Mention the business in a Story · Instagram". */
export function useActionLabel({ platform, actionId, actionType }: Campaign): string {
  useEffect(() => {
    if (actionId !== null) void readNames(platform);
  }, [platform, actionId]);
  const name = actionId === null ? undefined : names.value[platform]?.[actionId];
  return `${name ?? formatLabel(actionType)} · ${formatLabel(platform)}`;
}

/** Reads the actions of a platform once; after a failure, the next campaign tries again. */
async function readNames(platform: Campaign['platform']): Promise<void> {
  if (requested.has(platform)) return;
  requested.add(platform);
  try {
    const { items } = await send(
      api.actions.get({ query: { platform, page: 1, perPage: MAX_ACTIONS, ...IN_LANGUAGE } }),
    );
    const read = Object.fromEntries(items.map(({ id, name }) => [id, name]));
    names.value = { ...names.value, [platform]: read };
  } catch {
    requested.delete(platform);
  }
}
