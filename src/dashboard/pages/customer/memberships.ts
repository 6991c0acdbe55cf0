import { REWARD_TYPES } from '../../../../db/enums.ts';
import type { Member } from '../../../programs/members/model.ts';
import type { Program } from '../../../programs/model.ts';
import type { NewReward } from '../../../rewards/model.ts';
import type { Shop } from '../../../shops/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, formatPercent, formatReward, plural } from '../../data/format.ts';
import { cacheNames } from '../../data/name-cache.ts';
import { caller } from '../../data/session.ts';

export interface Membership {
  program: Program;
  /** Absent if it can't be read. */
  shop: Shop | undefined;
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

/** Returns the shop of a program; undefined if it can't be read. */
export async function readShop({ businessId }: Program, abort: Abort): Promise<Shop | undefined> {
  return send(api.shops({ slug: businessId }).get(abort)).catch(() => undefined);
}

/** Returns a page of active programs, each with its shop and the customer's membership. @throws ApiError */
export async function readMemberships(pages: { page: number; perPage: number }, abort: Abort) {
  const { items, pagination } = await send(
    api.programs.get({ query: { status: 'active', ...pages }, ...abort }),
  );
  cacheNames(Object.fromEntries(items.map(({ id, name }) => [id, name])));
  const memberships = await Promise.all(
    items.map(async (program): Promise<Membership> => {
      const [shop, member] = await Promise.all([readShop(program, abort), readMember(program.id, abort)]);
      return { program, shop, member };
    }),
  );
  return { items: memberships, pagination };
}

/** Returns those of the newest programs whose card the customer can show. @throws ApiError */
export async function readCards(limit: number, abort: Abort): Promise<Program[]> {
  const query = { status: 'active', page: 1, perPage: limit } as const;
  const { items } = await send(api.programs.get({ query, ...abort }));
  const members = await Promise.all(items.map(({ id }) => readMember(id, abort)));
  return items.filter((_, index) => members[index]?.status === 'active');
}

/** Enrolls the customer in a program. The business gets the name; a member may add the email address. @throws ApiError */
export async function joinProgram(id: string): Promise<Member> {
  const { id: memberId = '', name } = caller.value?.user ?? {};
  return send(api.programs({ id }).members.post({ memberId, name }));
}

/** Describes the reward of a goal after its name: a promise in words, or a reward with a type. */
function describePrize(reward: unknown): string {
  if (typeof reward === 'string') return `: ${reward}`;
  if (typeof reward !== 'object' || reward === null || !('type' in reward)) return '';
  const { type, value = null, name } = reward as NewReward;
  if (!REWARD_TYPES.includes(type)) return '';
  return `: ${formatReward({ type, value, name })}`;
}

/** Describes each benefit of a program. */
export function describeBenefits(rewards: Program['rewards']): string[] {
  const benefits = describeEarning(rewards);
  for (const { name, reward } of rewards.goals ?? []) benefits.push(`${name}${describePrize(reward)}`);
  for (const { name, points } of rewards.shop ?? []) benefits.push(`${name} for ${plural(points, 'point')}`);
  return benefits;
}

/** Describes what members earn with each purchase and submission. */
export function describeEarning({ cashback, points, tiers }: Program['rewards']): string[] {
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
  return benefits;
}
