import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { AnyCtx } from '../../../context.ts';
import { AppError, invalid } from '../../../errors.ts';
import { requireEnrolled, resolveMemberId } from '../../service/read.ts';
import * as store from '../store.ts';
import { resolveCard } from './card.ts';
import { readPhone } from './phone.ts';

/** How a request of a business names a member: exactly one of these. */
export interface MemberReference {
  memberId?: string;
  /** In the notation of the business's country, or in international notation. */
  phone?: string;
  /** The text of a scanned member card. */
  card?: string;
}

/**
 * Returns the member of a program that a request names by member ID, phone number or scanned card. Whether the member
 * may earn is the caller's check, except that the card of a suspended member is refused.
 * @throws VALIDATION_ERROR unless exactly one is given or for an invalid phone number, NOT_A_MEMBER for an unknown
 * memberId, NOT_FOUND with the field for an unknown phone number or card, MEMBER_SUSPENDED for the card of a member who
 * is suspended or has left
 */
export async function resolveMember(
  ctx: AnyCtx,
  program: ProgramRow,
  { memberId, phone, card }: MemberReference,
): Promise<MemberRow> {
  const given = [memberId, phone, card].filter(value => value !== undefined).length;
  if (given === 0) throw invalid('memberId', 'is required, or phone or card instead', 'required');
  if (given > 1)
    throw invalid('memberId', "can't be combined with phone or card; send one of them", 'conflict');
  if (card !== undefined) return await resolveCard(ctx, { programId: program.id }, card);
  if (phone === undefined) return await requireEnrolled(ctx, program, resolveMemberId(ctx, memberId));
  const number = await readPhone(ctx, program, phone);
  const member = await store.findByPhone(ctx.db, program.id, number);
  if (member) return member;
  throw new AppError(
    'NOT_FOUND',
    'No member of the program has this phone number, or it is not confirmed yet',
    {
      details: [{ field: 'phone', issue: 'is not the confirmed phone number of a member', rule: 'unknown' }],
    },
  );
}
