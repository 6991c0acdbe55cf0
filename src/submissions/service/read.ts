import * as users from '../../auth/service/users.ts';
import { canFilterByCampaign } from '../../campaigns/service/read.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { isLinked } from '../../people/service.ts';
import { toUtc } from '../../platform/clock.ts';
import { emptyPage, type Page, type RecordQuery, splitList, toSearchPattern } from '../../platform/page.ts';
import { requireReadable, resolveListScope } from '../../tenancy.ts';
import type { ListedSubmission, SUBMISSION_SORTS, Submission, SubmissionInclude } from '../model.ts';
import * as store from '../store.ts';
import { withProjections } from './projection.ts';
import { withRelated } from './related.ts';

/** A search looks at this many of the newest submissions, so that it takes a bounded time. */
const MAX_SEARCHED = 5_000;

interface SubmissionQuery extends RecordQuery<(typeof SUBMISSION_SORTS)[number]> {
  campaignId?: string;
  /** One or more statuses, separated by commas. */
  status?: string;
  userId?: string;
  businessId?: string;
  platform?: string;
  flag?: string;
  q?: string;
  /** One or more related records, separated by commas. */
  include?: string;
}

/** Lists submissions: customers see their own, businesses those they received, admins all. */
export async function listSubmissions(ctx: Ctx, query: SubmissionQuery): Promise<Page<ListedSubmission>> {
  const scope = resolveListScope(ctx.actor, query);
  const { campaignId, platform, flag, q } = query;
  const status = toStatuses(query);
  if (!scope || status?.length === 0 || !(await canFilterByCampaign(ctx, campaignId)))
    return emptyPage(query);
  const filter = {
    ...scope,
    campaignId,
    status,
    platform: platform?.toLowerCase(),
    flag: flag && store.toFlagPattern(flag),
    search: q && toSearchPattern(q),
  };
  const createdFrom = await findFirstTime(ctx, scope.businessId, query);
  const page = await store.list(ctx.db, filter, { ...query, createdFrom });
  const submissions = await withProjections(ctx, page.items);
  const includes = splitList<SubmissionInclude>(query.include) ?? [];
  return { ...page, items: await withRelated(ctx, page.items, submissions, includes) };
}

/** Counts the submissions of a business that wait for a review. */
export async function countPending({ db }: AnyCtx, businessId: string): Promise<number> {
  return await store.list.count(db, { businessId, status: 'pending' });
}

/** Pending submissions have no review time, so a list in that order has none of them. */
function toStatuses({ status, sort }: SubmissionQuery): Submission['status'][] | undefined {
  const statuses = splitList<Submission['status']>(status);
  if (!sort?.endsWith('reviewedAt')) return statuses;
  return statuses?.filter(each => each !== 'pending') ?? ['approved', 'rejected'];
}

/** Returns the time from which submissions are listed. */
async function findFirstTime(
  { db }: Ctx,
  businessId: string | undefined,
  { q, createdFrom }: SubmissionQuery,
): Promise<string | undefined> {
  const requested = toUtc(createdFrom) ?? undefined;
  if (q === undefined || businessId === undefined) return requested;
  const start = await store.findStartOfNewest(db, businessId, MAX_SEARCHED);
  return start !== undefined && (requested === undefined || start > requested) ? start : requested;
}

/** @throws NOT_FOUND, including for submissions the caller may not see */
export async function getSubmission(
  ctx: Ctx,
  id: string,
  { include }: Pick<SubmissionQuery, 'include'> = {},
): Promise<ListedSubmission> {
  const row = requireReadable(ctx.actor, 'submission', await store.find(ctx.db, id));
  const submissions = await withProjections(ctx, [row]);
  const includes = splitList<SubmissionInclude>(include) ?? [];
  return (await withRelated(ctx, [row], submissions, includes))[0] as ListedSubmission;
}

/**
 * Returns when the submitter's account was created; undefined for a business's own customer reference or an account
 * that is not linked to it.
 * @throws NOT_FOUND, including for submissions the caller may not see
 */
export async function accountCreatedAt(ctx: Ctx, id: string): Promise<string | undefined> {
  const { businessId, userId } = requireReadable(ctx.actor, 'submission', await store.find(ctx.db, id));
  return (await isLinked(ctx, businessId, userId))
    ? await users.findAccountCreatedAt(ctx, userId)
    : undefined;
}
