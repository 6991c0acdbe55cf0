import * as businesses from '../../../businesses/service.ts';
import { atomically, type Ctx, SHOP_SYSTEM, type TxCtx } from '../../../context.ts';
import { deleteInBatches } from '../../../due-work.ts';
import { AppError, notFound } from '../../../errors.ts';
import { DAY_MS, iso } from '../../../platform/clock.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../../platform/page.ts';
import { requireBusinessRecord, resolveLockKeys } from '../../../tenancy.ts';
import { processDueCashback } from '../../cashback/service/due.ts';
import { requireEnrolled, requireOwn } from '../../service/read.ts';
import type { InboundOrder, InboundOrderRetry, Source } from '../model.ts';
import { toInboundOrder } from '../serialize.ts';
import * as store from '../store.ts';
import { settle } from './settle.ts';

/** Days after which the buyers of unclaimed orders are deleted. */
const BUYER_DAYS = 180;

interface InboundOrderQuery extends RecordQuery {
  /** One or more, separated by commas. */
  status?: string;
  memberId?: string;
  businessId?: string;
}

/** Lists the orders that a shop system sent, newest first, also after it was removed. */
export async function listInboundOrders(
  ctx: Ctx,
  source: Source,
  { businessId: named, status, memberId, ...query }: InboundOrderQuery,
): Promise<Page<InboundOrder>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, named);
  if (businessId === undefined) return emptyPage(query);
  const filter = { businessId, source, status: splitList(status), memberId };
  const page = await store.listOrders(ctx.db, filter, query);
  return { ...page, items: page.items.map(toInboundOrder) };
}

/**
 * Tries again to count an order, or to take back its refund: for the member that the business names, otherwise for the
 * buyer if they are a member by now. What fails again is in the order's reason.
 * @throws NOT_FOUND, NOT_A_MEMBER, INVALID_TRANSITION if the order is counted for another member already
 */
export async function retryInboundOrder(
  ctx: Ctx,
  source: Source,
  id: string,
  { memberId }: InboundOrderRetry,
): Promise<InboundOrder> {
  await processDueCashback(ctx);
  const retry = async (tx: TxCtx) => {
    const row = requireBusinessRecord(tx.actor, 'order', await store.findOrder(tx.db, id));
    if (row.source !== source) throw notFound('order');
    if (memberId !== undefined && row.status === 'credited' && row.memberId !== memberId)
      throw new AppError('INVALID_TRANSITION', `The order is already counted for ${row.memberId}`);
    const chosen =
      memberId === undefined
        ? undefined
        : await requireEnrolled(tx, await requireOwn(tx, row.programId), memberId);
    return toInboundOrder(await settle(tx.as(SHOP_SYSTEM), row, chosen));
  };
  const lockKeys = await resolveLockKeys(ctx.actor, 'order', () => store.findOrder(ctx.db, id));
  return await atomically(ctx, retry, lockKeys);
}

/** Forgets the buyers of unclaimed orders. @returns how many */
export function forgetOldBuyers(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - BUYER_DAYS * DAY_MS);
  return deleteInBatches(ctx, (tx, limit) => store.forgetOldBuyers(tx.db, before, limit));
}
