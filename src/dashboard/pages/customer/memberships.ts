import type { Member } from '../../../programs/members/model.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, formatPercent, plural } from '../../data/format.ts';
import { cacheNames } from '../../data/name-cache.ts';
import { caller } from '../../data/session.ts';

export interface Membership {
  program: Program;
  /** Absent if the customer has not joined. */
  member: Member | undefined;
}

type Abort = { fetch: { signal: AbortSignal } };
const ONE = { page: 1, perPage: 1 };

/** Returns the customer's membership; for customers the member list contains only themselves. @throws ApiError */
export async function readMember(id: string, abort: Abort): Promise<Member | undefined> {
  const { items } = await send(api.programs({ id }).members.get({ query: ONE, ...abort }));
  return items[0];
}

/** Returns a page of active programs, each with the customer's membership. @throws ApiError */
export async function readMemberships(pages: { page: number; perPage: number }, abort: Abort) {
  const { items, pagination } = await send(
    api.programs.get({ query: { status: 'active', ...pages }, ...abort }),
  );
  cacheNames(Object.fromEntries(items.map(({ id, name }) => [id, name])));
  const memberships = await Promise.all(
    items.map(
      async (program): Promise<Membership> => ({ program, member: await readMember(program.id, abort) }),
    ),
  );
  return { items: memberships, pagination };
}

/** Enrolls the customer in a program. @throws ApiError */
export async function joinProgram(id: string): Promise<Member> {
  const { id: memberId = '', name, email } = caller.value?.user ?? {};
  return send(api.programs({ id }).members.post({ memberId, name, email }));
}

/** Describes each benefit of a program. */
export function describeBenefits({ cashback, points, tiers, goals }: Program['rewards']): string[] {
  const benefits: string[] = [];
  if (cashback) {
    const { type, value, maxPerTransaction } = cashback;
    const cap = maxPerTransaction ? `, up to ${formatMoney(maxPerTransaction)} per purchase` : '';
    benefits.push(
      type === 'percentage'
        ? `${formatPercent(value)} cashback${cap}`
        : `${formatMoney(value)} cashback per purchase`,
    );
  }
  if (points?.perAction) benefits.push(`${plural(points.perAction, 'point')} per approved submission`);
  if (points?.perDollar) benefits.push(`${plural(points.perDollar, 'point')} per dollar`);
  if (tiers?.length)
    benefits.push(
      tiers.map(({ name, threshold }) => `${name} from ${formatNumber(threshold)} points`).join(', '),
    );
  for (const { name, reward } of goals ?? [])
    benefits.push(typeof reward === 'string' ? `${name}: ${reward}` : name);
  return benefits;
}
