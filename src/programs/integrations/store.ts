import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { listQuery } from '../../../db/list-query.ts';
import {
  type InboundOrderRow,
  inboundOrders,
  inboundRefunds,
  integrations,
} from '../../../db/schema/integrations.ts';
import { members } from '../../../db/schema/programs.ts';
import * as statements from '../../../db/statements.ts';

/** Finds an integration, including removed ones. */
export const find = statements.findBy(integrations, ['id']);
export const insert = statements.insert(integrations);
export const update = statements.update(integrations);

/** Finds a business's integration with a system, unless it was removed. */
export const findBySource = statements.findBy(integrations, ['businessId', 'source'], {
  where: isNull(integrations.removedAt),
});

export const list = listQuery(integrations, {
  filters: { businessId: integrations.businessId },
  where: isNull(integrations.removedAt),
  owners: ['businessId'],
  newestFirst: [integrations.createdAt, integrations.id],
});

/** Finds an integration whose orders a program counts. */
export const findOfProgram = statements.findBy(integrations, ['programId'], {
  where: isNull(integrations.removedAt),
  limit: 1,
});

export const findOrder = statements.findBy(inboundOrders, ['id']);
export const insertOrder = statements.insert(inboundOrders);
export const updateOrder = statements.update(inboundOrders);

/** Finds an order by its ID in the shop system, also one that came before the system was removed and set up again. */
export const findByOrder = statements.queryOne(
  { businessId: integrations.businessId, source: integrations.source, orderId: inboundOrders.orderId },
  (db, p) =>
    db
      .select()
      .from(inboundOrders)
      .where(
        and(
          sql`${inboundOrders.integrationId} in (select id from ${integrations} i
            where i.business_id = ${p.businessId} and i.source = ${p.source})`,
          eq(inboundOrders.orderId, p.orderId),
        ),
      )
      .orderBy(asc(inboundOrders.id))
      .limit(1),
);

export const listOrders = listQuery(inboundOrders, {
  filters: {
    businessId: inboundOrders.businessId,
    source: inboundOrders.source,
    status: inboundOrders.status,
    memberId: inboundOrders.memberId,
  },
  owners: ['businessId', 'source'],
  newestFirst: [inboundOrders.createdAt, inboundOrders.id],
});

/** Stores a refund. @returns false if it was stored before */
export const insertRefund = statements.insertIfNew(inboundRefunds);

/** Returns the sum of the refunds of an order in a currency. */
export const sumRefunds = statements.queryNumber(
  { orderKey: inboundRefunds.orderKey, currency: inboundRefunds.currency },
  (db, p) =>
    db
      .select({ cents: sql<number>`coalesce(sum(${inboundRefunds.amountCents}), 0)` })
      .from(inboundRefunds)
      .where(
        and(
          eq(inboundRefunds.orderKey, p.orderKey),
          sql`coalesce(${inboundRefunds.currency}, ${p.currency}) = ${p.currency}`,
        ),
      ),
);

/** The contact data of a buyer, in the form in which it is stored. */
export interface Buyer {
  email: string | null;
  phone: string | null;
}

/** Lists the parked orders of a buyer, oldest first. */
export async function listParked(
  db: Db,
  programId: string,
  { email, phone }: Buyer,
  limit: number,
): Promise<InboundOrderRow[]> {
  const isOf = [
    email === null ? undefined : eq(inboundOrders.email, email),
    phone === null ? undefined : eq(inboundOrders.phone, phone),
  ].filter(condition => condition !== undefined);
  if (isOf.length === 0) return [];
  return await db
    .select()
    .from(inboundOrders)
    .where(and(eq(inboundOrders.programId, programId), sql`${inboundOrders.status} = 'parked'`, or(...isOf)))
    .orderBy(asc(inboundOrders.createdAt), asc(inboundOrders.id))
    .limit(limit)
    .all();
}

/** Lists orders that could not be counted, or taken back, for one of the reasons, by ID after a given one. */
export async function listUnsettled(
  db: Db,
  reasonCodes: readonly string[],
  after: string,
  limit: number,
): Promise<InboundOrderRow[]> {
  const { id, reasonCode } = inboundOrders;
  return await db
    .select()
    .from(inboundOrders)
    .where(and(isNotNull(reasonCode), inArray(reasonCode, [...reasonCodes]), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

/** Moves the orders of an integration that are not counted to another program. */
export async function moveUncounted(db: Db, integrationId: string, programId: string): Promise<void> {
  await db
    .update(inboundOrders)
    .set({ programId })
    .where(
      and(
        eq(inboundOrders.integrationId, integrationId),
        inArray(inboundOrders.status, ['waiting', 'parked', 'refused']),
      ),
    )
    .run();
}

/** Forgets who the buyers of an integration's orders are. */
export async function forgetBuyers(db: Db, integrationId: string): Promise<void> {
  const isKnown = or(sql`${inboundOrders.email} is not null`, sql`${inboundOrders.phone} is not null`);
  await db
    .update(inboundOrders)
    .set({ email: null, phone: null })
    .where(and(eq(inboundOrders.integrationId, integrationId), isKnown))
    .run();
}

/** Forgets the buyers of up to `limit` orders that did not change since a time. @returns how many */
export async function forgetOldBuyers(db: Db, before: string, limit: number): Promise<number> {
  const { id, email, phone, updatedAt } = inboundOrders;
  const isKnown = sql`(${email} is not null or ${phone} is not null)`;
  const old = db
    .select({ id })
    .from(inboundOrders)
    .where(and(lte(updatedAt, before), isKnown))
    .limit(limit);
  const cleared = db.update(inboundOrders).set({ email: null, phone: null }).where(inArray(id, old));
  return (await cleared.returning({ id }).all()).length;
}

/** Members read for one email address; with more, the buyer is ambiguous anyway. */
const MAX_SAME_EMAIL = 10;

/** Lists the members of a program with an email address, including those who were merged into another one. */
export const listMembersByEmail = statements.listBy(members, ['programId', 'email'], {
  orderBy: [asc(members.id)],
  limit: MAX_SAME_EMAIL,
});
