import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import * as businesses from '../../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../../context.ts';
import { AppError, invalid } from '../../../errors.ts';
import { parsePhone } from '../../../platform/phone.ts';
import type { MemberChange } from '../model.ts';
import { getPhone } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Returns a phone number in E.164 format; null and undefined unchanged.
 * @throws VALIDATION_ERROR for an invalid number, and for one without a country code if the business has no country
 */
export async function readPhone<T extends string | null | undefined>(
  ctx: AnyCtx,
  { businessId }: Pick<ProgramRow, 'businessId'>,
  text: T,
): Promise<string | Exclude<T, string>> {
  if (text === null || text === undefined) return text as Exclude<T, string>;
  const { country } = await businesses.requireById(ctx, businessId);
  const phone = parsePhone(text, country);
  if (phone !== undefined) return phone;
  const expected =
    country === null
      ? 'must be a valid phone number in international notation, such as +1 202 555 0143'
      : `must be a valid phone number of ${country}, or one in international notation`;
  throw invalid('phone', expected, 'format');
}

/** A member without a phone number. */
export const NO_PHONE = { phone: null, unconfirmedPhone: null };

type PhoneColumns = Pick<MemberRow, 'phone' | 'unconfirmedPhone'>;

/**
 * Returns what a request changes of a member's phone number. What a business enters is confirmed, unless it says
 * otherwise: it sees the person. A number that the member enters is a hint: it finds no member, so that it can't collect
 * the points of others, and need not be unique, so that the response doesn't reveal who is a member.
 * @throws VALIDATION_ERROR, CONFLICT for the confirmed number of another member
 */
export async function readPhoneOf(
  tx: TxCtx,
  program: ProgramRow,
  before: PhoneColumns,
  { phone, phoneConfirmed }: Pick<MemberChange, 'phone' | 'phoneConfirmed'>,
): Promise<Partial<PhoneColumns>> {
  if (phone === undefined && phoneConfirmed === undefined) return {};
  const number = phone === undefined ? getPhone(before) : await readPhone(tx, program, phone);
  if (number === null) {
    if (phoneConfirmed)
      throw invalid('phone', 'is required: the member has no number to confirm', 'required');
    return NO_PHONE;
  }
  const isConfirmed = tx.actor.role === 'customer' ? number === before.phone : (phoneConfirmed ?? true);
  if (!isConfirmed) return { phone: null, unconfirmedPhone: number };
  if (number !== before.phone) await assertPhoneIsFree(tx, program.id, number);
  return { phone: number, unconfirmedPhone: null };
}

/** @throws CONFLICT if another member of the program has the phone number, because it must find one member */
async function assertPhoneIsFree(tx: TxCtx, programId: string, phone: string): Promise<void> {
  const holder = await store.findByPhone(tx.db, programId, phone);
  if (!holder) return;
  const issue = `is the phone number of the member ${holder.memberId}`;
  throw new AppError('CONFLICT', 'Another member of the program has this phone number', {
    details: [{ field: 'phone', issue, rule: 'unique' }],
  });
}
