import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../../db/client.ts';
import { users } from '../../../db/schema/auth.ts';
import { businesses } from '../../../db/schema/businesses.ts';
import { counters } from '../../../db/schema/counters.ts';
import { exchangeTraders, type PerkRow, perks, type TraderRow } from '../../../db/schema/exchange.ts';
import { ledgerAccounts } from '../../../db/schema/ledger.ts';
import { programs } from '../../../db/schema/programs.ts';
import * as statements from '../../../db/statements.ts';

const traderByOwner = statements.selectOne(exchangeTraders, db =>
  db
    .select()
    .from(exchangeTraders)
    .where(eq(exchangeTraders.ownerId, sql.placeholder('ownerId'))),
);
const traderByUser = statements.selectOne(exchangeTraders, db =>
  db
    .select()
    .from(exchangeTraders)
    .where(eq(exchangeTraders.userId, sql.placeholder('userId'))),
);

export function findTrader(db: Db, ownerId: string): TraderRow | undefined {
  return traderByOwner(db, { ownerId });
}

/** Finds the trader this user belongs to: the user or the user's business. */
export function findTraderByUser(db: Db, userId: string): TraderRow | undefined {
  return traderByUser(db, { userId });
}

export const insertTrader = statements.insert(exchangeTraders);
export const updateTrader = statements.update(exchangeTraders);

export const findPerk = statements.findById(perks);

export const insertPerk = statements.insert(perks);
export const updatePerk = statements.update(perks);
export const amendPerk = statements.updateRow(perks);

/** Must match the condition of the partial indexes exactly, or SQLite does not use them. */
const IS_LISTED = sql`${perks.status} <> 'expired'`;

const mostActive = statements.select(perks, db =>
  db
    .select()
    .from(perks)
    .where(IS_LISTED)
    .orderBy(desc(perks.activity), desc(perks.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

/** Lists unexpired perks, most active first. */
export function listMostActive(db: Db, limit: number, offset: number): PerkRow[] {
  return mostActive(db, { limit, offset });
}

const listedTotal = statements.query<number>(db =>
  db
    .select({ total: sql<number>`coalesce(sum(${counters.total}), 0)` })
    .from(counters)
    .where(and(eq(counters.scope, '*'), eq(counters.list, 'perks'), sql`${counters.facet} <> 'expired'`)),
);

/** Counts unexpired perks. */
export function countListed(db: Db): number {
  return listedTotal(db, {})[0] ?? 0;
}

const ofIssuer = statements.query<number>(db =>
  db
    .select({ total: count() })
    .from(perks)
    .where(
      and(
        eq(perks.businessId, sql.placeholder('businessId')),
        IS_LISTED,
        sql`${perks.redeemed} < ${perks.supply}`,
      ),
    ),
);

/** Counts an issuer's unexpired perks that have units left. */
export function countListedOfIssuer(db: Db, businessId: string): number {
  return ofIssuer(db, { businessId })[0] ?? 0;
}

const lastChange = statements.query<number>(db =>
  db.select({ last: sql<number>`coalesce(max(${perks.changeSequence}), 0)` }).from(perks),
);

/** Returns the sequence of the latest perk change; 0 if there is none. */
export function lastChangeSequence(db: Db): number {
  return lastChange(db, {})[0] ?? 0;
}

const changed = statements.select(perks, db =>
  db
    .select()
    .from(perks)
    .where(gt(perks.changeSequence, sql.placeholder('after')))
    .orderBy(perks.changeSequence)
    .limit(sql.placeholder('limit')),
);

/** Lists perks changed after a sequence, in order of change. */
export function listChangedAfter(db: Db, after: number, limit: number): PerkRow[] {
  return changed(db, { after, limit });
}

const duePerks = statements.select(perks, db =>
  db
    .select()
    .from(perks)
    .where(and(sql`likely(${perks.status} <> 'expired')`, lte(perks.expiresAt, sql.placeholder('now'))))
    .limit(sql.placeholder('limit')),
);

/** Lists perks that have passed their expiry time. */
export function listDuePerks(db: Db, now: string, limit: number): PerkRow[] {
  return duePerks(db, { now, limit });
}

const balances = prepared((db: Db) =>
  db
    .select({ id: ledgerAccounts.id, unit: ledgerAccounts.unit, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, sql.placeholder('ownerId')))
    .orderBy(ledgerAccounts.id)
    .prepare(),
);

/** Lists an owner's accounts by name. */
export function listBalances(db: Db, ownerId: string) {
  return balances(db).all({ ownerId });
}

const person = prepared((db: Db) =>
  db
    .select({ id: users.id, businessId: users.businessId })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/** Finds a user by id, to resolve a wallet. */
export function findUser(db: Db, id: string): { id: string; businessId: string | null } | undefined {
  return person(db).get({ id });
}

const program = prepared((db: Db) =>
  db
    .select({ businessId: programs.businessId, status: programs.status })
    .from(programs)
    .where(eq(programs.id, sql.placeholder('id')))
    .prepare(),
);

/** Finds the program that a perk belongs to. */
export function findProgram(db: Db, id: string) {
  return program(db).get({ id });
}

const business = prepared((db: Db) =>
  db
    .select({ name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, sql.placeholder('id')))
    .prepare(),
);

export function hasBusiness(db: Db, id: string): boolean {
  return business(db).get({ id }) !== undefined;
}

export function getBusinessName(db: Db, id: string): string {
  return business(db).get({ id })?.name ?? '';
}
