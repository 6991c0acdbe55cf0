import type { Ctx } from '../../../context.ts';
import { toUtc } from '../../../platform/clock.ts';
import { getOffset, type Page, type PageQuery, toPage } from '../../../platform/page.ts';
import { belongsToBusiness } from '../../../tenancy.ts';
import { includeMembers } from '../../members/service/names.ts';
import * as memberStore from '../../members/store.ts';
import { requireVisible } from '../../service/read.ts';
import type { ListedVisit } from '../model.ts';
import { toVisit } from '../rules.ts';
import * as store from '../store.ts';

export interface VisitQuery extends PageQuery {
  memberId?: string;
  /** Inclusive. */
  createdFrom?: string;
  /** Exclusive. */
  createdTo?: string;
  /** Related records, separated by commas. */
  include?: string;
}

/** Lists visits: a business sees its whole program, customers their own. @throws NOT_FOUND */
export async function listVisits(ctx: Ctx, programId: string, query: VisitQuery): Promise<Page<ListedVisit>> {
  const program = await requireVisible(ctx, programId);
  const isCustomer = ctx.actor.role === 'customer';
  const memberId = query.memberId ?? (isCustomer ? ctx.actor.id : undefined);
  const member = memberId === undefined ? undefined : await memberStore.find(ctx.db, programId, memberId);
  const isForeign = isCustomer && memberId !== ctx.actor.id;
  if (isForeign || (memberId !== undefined && !member)) return toPage([], 0, query);
  const filter = {
    programId,
    memberKey: member?.id,
    createdFrom: toUtc(query.createdFrom) ?? undefined,
    createdTo: toUtc(query.createdTo) ?? undefined,
  };
  const { items, total } = await store.list(ctx.db, filter, query.perPage, getOffset(query));
  const showsActor = belongsToBusiness(ctx.actor, program);
  const visits = items.map(row => toVisit(row, showsActor));
  return toPage(await includeMembers(ctx, visits, query.include), total, query);
}
