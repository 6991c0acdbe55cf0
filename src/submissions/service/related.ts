import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import * as users from '../../auth/service/users.ts';
import * as businesses from '../../businesses/service.ts';
import { getCampaignsById, listPlatforms } from '../../campaigns/service/read.ts';
import { normalizePlatform } from '../../connections/providers.ts';
import { type ConnectedAccount, listConnectedAccounts } from '../../connections/service/read.ts';
import type { Ctx } from '../../context.ts';
import { isLinked } from '../../people/service.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import * as rewards from '../../rewards/service.ts';
import { withNames } from '../../shops/names.ts';
import {
  type ListedSubmission,
  MAX_COUNTED,
  type Submission,
  type SubmissionCustomer,
  type SubmissionInclude,
} from '../model.ts';
import * as store from '../store.ts';

/** Adds the related records that a list includes, each kind with a fixed number of queries. */
export async function withRelated(
  ctx: Ctx,
  rows: readonly SubmissionRow[],
  submissions: Submission[],
  includes: readonly SubmissionInclude[],
): Promise<ListedSubmission[]> {
  let listed: ListedSubmission[] = submissions;
  if (includes.includes('campaign')) {
    const found = await getCampaignsById(ctx, distinct(rows.map(row => row.campaignId)));
    listed = listed.map(each => ({ ...each, campaign: found.get(each.campaignId ?? '') ?? null }));
  }
  if (includes.includes('business')) {
    const found = await businesses.getNamesById(ctx, distinct(rows.map(row => row.businessId)));
    listed = listed.map((each, index) => {
      const id = (rows[index] as SubmissionRow).businessId;
      return { ...each, business: { id, name: found.get(id) ?? '' } };
    });
  }
  if (includes.includes('reward')) {
    const found = await rewards.getById(ctx, distinct(rows.map(row => row.rewardId)));
    listed = listed.map(each => ({ ...each, reward: found.get(each.rewardId ?? '') ?? null }));
  }
  if (includes.includes('customer')) {
    const customers = await listCustomers(ctx, rows);
    listed = listed.map((each, index) => ({ ...each, customer: customers[index] as SubmissionCustomer }));
  }
  if (includes.includes('names')) listed = await withNames(ctx, rows, listed);
  return listed;
}

/** Returns the customer of each submission. Accounts that have not dealt with the business stay without a name. */
async function listCustomers(ctx: Ctx, rows: readonly SubmissionRow[]): Promise<SubmissionCustomer[]> {
  const linkedIds = await listLinkedIds(ctx, rows);
  const names = await users.getNamesById(ctx, linkedIds);
  const accounts = await listConnectedAccounts(ctx, linkedIds);
  const platforms = await listPlatforms(ctx, distinct(rows.map(row => row.campaignId)));
  const counts = new Map<string, SubmissionCustomer['submissions']>();
  return await mapInOrder(rows, async ({ userId, businessId, campaignId }) => {
    const key = `${businessId} ${userId}`;
    let submissions = counts.get(key);
    if (!submissions) {
      submissions = await countSubmissions(ctx, businessId, userId);
      counts.set(key, submissions);
    }
    const platform = normalizePlatform(platforms.get(campaignId ?? '') ?? '');
    const account = accounts.find(each => each.ownerId === userId && each.platform === platform);
    return {
      id: userId,
      name: names.get(userId) ?? null,
      submissions,
      account: account ? toAccount(account) : null,
    };
  });
}

async function listLinkedIds(ctx: Ctx, rows: readonly SubmissionRow[]): Promise<string[]> {
  const linked = new Set(rows.filter(row => row.submittedByPerson).map(row => row.userId));
  for (const { userId, businessId } of rows)
    if (!linked.has(userId) && (await isLinked(ctx, businessId, userId))) linked.add(userId);
  return [...linked];
}

async function countSubmissions({ db }: Ctx, businessId: string, userId: string) {
  const counts = { pending: 0, approved: 0, rejected: 0 };
  for (const status of await store.listStatuses(db, { businessId, userId, limit: MAX_COUNTED }))
    counts[status] += 1;
  return counts;
}

function toAccount({ platform, handle, followers }: ConnectedAccount) {
  return { platform, handle, followers };
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter(id => id !== null))];
}
