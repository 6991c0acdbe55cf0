import type { MemberRow } from '../../../../db/schema/programs.ts';
import { SHOP_SYSTEM, type TxCtx } from '../../../context.ts';
import * as store from '../store.ts';
import { getContact } from './buyers.ts';
import { settle } from './settle.ts';

/** Orders that one enrollment claims, to limit its duration; a retry by hand claims others. */
const MAX_CLAIMS = 100;

/**
 * Counts the parked orders of a member who has just enrolled, or whose contact data has changed, in the transaction of
 * the change.
 * @returns the number of orders
 */
export async function claimOrders(tx: TxCtx, member: MemberRow): Promise<number> {
  if (member.status !== 'active') return 0;
  const orders = await store.listParked(tx.db, member.programId, await getContact(tx, member), MAX_CLAIMS);
  const system = tx.as(SHOP_SYSTEM);
  for (const order of orders) await settle(system, order, member);
  return orders.length;
}
