import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns } from '../../db/schema/campaigns.ts';
import { tallies } from '../../db/schema/tallies.ts';
import { nullableDollars, toDollars, toPercent } from '../platform/money.ts';
import type { Campaign } from './model.ts';
import { hasStarted, type State } from './rules.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
export type CampaignColumns = Partial<typeof campaigns.$inferInsert>;
const toRows = rowsOf(campaigns);

const byId = prepared((db: Db) =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, sql.placeholder('id')))
    .prepare(),
);

export function find(db: Db, id: string): CampaignRow | undefined {
  return byId(db).get({ id });
}

export function insert(db: Db, campaign: typeof campaigns.$inferInsert): CampaignRow {
  return db.insert(campaigns).values(campaign).returning().get();
}

export function update(db: Db, id: string, change: CampaignColumns): CampaignRow {
  return db.update(campaigns).set(change).where(eq(campaigns.id, id)).returning().get();
}

/** Cents and counts to add, negative to take away. */
export interface Adjustment {
  reserved?: number;
  spent?: number;
  pending?: number;
  approved?: number;
  rejected?: number;
}

const adjustment = prepared((db: Db) =>
  db
    .update(campaigns)
    .set({
      budgetReservedCents: sql`${campaigns.budgetReservedCents} + ${sql.placeholder('reserved')}`,
      budgetSpentCents: sql`${campaigns.budgetSpentCents} + ${sql.placeholder('spent')}`,
      pendingCount: sql`${campaigns.pendingCount} + ${sql.placeholder('pending')}`,
      approvedCount: sql`${campaigns.approvedCount} + ${sql.placeholder('approved')}`,
      rejectedCount: sql`${campaigns.rejectedCount} + ${sql.placeholder('rejected')}`,
    })
    .where(eq(campaigns.id, sql.placeholder('id')))
    .returning()
    .prepare(),
);

/** Moves budget and counts. The table's own checks refuse a budget that is overdrawn. */
export function adjust(db: Db, id: string, by: Adjustment): CampaignRow {
  const { reserved = 0, spent = 0, pending = 0, approved = 0, rejected = 0 } = by;
  return adjustment(db).get({ id, reserved, spent, pending, approved, rejected }) as CampaignRow;
}

export interface CampaignFilter {
  /** Null lists the campaigns of all businesses. */
  businessId: string | null;
  state: State | null;
}

/** One prepared statement for each shape of the filter: the list is the hottest query there is. */
const listStatements = {
  all: prepared((db: Db) => listStatement(db)),
  state: prepared((db: Db) => listStatement(db, eq(campaigns.state, sql.placeholder('state')))),
  business: prepared((db: Db) => listStatement(db, eq(campaigns.businessId, sql.placeholder('businessId')))),
  both: prepared((db: Db) =>
    listStatement(
      db,
      and(
        eq(campaigns.businessId, sql.placeholder('businessId')),
        eq(campaigns.state, sql.placeholder('state')),
      ),
    ),
  ),
};

function listStatement(db: Db, where?: SQL) {
  return db
    .select()
    .from(campaigns)
    .where(where)
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare();
}

const tally = prepared((db: Db) =>
  db
    .select({ total: sql<number>`coalesce(sum(${tallies.total}), 0)` })
    .from(tallies)
    .where(and(eq(tallies.scope, sql.placeholder('scope')), eq(tallies.list, 'campaigns')))
    .prepare(),
);

const tallyOfState = prepared((db: Db) =>
  db
    .select({ total: tallies.total })
    .from(tallies)
    .where(
      and(
        eq(tallies.scope, sql.placeholder('scope')),
        eq(tallies.list, 'campaigns'),
        eq(tallies.facet, sql.placeholder('state')),
      ),
    )
    .prepare(),
);

export function list(db: Db, { businessId, state }: CampaignFilter, limit: number, offset: number) {
  const shape = businessId ? (state ? 'both' : 'business') : state ? 'state' : 'all';
  const items = toRows(listStatements[shape](db).values({ businessId, state, limit, offset }));
  const scope = businessId ?? '*';
  const counted = state ? tallyOfState(db).get({ scope, state }) : tally(db).get({ scope });
  return { items, total: counted?.total ?? 0 };
}

/** `likely` keeps SQLite from walking every active campaign by state: the index of due ends holds a few. */
const dueStatement = prepared((db: Db) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        sql`likely(${campaigns.state} in ('active', 'paused'))`,
        lte(campaigns.endsAt, sql.placeholder('now')),
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Campaigns whose end has passed and that still count as running. */
export function listDue(db: Db, now: string, limit: number): string[] {
  return dueStatement(db)
    .all({ now, limit })
    .map(row => row.id);
}

/** A campaign as the wire shows it. */
export function present(row: CampaignRow, now: string): Campaign {
  const isScheduled = row.state === 'active' && !hasStarted(row.startsAt, now);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    instructions: row.instructions,
    state: row.state,
    stateReason: isScheduled ? 'scheduled' : row.stateReason,
    platform: row.platform,
    actionType: row.actionType,
    actionId: row.actionId,
    programId: row.programId,
    reward: {
      type: row.rewardType,
      value: row.rewardType === 'fixed' ? toDollars(row.rewardValue) : toPercent(row.rewardValue),
      maxAmount: nullableDollars(row.rewardMaxCents),
      expiresInDays: row.rewardExpiresInDays,
    },
    requirements: { minFollowers: row.minFollowers, hashtags: row.hashtags },
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    budget: presentBudget(row),
    limits: { maxApprovals: row.maxApprovals, perUser: row.perUser },
    reviewPolicy: { mode: row.reviewMode, slaHours: row.reviewSlaHours, onTimeout: row.reviewOnTimeout },
    disclosure: { required: row.disclosureRequired, text: row.disclosureText },
    stats: { pending: row.pendingCount, approved: row.approvedCount, rejected: row.rejectedCount },
    warnings: row.warnings as Campaign['warnings'],
    businessId: row.businessId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function presentBudget({
  budgetTotalCents: total,
  budgetReservedCents: reserved,
  budgetSpentCents: spent,
}: CampaignRow) {
  if (total === null) return null;
  return {
    total: toDollars(total),
    reserved: toDollars(reserved),
    spent: toDollars(spent),
    remaining: toDollars(total - reserved - spent),
  };
}
