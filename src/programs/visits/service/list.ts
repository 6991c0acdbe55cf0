import type { Ctx } from '../../../context.ts';
import { getRecorders } from '../../../places/service/actions.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../../platform/page.ts';
import { belongsToBusiness } from '../../../tenancy.ts';
import { includeMembers } from '../../members/service/names.ts';
import { findListedMember } from '../../members/service/read.ts';
import { requireVisible } from '../../service/read.ts';
import type { ListedVisit, VISIT_INCLUDES } from '../model.ts';
import { toVisit } from '../rules.ts';
import * as store from '../store.ts';

interface VisitQuery extends RecordQuery {
  memberId?: string;
  /** Related records, separated by commas. */
  include?: string;
}

/** Lists visits: a business sees its whole program, customers their own. @throws NOT_FOUND */
export async function listVisits(ctx: Ctx, programId: string, query: VisitQuery): Promise<Page<ListedVisit>> {
  const program = await requireVisible(ctx, programId);
  const member = await findListedMember(ctx, programId, query.memberId);
  if (member === undefined) return emptyPage(query);
  const filter = {
    programId,
    memberKey: member?.id,
  };
  const page = await store.list(ctx.db, filter, query);
  const showsActor = belongsToBusiness(ctx.actor, program);
  const visits = await includeMembers(
    ctx,
    page.items.map(row => toVisit(row, showsActor)),
    query.include,
  );
  if (!splitList<(typeof VISIT_INCLUDES)[number]>(query.include)?.includes('counter'))
    return { ...page, items: visits };
  const ids = showsActor ? page.items.map(({ id }) => id) : [];
  const recorders = await getRecorders(ctx, program.businessId, ids);
  return {
    ...page,
    items: visits.map(visit => ({ ...visit, counter: recorders.get(visit.id) ?? null })),
  };
}
