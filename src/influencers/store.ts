import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { influencerAccounts, influencers } from '../../db/schema/influencers.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findById(influencers);

const selectByEmail = statements.selectOne(
  influencers,
  { businessId: influencers.businessId, emailKey: influencers.emailKey },
  p => ({ where: and(eq(influencers.businessId, p.businessId), eq(influencers.emailKey, p.emailKey)) }),
);

export async function hasEmail(db: Db, businessId: string, emailKey: string): Promise<boolean> {
  return (await selectByEmail(db, { businessId, emailKey })) !== undefined;
}

/** Returns whether the business already lists this account. */
export async function hasAccount(
  db: Db,
  businessId: string,
  platform: string,
  handleKey: string,
): Promise<boolean> {
  const where = and(
    eq(influencerAccounts.businessId, businessId),
    eq(influencerAccounts.platform, platform),
    eq(influencerAccounts.handleKey, handleKey),
  );
  return (await db.select().from(influencerAccounts).where(where).limit(1).get()) !== undefined;
}

export const insert = statements.insert(influencers);
export const insertAccount = statements.insert(influencerAccounts);

/** Matches influencers with at least one account that satisfies a condition. */
const hasOne = (holds: ReturnType<typeof sql>) =>
  sql`exists (select 1 from ${influencerAccounts} a where a.influencer_id = ${influencers.id} and ${holds})`;

export const list = listQuery(influencers, {
  filters: {
    businessId: influencers.businessId,
    platform: platform => hasOne(sql`a.platform = ${platform}`),
    followers: followers => hasOne(sql`a.followers >= cast(${followers} as integer)`),
    /** `platform:followers`; both must match the same account. */
    reach: reach =>
      hasOne(sql`a.platform = substr(${reach}, 1, instr(${reach}, ':') - 1)
        and a.followers >= cast(substr(${reach}, instr(${reach}, ':') + 1) as integer)`),
    search: words => sql`instr(${influencers.searchText}, ${words}) > 0`,
  },
  orderBy: [desc(influencers.createdAt), desc(influencers.id)],
  counter: { list: 'influencers', dimensions: {}, scopes: ['businessId'] },
});
