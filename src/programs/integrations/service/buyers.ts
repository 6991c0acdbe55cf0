import type { IntegrationRow } from '../../../../db/schema/integrations.ts';
import type { MemberRow } from '../../../../db/schema/programs.ts';
import * as users from '../../../auth/service/users.ts';
import * as businesses from '../../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../../context.ts';
import { normalizeEmail } from '../../../platform/formats.ts';
import { isWellFormedId } from '../../../platform/ids.ts';
import { parsePhone } from '../../../platform/phone.ts';
import { mapInOrder } from '../../../platform/runtime/in-order.ts';
import * as memberStore from '../../members/store.ts';
import type { OrderMessage } from '../rules/message.ts';
import * as store from '../store.ts';

/*
 * Members can write any address into their own membership, and would then get the cashback of a stranger's orders. So
 * an email address counts only if the business entered it, for members with a reference of its own, or if it is the
 * confirmed one of an account. Of phone numbers, only confirmed ones find a member.
 */

/** Returns who the buyer of an order is, in the form in which members are stored. */
export async function toBuyer(
  tx: TxCtx,
  { businessId }: Pick<IntegrationRow, 'businessId'>,
  { email, phone }: Pick<OrderMessage, 'email' | 'phone'>,
): Promise<store.Buyer> {
  const address = email === undefined ? undefined : normalizeEmail(email);
  if (phone === undefined) return { email: address ?? null, phone: null };
  const country = phone.country ?? (await businesses.requireById(tx, businessId)).country;
  return { email: address ?? null, phone: parsePhone(phone.text, country) ?? null };
}

/** Finds the member of a program that a buyer is, by email address or else by phone number. */
export async function findBuyer(
  tx: AnyCtx,
  programId: string,
  { email, phone }: store.Buyer,
): Promise<MemberRow | undefined> {
  if (email !== null) {
    const userId = await users.findIdByConfirmedEmail(tx, email);
    const account = userId === undefined ? undefined : await memberStore.find(tx.db, programId, userId);
    if (account) return account;
    const entered = (await store.listMembersByEmail(tx.db, programId, email)).filter(isOfBusiness);
    const followed = await mapInOrder(entered, each => memberStore.follow(tx.db, each));
    const [only, ...others] = new Map(followed.map(each => [each?.id, each])).values();
    if (only && others.length === 0) return only;
  }
  if (phone === null) return undefined;
  return await memberStore.findByPhone(tx.db, programId, phone);
}

/** Returns by what the parked orders of a member are found. */
export async function getContact(tx: TxCtx, member: MemberRow): Promise<store.Buyer> {
  const { memberId, email, phone } = member;
  if (isOfBusiness(member)) return { email, phone };
  return { email: (await users.findConfirmedEmail(tx, memberId)) ?? null, phone };
}

/** Returns whether the member has a reference of the business, so that only the business writes its contact data. */
function isOfBusiness({ memberId }: MemberRow): boolean {
  return !isWellFormedId(memberId);
}
