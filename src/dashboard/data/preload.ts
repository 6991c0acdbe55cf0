import { IN_LANGUAGE } from '../messages/text.ts';
import { api, send } from './api.ts';
import { PER_PAGE } from './paging.ts';
import { caller } from './session.ts';

const FIRST = { page: 1, perPage: PER_PAGE };
const OWN = { page: 1, perPage: 1 };
const STATED = { page: 1, perPage: 100 };
const WITH_NAMES = { include: 'names' } as const;
/** Memberships whose cards are loaded, as many as the home page looks for. */
const MAX_CARDS = 5;
/** The user and the time of the last run in this tab, so that a reload costs few requests. data/offline.tsx removes it. */
const DONE_KEY = 'preloaded';
const PERIOD_MS = 600_000;

/**
 * Loads what the pages of the bottom bar show, and the cards, so that the worker keeps it (worker.ts). The queries are those
 * of the pages, because the worker finds an answer by its whole address.
 */
export async function preloadPages(): Promise<void> {
  const period = `${caller.value?.user.id} ${Math.floor(Date.now() / PERIOD_MS)}`;
  if (sessionStorage.getItem(DONE_KEY) === period) return;
  const { rewards, submissions, account, connections, shops } = api;
  const found = await Promise.allSettled([
    send(shops.get({ query: FIRST })),
    send(rewards.get({ query: { status: 'issued', ...WITH_NAMES, ...STATED } })),
    send(rewards.get({ query: { status: 'issued', ...STATED } })),
    send(rewards.get({ query: { ...WITH_NAMES, ...FIRST } })),
    send(submissions.get({ query: { ...WITH_NAMES, ...FIRST } })),
    send(submissions.get({ query: { status: 'pending', ...OWN } })),
    send(account.get()),
    send(account.notifications.get()),
    send(account.sessions.get({ query: FIRST })),
    send(account.passkeys.get({ query: FIRST })),
    send(connections.get({ query: { page: 1, perPage: 50 } })),
  ]);
  const [first] = found;
  const only = first.status === 'fulfilled' && first.value.items.length === 1 ? first.value.items[0] : null;
  if (only) await send(shops({ slug: only.slug }).get({ query: IN_LANGUAGE })).catch(() => {});
  await Promise.all([preloadMemberships(), readActive(MAX_CARDS)]);
  sessionStorage.setItem(DONE_KEY, period);
}

function readActive(perPage: number) {
  return send(api.programs.get({ query: { status: 'active', page: 1, perPage } }));
}

async function preloadMemberships(): Promise<void> {
  const { id: memberId = '' } = caller.value?.user ?? {};
  const { items } = await readActive(PER_PAGE);
  let cards = 0;
  for (const { id, businessId } of items) {
    await send(api.shops({ slug: businessId }).get()).catch(() => {});
    const program = api.programs({ id });
    const { items: own } = await send(program.members.get({ query: OWN }));
    if (own[0]?.status !== 'active' || cards === MAX_CARDS) continue;
    cards += 1;
    await Promise.all([
      send(program.get()),
      send(program.progress.get({ query: {} })),
      send(program.members({ memberId }).card.get()),
    ]);
  }
}
