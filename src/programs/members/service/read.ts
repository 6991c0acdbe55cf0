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
