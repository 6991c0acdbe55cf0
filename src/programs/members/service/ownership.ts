import type { MemberRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { changedFields } from '../../../platform/objects.ts';
import { toMember } from '../../serialize.ts';
import * as programStore from '../../store.ts';
import type { Member } from '../model.ts';
import { isUnused } from '../rules.ts';
import { replaceTerms } from '../search-store.ts';
import * as store from '../store.ts';
import { NO_PHONE } from './phone.ts';

/**
 * Ends a person's membership in which nothing has happened, so that another can take its place. Its reference becomes its
 * own ID.
 * @returns undefined without a membership
 * @throws ALREADY_ENROLLED for a membership in use
 */
export async function retireUnused(
  tx: TxCtx,
  programId: string,
  userId: string,
): Promise<Member | undefined> {
  const before = await store.find(tx.db, programId, userId);
  if (!before) return undefined;
  if (!isUnused(before))
    throw new AppError(
      'ALREADY_ENROLLED',
      'You already have a card of this program with points, visits or cashback. Ask the shop which one to keep',
    );
  const after = await store.update(tx.db, before.id, {
    memberId: before.id,
    name: null,
    email: null,
    ...NO_PHONE,
    status: 'left',
    enrolledByPerson: false,
  });
  await replaceTerms(tx.db, before, after);
  if (before.status === 'active') await programStore.adjust(tx.db, programId, { activeMemberCount: -1 });
  const object = toMember(after);
  const previous = changedFields(toMember(before), object, []);
  await events.record(tx, 'member.updated', { businessId: after.businessId, object, previous });
  return object;
}

/**
 * Completes that a person took over a membership, after its records got the ID of the account.
 * @param before the membership as the business had created it
 */
export async function completeClaim(tx: TxCtx, before: MemberRow): Promise<Member> {
  const { id, memberId: enrolledAs, businessId } = before;
  const after = await store.update(tx.db, id, { enrolledAs, enrolledByPerson: true });
  await replaceTerms(tx.db, before, after);
  const object = toMember(after);
  const previous = changedFields(toMember(before), object, []);
  await events.record(tx, 'member.claimed', { businessId, object, previous });
  return object;
}
