import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { AnyCtx } from '../../../context.ts';
import type { ShopOffer } from '../../members/model.ts';
import type { ShopItem } from '../../model.ts';
import { getProgramRewards } from '../../rules.ts';
import type { ProgramSummary } from '../../summary-model.ts';
import { getOfferStatus, getRemaining, type ItemCounts } from '../rules.ts';
import * as store from '../store.ts';

function getShop(program: ProgramRow): ShopItem[] {
  return getProgramRewards(program).shop ?? [];
}

/** Returns an item of a program's shop; undefined if there is none with this ID. */
export function findItem(program: ProgramRow, id: string): ShopItem | undefined {
  return getShop(program).find(item => item.id === id);
}

/** Returns how often an item was bought. */
export async function getItemCounts(
  { db }: AnyCtx,
  { programId, id }: Pick<MemberRow, 'programId' | 'id'>,
  itemId: string,
): Promise<ItemCounts> {
  const total = (await store.getCounts(db, programId)).get(itemId) ?? 0;
  return { total, own: (await store.getCounts(db, id)).get(itemId) ?? 0 };
}

/** Lists the items of a program's shop for a member. */
export async function listOffers(
  { db }: AnyCtx,
  program: ProgramRow,
  member: MemberRow,
): Promise<ShopOffer[]> {
  const shop = getShop(program);
  if (shop.length === 0) return [];
  const totals = await store.getCounts(db, program.id);
  const own = await store.getCounts(db, member.id);
  return shop.map(item => {
    const { id = '', name, points, reward, stock = null, perMember = null } = item;
    const counts = { total: totals.get(id) ?? 0, own: own.get(id) ?? 0 };
    return {
      id,
      name,
      points,
      reward,
      stock,
      perMember,
      remaining: getRemaining(item, counts.total),
      bought: counts.own,
      status: getOfferStatus(item, member, counts),
    };
  });
}

/** Lists how often each item of a program's shop was bought. */
export async function listStock(
  { db }: AnyCtx,
  program: ProgramRow,
): Promise<ProgramSummary['summary']['shop']> {
  const shop = getShop(program);
  if (shop.length === 0) return [];
  const totals = await store.getCounts(db, program.id);
  return shop.map(item => {
    const { id = '', name } = item;
    const bought = totals.get(id) ?? 0;
    return { id, name, bought, remaining: getRemaining(item, bought) };
  });
}
