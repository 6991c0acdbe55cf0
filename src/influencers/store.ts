import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { influencerAccounts, influencers } from '../../db/schema/influencers.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(influencers, ['id']);

const findByEmail = statements.findBy(influencers, ['businessId', 'emailKey']);

/** Returns the influencer of the business with this email address. */
export async function findIdByEmail(
  db: Db,
  businessId: string,
  emailKey: string,
): Promise<string | undefined> {
  return (await findByEmail(db, businessId, emailKey))?.id;
}

/** Returns the influencer of the business with this account. */
export async function findIdByAccount(
  db: Db,
  businessId: string,
  platform: string,
  handleKey: string,
): Promise<string | undefined> {
  const where = and(
    eq(influencerAccounts.businessId, businessId),
    eq(influencerAccounts.platform, platform),
    eq(influencerAccounts.handleKey, handleKey),
  );
  return (await db.select().from(influencerAccounts).where(where).limit(1).get())?.influencerId;
}

export const insert = statements.insert(influencers);
export const update = statements.update(influencers);
export const insertAccount = statements.insert(influencerAccounts);

/** Removes the accounts of an influencer. */
export const removeAccounts = statements.deleteBy(influencerAccounts, ['influencerId']);

/** Removes an influencer without accounts. */
export const remove = statements.deleteBy(influencers, ['id']);

/** Digits of the largest number of followers that a filter can have. */
const FOLLOWER_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/** Returns the value of the filter `reach`: a minimum number of followers on a platform. */
export function toReach(platform: string, minFollowers: number): string {
  return String(minFollowers).padStart(FOLLOWER_DIGITS, '0') + platform;
}

/** Matches influencers with at least one account that satisfies a condition. */
const hasOne = (holds: ReturnType<typeof sql>) =>
  sql`exists (select 1 from ${influencerAccounts} a where a.influencer_id = ${influencers.id} and ${holds})`;

export const list = listQuery(influencers, {
  filters: {
    businessId: influencers.businessId,
    status: influencers.status,
    platform: platform => hasOne(sql`a.platform = ${platform}`),
    followers: followers => hasOne(sql`a.followers >= cast(${followers} as bigint)`),
    /** A value of `toReach`; both parts must match the same account. */
    reach: reach =>
      hasOne(sql`a.platform = substr(${reach}, ${sql.raw(String(FOLLOWER_DIGITS + 1))})
        and a.followers >= cast(substr(${reach}, 1, ${sql.raw(String(FOLLOWER_DIGITS))}) as bigint)`),
    /** A value of `toSearchPattern`. */
    search: pattern => sql`${influencers.searchText} like ${pattern} escape '\\'`,
  },
  owners: ['businessId'],
  newestFirst: [influencers.createdAt, influencers.id],
  counter: { list: 'influencers', dimensions: {}, scopes: ['businessId'] },
});
