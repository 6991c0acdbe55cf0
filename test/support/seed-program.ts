import { LEAVER, MEMBER_ID } from './accounts.ts';

/** A member whom the business enrolled at the counter. */
const CLAIMABLE = 'till-5001';
/** A second card of the member. */
const SECOND_CARD = 'till-4713';
/** The order in the example of NewRefund. */
const REFUNDED_ORDER = 'A-1000';

export type CreateRecord = (path: string, body: unknown, as: string) => Promise<{ id: string }>;

/** Creates a program whose member has confirmed and pending cashback, and a program without members. */
export async function seedProgram(create: CreateRecord, owner: string) {
  const cake = { type: 'item', name: 'Cake', cost: 1.5 };
  const shop = [{ id: 'cake', name: 'A slice of cake', points: 80, reward: cake }];
  const rewards = { cashback: { type: 'percentage', value: 10 }, points: { perDollar: 1 }, shop };
  const { id: program } = await create('/programs', { name: 'Regulars', rewards }, owner);
  const { id: empty } = await create('/programs', { name: 'No members yet' }, owner);
  for (const memberId of [MEMBER_ID, LEAVER])
    await create(`/programs/${program}/members`, { memberId }, owner);
  const order = { memberId: MEMBER_ID, orderValue: 24.5, orderId: REFUNDED_ORDER };
  await create(`/programs/${program}/cashback`, order, owner);
  const earn = { memberId: MEMBER_ID, amount: 10 };
  const { id: reversible } = await create(`/programs/${program}/cashback`, earn, owner);
  await create(`/programs/${program}/cashback`, { action: 'confirm', cashbackId: reversible }, owner);
  await create(`/programs/${program}/visits`, { memberId: MEMBER_ID, orderValue: 200 }, owner);
  const bought = { memberId: MEMBER_ID, rewardId: 'cake' };
  const { id: shopOrder } = await create(`/programs/${program}/redemptions`, bought, owner);
  const { id: held } = await create(`/programs/${program}/cashback`, earn, owner);
  const correction = { points: 5, reason: 'Forgotten at the counter' };
  const adjusted = await create(`/programs/${program}/members/${MEMBER_ID}/adjustments`, correction, owner);
  await create(`/programs/${program}/members`, { memberId: SECOND_CARD }, owner);
  await create(`/programs/${program}/members/${SECOND_CARD}/merge`, { into: MEMBER_ID }, owner);
  // The customer has used a membership of the other program, and can claim none there.
  const { id: guests } = await create('/programs', { name: 'Guests' }, owner);
  await create(`/programs/${guests}/members`, { memberId: CLAIMABLE }, owner);
  const claim = await create(`/programs/${guests}/members/${CLAIMABLE}/claim`, {}, owner);
  const { code } = claim as unknown as { code: string };
  return { program, empty, adjustment: adjusted.id, reversible, held, shopOrder, claimCode: code };
}
