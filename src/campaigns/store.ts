import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byFacet, listing } from '../../db/listing.ts';
import { type CampaignRow, campaigns } from '../../db/schema/campaigns.ts';
import { adjuster, finder, inserter, selector, updater } from '../../db/statements.ts';

export type CampaignColumns = Partial<typeof campaigns.$inferInsert>;

const byId = finder(campaigns, db =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, sql.placeholder('id'))),
);

export function find(db: Db, id: string): CampaignRow | undefined {
  return byId(db, { id });
}

export const insert = inserter(campaigns);
export const update = updater(campaigns);

/** Cents and counts to add, negative to take away. */
export interface Adjustment {
  reserved?: number;
  spent?: number;
  pending?: number;
  approved?: number;
  rejected?: number;
}

const adjustment = adjuster(campaigns, [
  'budgetReservedCents',
  'budgetSpentCents',
  'pendingCount',
  'approvedCount',
  'rejectedCount',
]);

/** Moves budget and counts. The table's own checks refuse a budget that is overdrawn. */
export function adjust(db: Db, id: string, by: Adjustment): CampaignRow {
  return adjustment(db, id, {
    budgetReservedCents: by.reserved,
    budgetSpentCents: by.spent,
    pendingCount: by.pending,
    approvedCount: by.approved,
    rejectedCount: by.rejected,
  });
}

export const list = listing(campaigns, {
  filters: { businessId: campaigns.businessId, state: campaigns.state },
  order: [desc(campaigns.createdAt), desc(campaigns.id)],
  tally: { list: 'campaigns', facets: { state: byFacet }, scopes: ['businessId'] },
});

/** `likely` keeps SQLite from walking every active campaign by state: the index of due ends holds a few. */
const due = selector(campaigns, db =>
  db
    .select()
    .from(campaigns)
    .where(
      and(
        sql`likely(${campaigns.state} in ('active', 'paused'))`,
        lte(campaigns.endsAt, sql.placeholder('now')),
      ),
    )
    .limit(sql.placeholder('limit')),
);

/** Campaigns whose end has passed and that still count as running. */
export function listDue(db: Db, now: string, limit: number): CampaignRow[] {
  return due(db, { now, limit });
}

const ofProgram = selector(campaigns, db =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.programId, sql.placeholder('programId'))),
);

export function listOfProgram(db: Db, programId: string): CampaignRow[] {
  return ofProgram(db, { programId });
}
