import * as users from '../../auth/service/users.ts';
import { canFilterByCampaign, getCampaignsById } from '../../campaigns/service/read.ts';
import type { Ctx } from '../../context.ts';
import { isLinked } from '../../people/service.ts';
import { getOffset, type Page, type PageQuery, toPage } from '../../platform/page.ts';
import { requireReadable, resolveListScope } from '../../tenancy.ts';
import type { ListedSubmission, SUBMISSION_INCLUDES, Submission } from '../model.ts';
import * as store from '../store.ts';
import { withProjections } from './projection.ts';

export interface SubmissionQuery extends PageQuery {
  campaignId?: string;
  status?: Submission['status'];
  userId?: string;
  businessId?: string;
  include?: (typeof SUBMISSION_INCLUDES)[number];
}

/** Lists submissions: customers see their own, businesses those they received, admins all. */
export async function listSubmissions(ctx: Ctx, query: SubmissionQuery): Promise<Page<ListedSubmission>> {
  const scope = resolveListScope(ctx.actor, query);
  const { campaignId, status } = query;
  if (!scope || !(await canFilterByCampaign(ctx, campaignId))) return toPage([], 0, query);
  const filter = { ...scope, campaignId, status };
  const { items, total } = await store.list(ctx.db, filter, query.perPage, getOffset(query));
  const submissions = await withProjections(ctx, items);
  return toPage(query.include ? await withCampaigns(ctx, submissions) : submissions, total, query);
}

async function withCampaigns(ctx: Ctx, submissions: Submission[]): Promise<ListedSubmission[]> {
  const ids = submissions.flatMap(({ campaignId }) => campaignId ?? []);
  const campaigns = await getCampaignsById(ctx, [...new Set(ids)]);
  return submissions.map(each => ({ ...each, campaign: campaigns.get(each.campaignId ?? '') ?? null }));
}

/** @throws NOT_FOUND, including for submissions the caller may not see */
export async function getSubmission(ctx: Ctx, id: string): Promise<Submission> {
  const row = requireReadable(ctx.actor, await store.find(ctx.db, id));
  return (await withProjections(ctx, [row]))[0] as Submission;
}

/**
 * Returns when the submitter's account was created; undefined for a business's own customer reference or an account
 * that is not linked to it.
 * @throws NOT_FOUND, including for submissions the caller may not see
 */
export async function accountCreatedAt(ctx: Ctx, id: string): Promise<string | undefined> {
  const { businessId, userId } = requireReadable(ctx.actor, await store.find(ctx.db, id));
  return (await isLinked(ctx, businessId, userId))
    ? await users.findAccountCreatedAt(ctx, userId)
    : undefined;
}
