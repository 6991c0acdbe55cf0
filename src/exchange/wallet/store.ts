import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/auth.ts';
import { businesses } from '../../../db/schema/businesses.ts';
import { installationCounters } from '../../../db/schema/counters.ts';
import { exchangeTraders, perks } from '../../../db/schema/exchange.ts';
import { ledgerAccounts } from '../../../db/schema/ledger.ts';
import { programs } from '../../../db/schema/programs.ts';
import * as statements from '../../../db/statements.ts';

export const findTrader = statements.findBy(exchangeTraders, ['ownerId']);

/** Finds the trader this user belongs to: the user or the user's business. */
export const findTraderByUser = statements.findBy(exchangeTraders, ['userId']);

export const insertTrader = statements.insert(exchangeTraders);
export const updateTrader = statements.update(exchangeTraders);

export const findPerk = statements.findBy(perks, ['id']);

export const insertPerk = statements.insert(perks);
export const updatePerk = statements.update(perks);
export const amendPerk = statements.updateRow(perks);

/** Must match the condition of the partial indexes exactly, or SQLite does not use them. */
const IS_LISTED = sql`${perks.status} <> 'expired'`;

/** Lists unexpired perks, most active first. */
export const listMostActive = statements.select(perks, { limit: Number, offset: Number }, p => ({
  where: IS_LISTED,
  orderBy: [desc(perks.activity), desc(perks.id)],
  limit: p.limit,
  offset: p.offset,
}));

/** Counts unexpired perks. */
export const countListed = statements.queryNumber(db =>
  db
    .select({ total: sql<number>`coalesce(sum(${installationCounters.total}), 0)` })
    .from(installationCounters)
    .where(and(eq(installationCounters.list, 'perks'), sql`${installationCounters.facet} <> 'expired'`)),
);

/** Counts an issuer's unexpired perks that have units left. */
export const countListedOfIssuer = statements.queryNumber({ businessId: perks.businessId }, (db, p) =>
  db
    .select({ total: count() })
    .from(perks)
    .where(and(eq(perks.businessId, p.businessId), IS_LISTED, sql`${perks.redeemed} < ${perks.supply}`)),
);

/** Returns the sequence of the latest perk change; 0 if there is none. */
export const lastChangeSequence = statements.queryNumber(db =>
  db.select({ last: sql<number>`coalesce(max(${perks.changeSequence}), 0)` }).from(perks),
);

/** Lists perks changed after a sequence, in order of change. */
export const listChangedAfter = statements.select(
  perks,
  { after: perks.changeSequence, limit: Number },
  p => ({
    where: gt(perks.changeSequence, p.after),
    orderBy: [perks.changeSequence],
    limit: p.limit,
  }),
);

/** Lists perks that have passed their expiry time. */
export const listDuePerks = statements.select(perks, { now: perks.expiresAt, limit: Number }, p => ({
  where: and(sql`likely(${perks.status} <> 'expired')`, lte(perks.expiresAt, p.now)),
  limit: p.limit,
}));

/** Lists an owner's accounts by name. */
export const listBalances = statements.query({ ownerId: ledgerAccounts.ownerId }, (db, p) =>
  db
    .select({ id: ledgerAccounts.id, unit: ledgerAccounts.unit, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, p.ownerId))
    .orderBy(ledgerAccounts.id),
);

/** Finds a user by id, to resolve a wallet. */
export const findUser = statements.queryOne({ id: users.id }, (db, p) =>
  db.select({ id: users.id, businessId: users.businessId }).from(users).where(eq(users.id, p.id)),
);

/** Finds the program that a perk belongs to. */
export const findProgram = statements.queryOne({ id: programs.id }, (db, p) =>
  db
    .select({ businessId: programs.businessId, status: programs.status })
    .from(programs)
    .where(eq(programs.id, p.id)),
);

const selectBusinessName = statements.queryOne({ id: businesses.id }, (db, p) =>
  db.select({ name: businesses.name }).from(businesses).where(eq(businesses.id, p.id)),
);

export async function hasBusiness(db: Db, id: string): Promise<boolean> {
  return (await selectBusinessName(db, { id })) !== undefined;
}

export async function getBusinessName(db: Db, id: string): Promise<string> {
  return (await selectBusinessName(db, { id }))?.name ?? '';
}
