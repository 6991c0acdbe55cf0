import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type CampaignRow, campaigns } from '../../db/schema/campaigns.ts';
import { members, type ProgramRow, programs } from '../../db/schema/programs.ts';
import * as statements from '../../db/statements.ts';

/** The amounts of a campaign, in the smallest unit of its currency. */
type CampaignAmounts = Pick<CampaignRow, 'currency' | 'rewardValue' | 'rewardMaxCents' | 'budgetTotalCents'>;

/** Returns whether an amount was promised or paid to a customer of the business, or a perk has a face value. */
export async function hasMovedMoney(db: Db, businessId: string): Promise<boolean> {
  const [row] = await db.all<{ moved: number }>(sql`
    select case when exists (select 1 from submissions where business_id = ${businessId})
      or exists (select 1 from rewards where business_id = ${businessId})
      or exists (select 1 from perks where business_id = ${businessId})
      or exists (select 1 from programs p join cashbacks c on c.program_id = p.id where p.business_id = ${businessId})
      or exists (select 1 from programs p join visits v on v.program_id = p.id where p.business_id = ${businessId})
    then 1 else 0 end as moved`);
  return Number(row?.moved) === 1;
}

export const listCampaigns = statements.listBy(campaigns, ['businessId']);

export async function updateCampaign(db: Db, id: string, amounts: CampaignAmounts): Promise<void> {
  await db.update(campaigns).set(amounts).where(eq(campaigns.id, id)).run();
}

export const listPrograms = statements.listBy(programs, ['businessId']);

/** Updates the currency of a program and of its members, whose balances are all 0. */
export async function updateProgram(
  db: Db,
  id: string,
  change: Pick<ProgramRow, 'currency' | 'autoCreditLimitCents'>,
): Promise<void> {
  await db.update(programs).set(change).where(eq(programs.id, id)).run();
  await db.update(members).set({ currency: change.currency }).where(eq(members.programId, id)).run();
}
