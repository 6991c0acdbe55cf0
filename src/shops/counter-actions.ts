import * as users from '../auth/service/users.ts';
import type { Ctx } from '../context.ts';
import type { CounterAction } from '../places/model.ts';
import { type ActionQuery, listActions, type UnnamedAction } from '../places/service/actions.ts';
import type { Page } from '../platform/page.ts';
import { getNamesByReference, toNameKey } from '../programs/members/service/names.ts';

/** Lists what was done at the counters of the caller's business, newest first, with the names of those it was done for. */
export async function listCounterActions(ctx: Ctx, query: ActionQuery): Promise<Page<CounterAction>> {
  const page = await listActions(ctx, query);
  const names = await nameMembers(ctx, page.items);
  return { ...page, items: page.items.map((item, index) => ({ ...item, memberName: names[index] ?? null })) };
}

/** Returns the name of each action's member; that of the user where the program has none. */
async function nameMembers(ctx: Ctx, actions: readonly UnnamedAction[]): Promise<(string | undefined)[]> {
  const members = actions.map(({ programId, memberId }) => ({ programId, memberId: memberId ?? '' }));
  const memberNames = await getNamesByReference(ctx, members);
  const userNames = await users.getNamesById(ctx, [...new Set(members.map(({ memberId }) => memberId))]);
  return members.map(member => memberNames.get(toNameKey(member)) ?? userNames.get(member.memberId));
}
