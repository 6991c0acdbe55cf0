import type { Member } from '../../../../programs/members/model.ts';
import type { ListedReward } from '../../../../rewards/model.ts';
import { api, send } from '../../../data/api.ts';
import { type Resource, useResource } from '../../../data/resource.ts';
import { businessId, hasPermission, tenantParams } from '../../../data/session.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { toast } from '../../../ui/toast.tsx';
import { type CounterInput, readInput } from './counter-input.ts';

/** Time after the last key before a search starts; codes and cards are looked up at once. */
const TYPING_MS = 120;
const MAX_RESULTS = 6;
/** Characters of a reward code, the shortest text of a scanner. */
const MIN_SCAN_LENGTH = 10;

export interface Results {
  /** The text that was looked up. */
  text: string;
  /** The kind of the text, or of the scan that it was read as. */
  kind: CounterInput['kind'];
  members: Member[];
  reward: ListedReward | undefined;
}

interface Abort {
  fetch: { signal: AbortSignal };
}

/** Looks up a text: a complete code as a reward and as a name, a card, or members; else what a scanner may have sent. */
export function useLookup(text: string): Resource<Results> {
  return useResource(
    async abort => {
      const input = readInput(text);
      if (input.kind === 'search') await wait(TYPING_MS, abort.fetch.signal);
      const results = lookUp(text, input, abort);
      if (text.length < MIN_SCAN_LENGTH || hasFound(await results.catch(() => undefined))) return results;
      return (await lookUpScan(text, abort)) ?? results;
    },
    [text],
    // The position counter can't read events.
    { live: hasPermission('view') ? ['member.'] : [] },
  );
}

function hasFound(results: Results | undefined): boolean {
  return results !== undefined && (results.reward !== undefined || results.members.length > 0);
}

/** Looks up the codes and cards that are typed like the text on the keyboards of other layouts. */
async function lookUpScan(text: string, abort: Abort): Promise<Results | undefined> {
  const { listScans } = await import('./keyboard-layouts.ts');
  for (const scan of listScans(text)) {
    const results = await lookUp(text, readInput(scan), abort).catch(() => undefined);
    if (!hasFound(results)) continue;
    toast(t.corrected);
    return results;
  }
  return undefined;
}

async function lookUp(text: string, input: CounterInput, abort: Abort): Promise<Results> {
  const { kind } = input;
  if (kind === 'card') {
    return { text, kind, members: await listMembers({ card: input.card }, abort), reward: undefined };
  }
  const q = kind === 'empty' ? {} : { q: input.q };
  if (kind !== 'code') return { text, kind, members: await listMembers(q, abort), reward: undefined };
  const paging = { page: 1, perPage: 1, ...tenantParams() };
  const query = { code: input.code, include: 'campaign,customer', ...paging };
  const [rewards, members] = await Promise.all([
    send(api.rewards.get({ query, ...abort })),
    listMembers(q, abort),
  ]);
  return { text, kind, members, reward: rewards.items[0] };
}

async function listMembers(query: { q?: string; card?: string }, abort: Abort): Promise<Member[]> {
  if (businessId.value === null) return [];
  const paging = { page: 1, perPage: MAX_RESULTS, ...tenantParams() };
  const { items } = await send(api.members.get({ query: { ...query, ...paging }, ...abort }));
  return items.toSorted(byLastVisit);
}

/** Puts those who were here last first, and those who never were last. */
function byLastVisit(a: Member, b: Member): number {
  return (b.lastVisitAt ?? '').localeCompare(a.lastVisitAt ?? '');
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
