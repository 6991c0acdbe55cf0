import type { Ctx } from '../../../context.ts';
import { toUtc } from '../../../platform/clock.ts';
import { getOffset, type Page, type PageQuery, toPage } from '../../../platform/page.ts';
import type { Reward } from '../../../rewards/model.ts';
import * as rewards from '../../../rewards/service.ts';
import { includeMembers } from '../../members/service/names.ts';
import { findListedMember } from '../../members/service/read.ts';
import { requireVisible } from '../../service/read.ts';
import type { ListedShopOrder } from '../model.ts';
import { toShopOrder } from '../rules.ts';
import * as store from '../store.ts';

export interface ShopOrderQuery extends PageQuery {
  memberId?: string;
  createdFrom?: string;
  createdTo?: string;
  include?: string;
}

/**
 * Lists the rewards that a program's members bought with points, newest first. Customers see their own.
 * @throws NOT_FOUND
 */
export async function listShopOrders(
  ctx: Ctx,
  programId: string,
  query: ShopOrderQuery,
): Promise<Page<ListedShopOrder>> {
  await requireVisible(ctx, programId);
  const member = await findListedMember(ctx, programId, query.memberId);
  if (member === undefined) return toPage([], 0, query);
  const filter = {
    programId,
    memberKey: member?.id,
    createdFrom: toUtc(query.createdFrom) ?? undefined,
    createdTo: toUtc(query.createdTo) ?? undefined,
  };
  const { items, total } = await store.list(ctx.db, filter, query.perPage, getOffset(query));
  const issued = await rewards.getById(
    ctx,
    items.map(({ rewardId }) => rewardId),
  );
  const orders = items.map(row => toShopOrder(row, issued.get(row.rewardId) as Reward));
  return toPage(await includeMembers(ctx, orders, query.include), total, query);
}
