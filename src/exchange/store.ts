import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { users } from '../../db/schema/auth.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { exchangeTraders, type PerkRow, perks, type TraderRow } from '../../db/schema/exchange.ts';
import { ledgerAccounts } from '../../db/schema/ledger.ts';
import { programs } from '../../db/schema/programs.ts';
import { amender, finder, inserter, selector, updater, valuesOf } from '../../db/statements.ts';

const traderByOwner = finder(exchangeTraders, db =>
  db
    .select()
    .from(exchangeTraders)
    .where(eq(exchangeTraders.ownerId, sql.placeholder('ownerId'))),
);
const traderByUser = finder(exchangeTraders, db =>
  db
    .select()
    .from(exchangeTraders)
    .where(eq(exchangeTraders.userId, sql.placeholder('userId'))),
);

export function findTrader(db: Db, ownerId: string): TraderRow | undefined {
  return traderByOwner(db, { ownerId });
}

/** The trader that this person enrolled: itself, or its business. */
export function findTraderByUser(db: Db, userId: string): TraderRow | undefined {
  return traderByUser(db, { userId });
}

export const insertTrader = inserter(exchangeTraders);
export const updateTrader = updater(exchangeTraders);

const perkById = finder(perks, db =>
  db
    .select()
    .from(perks)
    .where(eq(perks.id, sql.placeholder('id'))),
);

export function findPerk(db: Db, id: string): PerkRow | undefined {
  return perkById(db, { id });
}

export const insertPerk = inserter(perks);
export const updatePerk = updater(perks);
export const amendPerk = amender(perks);

const listed = selector(perks, db =>
  db
    .select()
    .from(perks)
    .where(sql`${perks.status} in ('active', 'suspended')`)
    .orderBy(perks.createdAt, perks.id),
);

/** Every perk that has not expired, oldest first. */
export function listPerks(db: Db): PerkRow[] {
  return listed(db, {});
}

const markOne = valuesOf<never>(db =>
  db
    .update(perks)
    .set({ changeSequence: sql`(select max(${perks.changeSequence}) + 1 from ${perks})` })
    .where(eq(perks.id, sql.placeholder('id'))),
);

/** Notes that what the market shows of a perk has changed, for everybody who follows the market. */
export function markChanged(db: Db, id: string): void {
  markOne(db, { id });
}

const lastChange = valuesOf<number>(db =>
  db.select({ last: sql<number>`coalesce(max(${perks.changeSequence}), 0)` }).from(perks),
);

/** The number of the latest change of any perk; 0 when there was none. */
export function lastChangeSequence(db: Db): number {
  return lastChange(db, {})[0] ?? 0;
}

const changed = selector(perks, db =>
  db
    .select()
    .from(perks)
    .where(gt(perks.changeSequence, sql.placeholder('after')))
    .orderBy(perks.changeSequence),
);

/** Perks that changed behind a number, whichever changed first. */
export function listChangedAfter(db: Db, after: number): PerkRow[] {
  return changed(db, { after });
}

const duePerks = selector(perks, db =>
  db
    .select()
    .from(perks)
    .where(and(sql`likely(${perks.status} <> 'expired')`, lte(perks.expiresAt, sql.placeholder('now'))))
    .limit(sql.placeholder('limit')),
);

/** Perks whose time has passed. */
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

/** The accounts of an owner, by name. */
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

/** A user, by whom a wallet may be named. */
export function findPerson(db: Db, id: string): { id: string; businessId: string | null } | undefined {
  return person(db).get({ id });
}

const program = prepared((db: Db) =>
  db
    .select({ businessId: programs.businessId, status: programs.status })
    .from(programs)
    .where(eq(programs.id, sql.placeholder('id')))
    .prepare(),
);

/** The program that a perk belongs to. */
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

export function nameOfBusiness(db: Db, id: string): string {
  return business(db).get({ id })?.name ?? '';
}
