import type { Member, Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { rememberNames } from '../../data/name-cache.ts';
import { caller } from '../../data/session.ts';

export interface Membership {
  program: Program;
  /** Absent for a program that this customer has not joined. */
  member: Member | undefined;
}

type Abort = { fetch: { signal: AbortSignal } };
const ONE = { page: 1, perPage: 1 };

/** This customer's membership; the list of members holds nobody else for a customer. @throws ApiError */
export async function readMember(id: string, abort: Abort): Promise<Member | undefined> {
  const { items } = await send(api.programs({ id }).members.get({ query: ONE, ...abort }));
  return items[0];
}

/** A page of the programs that can be joined, each with the membership. @throws ApiError */
export async function readMemberships(pages: { page: number; perPage: number }, abort: Abort) {
  const { items, pagination } = await send(
    api.programs.get({ query: { status: 'active', ...pages }, ...abort }),
  );
  rememberNames(Object.fromEntries(items.map(({ id, name }) => [id, name])));
  const memberships = await Promise.all(
    items.map(
      async (program): Promise<Membership> => ({ program, member: await readMember(program.id, abort) }),
    ),
  );
  return { items: memberships, pagination };
}

/** @throws ApiError */
export async function join(id: string): Promise<Member> {
  const { id: memberId = '', name, email } = caller.value?.user ?? {};
  return send(api.programs({ id }).members.post({ memberId, name, email }));
}

/** What a program gives, a sentence each. */
export function benefitsOf({ cashback, points, tiers, goals }: Program['rewards']): string[] {
  const found: string[] = [];
  if (cashback) {
    const { type, value, maxPerTransaction } = cashback;
    const cap = maxPerTransaction ? `, at most ${formatMoney(maxPerTransaction)} each time` : '';
    found.push(
      type === 'percentage'
        ? `${formatNumber(value)} % of what you spend comes back${cap}`
        : `${formatMoney(value)} comes back with each purchase`,
    );
  }
  if (points?.perAction) found.push(`${pointsOf(points.perAction)} for each approved proof`);
  if (points?.perDollar) found.push(`${pointsOf(points.perDollar)} for each dollar`);
  if (tiers?.length)
    found.push(
      tiers.map(({ name, threshold }) => `${name} from ${formatNumber(threshold)} points`).join(', '),
    );
  for (const { name, reward } of goals ?? [])
    found.push(typeof reward === 'string' ? `${name}: ${reward}` : name);
  return found;
}

function pointsOf(count: number): string {
  return count === 1 ? '1 point' : `${formatNumber(count)} points`;
}
