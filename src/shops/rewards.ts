import type { RewardRow } from '../../db/schema/rewards.ts';
import * as users from '../auth/service/users.ts';
import { includeBusinesses } from '../businesses/service.ts';
import { canFilterByCampaign, getNamesById } from '../campaigns/service/read.ts';
import type { Ctx } from '../context.ts';
import { isLinked } from '../people/service.ts';
import { emptyPage, type Page, splitList } from '../platform/page.ts';
import { getNamesByReference, type MemberKey, toNameKey } from '../programs/members/service/names.ts';
import type { ListedReward, Reinstatement, RewardInclude } from '../rewards/model.ts';
import * as reinstatements from '../rewards/reinstate.ts';
import { toReinstatement, toReward } from '../rewards/rules.ts';
import * as rewards from '../rewards/service.ts';
import { belongsToBusiness } from '../tenancy.ts';
import { withNames } from './names.ts';

interface RewardQuery extends rewards.RewardQuery {
  /** One or more related records, separated by commas. */
  include?: string;
}

/**
 * Lists rewards with related records: customers see their own, businesses those they issued, admins all.
 * @throws FORBIDDEN
 */
export async function listRewards(ctx: Ctx, query: RewardQuery): Promise<Page<ListedReward>> {
  const page = await rewards.listRows(ctx, query);
  if (!(await canFilterByCampaign(ctx, query.campaignId))) return emptyPage(query);
  const includes = splitList<RewardInclude>(query.include) ?? [];
  return { ...page, items: await withRelated(ctx, page.items, includes) };
}

/** Adds the related records that a list includes. Customers who have not dealt with the business stay without a name. */
async function withRelated(
  ctx: Ctx,
  rows: readonly RewardRow[],
  includes: readonly RewardInclude[],
): Promise<ListedReward[]> {
  let listed: ListedReward[] = await includeBusinesses(ctx, rows.map(toReward), includes.join());
  if (includes.includes('campaign')) {
    const ids = new Set(rows.map(({ campaignId }) => campaignId).filter(id => id !== null));
    const names = await getNamesById(ctx, [...ids]);
    listed = listed.map(each => {
      const name = names.get(each.campaignId ?? '');
      return { ...each, campaign: each.campaignId && name ? { id: each.campaignId, name } : null };
    });
  }
  if (includes.includes('customer')) {
    const linked = new Set<string>();
    for (const { businessId, userId } of rows)
      if (!linked.has(userId) && (await isLinked(ctx, businessId, userId))) linked.add(userId);
    const names = await users.getNamesById(ctx, [...linked]);
    const members = rows.map(({ programId, userId }) => ({ programId, memberId: userId }));
    const memberNames = await getNamesByReference(ctx, members);
    listed = listed.map((each, index) => ({
      ...each,
      customer: {
        id: each.userId,
        name: names.get(each.userId) ?? memberNames.get(toNameKey(members[index] as MemberKey)) ?? null,
      },
    }));
  }
  return includes.includes('names') ? await withNames(ctx, rows, listed) : listed;
}

async function listReinstatements(ctx: Ctx, row: RewardRow): Promise<Reinstatement[]> {
  const undone = await reinstatements.listReinstatements(ctx, row.id);
  const ids = undone.filter(({ actorKind }) => actorKind === 'user').map(({ actorId }) => actorId);
  const names = await users.getNamesById(ctx, [...new Set(ids)]);
  const isOwn = belongsToBusiness(ctx.actor, row);
  return undone.map(each => toReinstatement(each, row.currency, isOwn, names));
}

/** @throws NOT_FOUND, including for rewards the caller may not see */
export async function getReward(
  ctx: Ctx,
  id: string,
  { include }: Pick<RewardQuery, 'include'> = {},
): Promise<ListedReward> {
  const row = await rewards.requireVisible(ctx, id);
  const undone = await listReinstatements(ctx, row);
  const [reward] = await withRelated(ctx, [row], splitList<RewardInclude>(include) ?? []);
  return { ...(reward as ListedReward), ...(undone.length > 0 && { reinstatements: undone }) };
}
