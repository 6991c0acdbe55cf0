import type { Ctx, TxCtx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../../platform/page.ts';
import type { Submission } from '../model.ts';
import * as store from '../store.ts';

export interface SubmissionQuery extends PageQuery {
  campaignId?: string;
  status?: Submission['status'];
  userId?: string;
  businessId?: string;
}

/** A customer sees its own submissions, a business those to it, an admin all. */
export async function list(ctx: Ctx, query: SubmissionQuery): Promise<Page<Submission>> {
  const { actor } = ctx;
  const { campaignId, status } = query;
  const isForeign =
    (actor.role === 'customer' && query.userId !== undefined && query.userId !== actor.id) ||
    (actor.businessId !== null && query.businessId !== undefined && query.businessId !== actor.businessId);
  if (isForeign) return toPage([], 0, query);
  const filter: store.SubmissionFilter = {
    businessId: actor.businessId ?? query.businessId,
    userId: actor.role === 'customer' ? actor.id : query.userId,
    campaignId,
    status,
  };
  const { items, total } = store.list(ctx.db, filter, query.perPage, offsetOf(query));
  return toPage(items.map(store.present), total, query);
}

/** @throws NOT_FOUND, also for a foreign submission */
export async function get(ctx: Ctx, id: string): Promise<Submission> {
  return store.present(requireVisible(ctx, id));
}

export function requireVisible(ctx: TxCtx, id: string): store.SubmissionRow {
  const row = store.find(ctx.db, id);
  const { actor } = ctx;
  const isOwn =
    actor.role === 'admin' ||
    (actor.role === 'customer' && row?.userId === actor.id) ||
    (actor.businessId !== null && row?.businessId === actor.businessId);
  if (!row || !isOwn) throw notFound();
  return row;
}
