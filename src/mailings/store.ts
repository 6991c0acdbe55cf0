import { and, asc, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { POSITIONS } from '../../db/enums.ts';
import { users } from '../../db/schema/auth.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { exchangeOrders, exchangeTrades, perks } from '../../db/schema/exchange.ts';
import { mailCursors, mailPreferences, mailQuietHours } from '../../db/schema/mailings.ts';
import { passIssuers } from '../../db/schema/passes.ts';
import { rewards } from '../../db/schema/rewards.ts';
import * as statements from '../../db/statements.ts';

/** Returns a person with the choices about one kind of mail; `isEnabled` is null without a choice. */
export const findRecipient = statements.queryOne({ userId: users.id, kind: mailPreferences.kind }, (db, p) =>
  db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      position: users.position,
      emailConfirmedAt: users.emailConfirmedAt,
      locale: users.locale,
      timeZone: users.timeZone,
      businessTimeZone: businesses.timeZone,
      businessLocale: businesses.locale,
      isEnabled: mailPreferences.isEnabled,
      quietFrom: mailQuietHours.from,
      quietTo: mailQuietHours.to,
    })
    .from(users)
    .leftJoin(mailPreferences, and(eq(mailPreferences.userId, users.id), eq(mailPreferences.kind, p.kind)))
    .leftJoin(mailQuietHours, eq(mailQuietHours.userId, users.id))
    .leftJoin(businesses, eq(businesses.id, users.businessId))
    .where(eq(users.id, p.userId)),
);

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Counts the wallets that businesses have set up. */
export function countPassIssuers(db: Db): Promise<number> {
  return db.$count(passIssuers);
}

export const listPreferences = statements.listBy(mailPreferences, ['userId']);

/** Stores a choice; an earlier one about the same kind is replaced. */
export const savePreference = statements.save(mailPreferences, ['userId', 'kind']);

export const findQuietHours = statements.findBy(mailQuietHours, ['userId']);

export const saveQuietHours = statements.save(mailQuietHours, ['userId']);

export const deleteQuietHours = statements.deleteBy(mailQuietHours, ['userId']);

/** Returns the sequence of the last event of a business that was turned into mails; 0 before the first. */
export const getCursor = statements.queryNumber({ businessId: mailCursors.businessId }, (db, p) =>
  db
    .select({ sequence: mailCursors.eventSequence })
    .from(mailCursors)
    .where(eq(mailCursors.businessId, p.businessId)),
);

export const saveCursor = statements.save(mailCursors, ['businessId']);

const selectLog = statements.query({ after: businesses.id, limit: Number }, (db, p) =>
  db
    .select({
      id: businesses.id,
      timeZone: businesses.timeZone,
      isBehind: sql<number>`${businesses.eventSequence} > coalesce(${mailCursors.eventSequence}, 0)`,
    })
    .from(businesses)
    .leftJoin(mailCursors, eq(mailCursors.businessId, businesses.id))
    .where(gt(businesses.id, p.after))
    .orderBy(asc(businesses.id))
    .limit(p.limit),
);

/** Lists businesses after an ID, in order, and whether they have events that were not turned into mails. */
export async function listLogs(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; timeZone: string; isBehind: boolean }[]> {
  const rows = await selectLog(db, { after, limit });
  return rows.map(row => ({ ...row, isBehind: Boolean(row.isBehind) }));
}

/** Lists the two orders of a trade, in any state. */
export const listOrdersOfTrade = statements.query({ tradeId: exchangeTrades.id }, (db, p) =>
  db
    .select({
      id: exchangeOrders.id,
      ownerId: exchangeOrders.ownerId,
      side: exchangeOrders.type,
      status: exchangeOrders.status,
      quantity: exchangeOrders.quantity,
      currency: exchangeOrders.currency,
      valueCents: exchangeOrders.valueCents,
      perk: perks.name,
      issuer: businesses.name,
    })
    .from(exchangeTrades)
    .innerJoin(
      exchangeOrders,
      or(eq(exchangeOrders.id, exchangeTrades.buyOrderId), eq(exchangeOrders.id, exchangeTrades.sellOrderId)),
    )
    .innerJoin(perks, eq(perks.id, exchangeTrades.perkId))
    .innerJoin(businesses, eq(businesses.id, perks.businessId))
    .where(eq(exchangeTrades.id, p.tradeId)),
);

/** Lists the IDs of the people of a business with one of the positions. */
export async function listTeam(
  db: Db,
  businessId: string,
  positions: readonly (typeof POSITIONS)[number][],
): Promise<string[]> {
  const where = and(eq(users.businessId, businessId), inArray(users.position, [...positions]));
  return (await db.select({ id: users.id }).from(users).where(where).all()).map(({ id }) => id);
}

/** Returns the names of users by ID. */
export async function listNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
    .all();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists the issued rewards that expire up to a time, in that order and then by ID, after a time and an ID. */
export const listExpiring = statements.query(
  { after: rewards.expiresAt, afterId: rewards.id, until: rewards.expiresAt, limit: Number },
  (db, p) =>
    db
      .select({
        id: rewards.id,
        userId: rewards.userId,
        businessId: rewards.businessId,
        expiresAt: rewards.expiresAt,
        createdAt: rewards.createdAt,
      })
      .from(rewards)
      .where(
        and(
          sql`${rewards.status} = 'issued'`,
          gte(rewards.expiresAt, p.after),
          or(gt(rewards.expiresAt, p.after), gt(rewards.id, p.afterId)),
          lte(rewards.expiresAt, p.until),
        ),
      )
      .orderBy(asc(rewards.expiresAt), asc(rewards.id))
      .limit(p.limit),
);

export type ExpiringReward = Awaited<ReturnType<typeof listExpiring>>[number];
