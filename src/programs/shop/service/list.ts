import type { Ctx } from '../../../context.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../../platform/page.ts';
import type { Reward } from '../../../rewards/model.ts';
import * as rewards from '../../../rewards/service.ts';
import { includeMembers } from '../../members/service/names.ts';
import { findListedMember } from '../../members/service/read.ts';
import { requireVisible } from '../../service/read.ts';
import type { ListedShopOrder } from '../model.ts';
import { toShopOrder } from '../rules.ts';
import * as store from '../store.ts';

interface ShopOrderQuery extends RecordQuery {
  memberId?: string;
  /** One or more, separated by commas. */
  status?: string;
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
  if (member === undefined) return emptyPage(query);
  const filter = {
    programId,
    memberKey: member?.id,
    status: splitList(query.status),
  };
  const page = await store.list(ctx.db, filter, query);
  const issued = await rewards.getById(
    ctx,
    page.items.map(({ rewardId }) => rewardId),
  );
  const orders = page.items.map(row => toShopOrder(row, issued.get(row.rewardId) as Reward));
  return { ...page, items: await includeMembers(ctx, orders, query.include) };
}
