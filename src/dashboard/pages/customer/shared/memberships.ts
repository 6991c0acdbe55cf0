import type { Member } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import type { Shop } from '../../../../shops/model.ts';
import { api, send } from '../../../data/api.ts';
import { cacheNames } from '../../../data/name-cache.ts';
import { caller } from '../../../data/session.ts';

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

/** Returns the shop of a program or submission; undefined if it can't be read. */
export async function readShop(
  { businessId }: Pick<Program, 'businessId'>,
  abort: Abort,
): Promise<Shop | undefined> {
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

interface Joining {
  name?: string | null;
  phone?: string | null;
  /** The code of the member who brought the customer. */
  code?: string | null;
}

/**
 * Enrolls the customer in a program. The business gets the name, by default that of the account, and the phone number; a
 * member may add the email address. @throws ApiError
 */
export async function joinProgram(id: string, { code, ...fields }: Joining = {}): Promise<Member> {
  const { id: memberId = '', name } = caller.value?.user ?? {};
  const referral = code ? { referredBy: { code } } : {};
  return send(api.programs({ id }).members.post({ memberId, name, ...fields, ...referral }));
}
