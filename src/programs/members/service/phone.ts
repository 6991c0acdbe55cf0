import type { ProgramRow } from '../../../../db/schema/programs.ts';
import * as businesses from '../../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../../context.ts';
import { AppError, invalid } from '../../../errors.ts';
import { parsePhone } from '../../../platform/phone.ts';
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

/** @throws CONFLICT if another member of the program has the phone number, because it must find one member */
export async function assertPhoneIsFree(tx: TxCtx, programId: string, phone: string): Promise<void> {
  if (!(await store.findByPhone(tx.db, programId, phone))) return;
  const issue = 'is the phone number of another member of the program';
  throw new AppError('CONFLICT', 'Another member of the program has this phone number', {
    details: [{ field: 'phone', issue, rule: 'unique' }],
  });
}
