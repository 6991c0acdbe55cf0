import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { AnyCtx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { resolveMemberId } from '../../service/read.ts';
import * as store from '../store.ts';

/** Returns a member that the caller may read. @throws NOT_FOUND, FORBIDDEN if a customer names another user */
export async function requireMember(ctx: AnyCtx, program: ProgramRow, memberId: string): Promise<MemberRow> {
  const member = await store.find(ctx.db, program.id, resolveMemberId(ctx, memberId));
  if (!member) throw notFound({ kind: 'member', field: 'memberId' });
  return member;
}

/**
 * Returns the member to which a list is narrowed: a customer's own, or the requested one; null for the members of the
 * whole program, and undefined if the list is empty for the caller.
 */
export async function findListedMember(
  { db, actor }: AnyCtx,
  programId: string,
  requested: string | undefined,
): Promise<MemberRow | null | undefined> {
  const isCustomer = actor.role === 'customer';
  const memberId = requested ?? (isCustomer ? actor.id : undefined);
  if (memberId === undefined) return null;
  if (isCustomer && memberId !== actor.id) return undefined;
  return await store.find(db, programId, memberId);
}
