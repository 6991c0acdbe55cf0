import { and, asc, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { apiKeys } from '../../db/schema/api-keys.ts';
import { agentCharges, type ProposalRow, proposals } from '../../db/schema/mandates.ts';
import * as statements from '../../db/statements.ts';

const { keyId, createdAt, amountCents, campaignId } = agentCharges;

export const insertMany = statements.insertMany(agentCharges);

/** Sums the charges of an agent since a time. */
export const sumSince = statements.queryNumber({ keyId, since: createdAt }, (db, p) =>
  db
    .select({ sum: sql<number>`coalesce(sum(${amountCents}), 0)` })
    .from(agentCharges)
    .where(and(eq(keyId, p.keyId), gte(createdAt, p.since))),
);

/** Sums the charges of several agents since a time, by the ID of the agent. */
export async function sumsSince(db: Db, ids: readonly string[], since: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: keyId, sum: sql<number>`sum(${amountCents})` })
    .from(agentCharges)
    .where(and(inArray(keyId, [...ids]), gte(createdAt, since)))
    .groupBy(keyId)
    .all();
  return new Map(rows.map(({ id, sum }) => [id, Number(sum)]));
}

/** Lists the campaigns whose budgets are charged to an agent. */
export const listLaunched = statements.query({ keyId }, (db, p) =>
  db
    .selectDistinct({ campaignId })
    .from(agentCharges)
    .where(and(eq(keyId, p.keyId), isNotNull(campaignId))),
);

export const insertProposal = statements.insert(proposals);
export const findProposal = statements.findBy(proposals, ['id']);

/** Lists the proposals of a business, newest first. */
export const listProposals = listQuery(proposals, {
  filters: {
    businessId: proposals.businessId,
    keyId: proposals.keyId,
    status: proposals.status,
  },
  owners: ['businessId', 'keyId'],
  newestFirst: [proposals.createdAt, proposals.id],
});

/** Finds the pending proposal of the same request. */
export const findRepeated = statements.queryOne(
  { keyId: proposals.keyId, fingerprint: proposals.fingerprint, now: proposals.expiresAt },
  (db, p) =>
    db
      .select()
      .from(proposals)
      .where(
        and(
          eq(proposals.keyId, p.keyId),
          eq(proposals.fingerprint, p.fingerprint),
          eq(proposals.status, 'pending'),
          gt(proposals.expiresAt, p.now),
        ),
      )
      .limit(1),
);

export async function updateProposal(
  db: Db,
  id: string,
  change: Partial<typeof proposals.$inferInsert>,
): Promise<ProposalRow> {
  return await db.update(proposals).set(change).where(eq(proposals.id, id)).returning().get();
}

/** Lists the proposals of a business, or of all. */
export async function listAllProposals(db: Db, businessId: string | undefined): Promise<ProposalRow[]> {
  const own = businessId === undefined ? undefined : eq(proposals.businessId, businessId);
  return await db.select().from(proposals).where(own).orderBy(asc(proposals.id)).all();
}

export async function removeProposals(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .delete(proposals)
      .where(inArray(proposals.id, [...ids]))
      .run();
}

export const listDue = statements.select(proposals, { now: proposals.expiresAt, limit: Number }, p => ({
  where: and(sql`${proposals.status} = 'pending'`, lte(proposals.expiresAt, p.now)),
  limit: p.limit,
}));

/** Deletes up to `limit` proposals that expired before a time. @returns the number of deleted rows */
export async function deleteProposalsBefore(db: Db, before: string, limit: number): Promise<number> {
  const isDecided = sql`${proposals.status} <> 'pending'`;
  const old = db
    .select({ id: proposals.id })
    .from(proposals)
    .where(and(isDecided, lte(proposals.expiresAt, before)))
    .limit(limit);
  return (await db.delete(proposals).where(inArray(proposals.id, old)).returning({ id: proposals.id }).all())
    .length;
}

/** Returns the names of keys by ID. */
export async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, name } = apiKeys;
  const rows = await db
    .select({ id, name })
    .from(apiKeys)
    .where(inArray(id, [...new Set(ids)]))
    .all();
  return new Map(rows.map(row => [row.id, row.name]));
}
