import type { MemberRow } from '../../../db/schema/programs.ts';
import * as users from '../../auth/service/users.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, forbidden, invalid, notFound } from '../../errors.ts';
import { renamePassesOf } from '../../passes/service/rename.ts';
import { nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { toAmount } from '../../platform/money.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import { listMemberships, renamePerson } from '../../privacy/service/rename.ts';
import type { Member } from '../../programs/members/model.ts';
import { listOpenRewards } from '../../programs/members/service/open-rewards.ts';
import { completeClaim, retireUnused } from '../../programs/members/service/ownership.ts';
import { getProgramRow } from '../../programs/service/read.ts';
import { getShopFace } from '../../shops/service.ts';
import type { Claimable, ClaimableMembership, Claimed, NewClaim } from '../model.ts';
import { isClaimable, MAX_ATTEMPTS_PER_HOUR, normalizeClaimCode } from '../rules.ts';
import * as store from '../store.ts';

/** Memberships that are offered for one address. */
const MAX_OFFERED = 20;

/**
 * Returns what a code gives access to, without the name and contact data that the business entered. The code stays
 * valid. The rate limit alone bounds guesses, because all guests of a shop may have one address.
 * @throws NOT_FOUND
 */
export async function previewClaim(ctx: Ctx, typed: string): Promise<Claimable> {
  const { businessId, memberId } = await requireByCode(ctx, typed);
  return toClaimable(ctx, await listMemberships(ctx, businessId, memberId));
}

/**
 * Lists the memberships that the caller can claim without a code, because a business entered the address that the
 * caller has confirmed.
 * @throws FORBIDDEN
 */
export async function listOwnClaims(ctx: Ctx): Promise<Claimable> {
  return toClaimable(ctx, await listByOwnAddress(ctx, requireCustomer(ctx)));
}

/**
 * Makes a membership that a business created, with the others under the same reference, the caller's own: points,
 * cashback, stamps and rewards included. The code is used up.
 * @throws VALIDATION_ERROR unless there is a code or a membership, NOT_FOUND for a wrong or expired code, ALREADY_ENROLLED
 * for a caller whose own membership has points, visits or cashback, RATE_LIMITED
 */
export async function claim(ctx: Ctx, input: NewClaim): Promise<Claimed> {
  const userId = requireCustomer(ctx);
  const { code, membershipId } = input;
  if (code === undefined && membershipId === undefined)
    throw invalid('code', 'is required, or membershipId instead', 'required');
  if (code !== undefined && membershipId !== undefined)
    throw invalid('membershipId', "can't be combined with code", 'conflict');
  if (code !== undefined) await countAttempt(ctx, userId);
  const { businessId } = await requireClaimed(ctx, userId, input);
  return atomically(ctx, async tx => takeOver(tx, await requireClaimed(tx, userId, input), userId), [
    `business:${businessId}`,
  ]);
}

async function takeOver(tx: TxCtx, { businessId, memberId }: MemberRow, userId: string): Promise<Claimed> {
  const claimed = await listMemberships(tx, businessId, memberId);
  for (const { programId } of claimed) {
    const retired = await retireUnused(tx, programId, userId);
    const from = { programId, from: userId };
    if (retired) await renamePassesOf(tx, businessId, { ...from, to: retired.memberId });
  }
  await renamePerson(tx, { businessId, from: memberId, to: userId });
  const memberships: Member[] = [];
  for (const before of claimed) {
    const { id, programId } = before;
    await store.deleteCode(tx.db, id);
    await renamePassesOf(tx, businessId, { programId, from: memberId, to: userId });
    memberships.push(await completeClaim(tx, before));
  }
  return { memberships };
}

/** @returns the ID of the caller @throws FORBIDDEN unless it is a customer */
function requireCustomer({ actor }: Ctx): string {
  if (actor.kind === 'user' && actor.role === 'customer') return actor.id;
  throw forbidden('role', 'Only customers can claim a card', ['customer']);
}

/** Limits guesses by one account. */
async function countAttempt(ctx: Ctx, by: string): Promise<void> {
  if (await ctx.recipientLimit.consume(`claim ${by}`, MAX_ATTEMPTS_PER_HOUR)) return;
  throw new AppError('RATE_LIMITED', 'Too many codes were tried; retry in an hour');
}

/** Returns the member whom a claim is about, if the caller may make it. @throws NOT_FOUND */
async function requireClaimed(
  ctx: AnyCtx,
  userId: string,
  { code, membershipId }: NewClaim,
): Promise<MemberRow> {
  if (code !== undefined) return requireByCode(ctx, code);
  const own = await listByOwnAddress(ctx, userId);
  const member = own.find(({ id }) => id === membershipId);
  if (!member) throw notFound({ kind: 'membership', field: 'membershipId' });
  return member;
}

/** @throws NOT_FOUND, the same for a code that is wrong, used, replaced or expired */
async function requireByCode(ctx: AnyCtx, typed: string): Promise<MemberRow> {
  const hash = sha256(normalizeClaimCode(typed));
  const member = await store.findByCode(ctx.db, { hash, now: nowIso(ctx.clock) });
  if (member && isClaimable(member)) return member;
  throw notFound({ kind: 'claimCode', field: 'code' });
}

/** Lists the unclaimed memberships with the address that a person has confirmed. */
async function listByOwnAddress(ctx: AnyCtx, userId: string): Promise<MemberRow[]> {
  const email = await users.findConfirmedEmail(ctx, userId);
  if (email === undefined) return [];
  return (await store.listByEmail(ctx.db, email, MAX_OFFERED)).filter(isClaimable);
}

async function toClaimable(ctx: Ctx, rows: readonly MemberRow[]): Promise<Claimable> {
  const open = rows.filter(isClaimable);
  return { memberships: await mapInOrder(open, row => toMembership(ctx, row)) };
}

async function toMembership(ctx: Ctx, row: MemberRow): Promise<ClaimableMembership> {
  const { id, programId, businessId, currency, points, pointsSpent, visitCount, availableCents } = row;
  const { name } = await getProgramRow(ctx, programId);
  return {
    id,
    programId,
    currency,
    programName: name,
    shop: await getShopFace(ctx, businessId),
    points: points - pointsSpent,
    visits: visitCount,
    cashback: toAmount(availableCents, currency),
    openRewards: (await listOpenRewards(ctx, row)).length,
  };
}
