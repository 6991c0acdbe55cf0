import { and, asc, desc, eq, gt, inArray, isNull, lte, type Placeholder, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { type ConnectionRow, connections, oauthFlows } from '../../db/schema/connections.ts';
import * as statements from '../../db/statements.ts';
import { someInOrder } from '../platform/runtime/in-order.ts';
import { toHandleKey } from './rules.ts';

export const find = statements.findBy(connections, ['id']);

const insertRow = statements.insert(connections);
const updateRow = statements.update(connections);

type Change = Omit<Partial<ConnectionRow>, 'handleKey'>;

export function insert(
  db: Db,
  row: Omit<typeof connections.$inferInsert, 'handleKey'>,
): Promise<ConnectionRow> {
  return insertRow(db, withHandleKey(row));
}

export function update(db: Db, id: string, change: Change): Promise<ConnectionRow> {
  return updateRow(db, id, withHandleKey(change));
}

function withHandleKey<T extends { handle?: string | null }>(row: T): T & { handleKey?: string | null } {
  return row.handle === undefined ? row : { ...row, handleKey: row.handle && toHandleKey(row.handle) };
}

/** Finds the account that an owner has connected on a platform; an owner has up to one. */
export const findConnected = statements.findBy(connections, ['ownerId', 'platform'], {
  where: sql`${connections.status} = 'connected'`,
});

/** Lists the connected accounts of several owners. */
export async function listConnected(db: Db, ownerIds: string[]): Promise<ConnectionRow[]> {
  if (ownerIds.length === 0) return [];
  const where = and(inArray(connections.ownerId, ownerIds), eq(connections.status, 'connected'));
  return await db.select().from(connections).where(where).all();
}

/** Identifies an account on a platform by what is known of it. */
type AccountIdentity = Pick<ConnectionRow, 'platform' | 'accountId' | 'handle'>;

const OTHER_CONNECTION = {
  platform: connections.platform,
  ownerId: connections.ownerId,
  since: connections.updatedAt,
  accountId: { nullable: connections.accountId },
  handleKey: { nullable: connections.handleKey },
};

/** Accounts are equal by the platform's id, or by handle if either has no id. */
const SAME_ACCOUNT = [
  (p: AccountPlaceholders) => eq(connections.accountId, p.accountId),
  (p: AccountPlaceholders) =>
    and(
      eq(connections.handleKey, p.handleKey),
      sql`(${connections.accountId} is null or cast(${p.accountId} as text) is null)`,
    ),
];

type AccountPlaceholders = Record<'accountId' | 'handleKey', Placeholder>;

/** Lists other people's connections to an account, current ones and those that ended after a time. */
const selectOther = SAME_ACCOUNT.map(isSameAccount =>
  statements.queryOne(OTHER_CONNECTION, (db, p) =>
    db
      .select({ id: connections.id })
      .from(connections)
      .where(
        and(
          eq(connections.platform, p.platform),
          isSameAccount(p),
          sql`${connections.userId} is not null and ${connections.connectedAt} is not null`,
          sql`${connections.ownerId} <> ${p.ownerId}`,
          sql`(${connections.status} = 'connected' or ${connections.updatedAt} >= ${p.since})`,
        ),
      )
      .limit(1),
  ),
);

/** Sorts after every time. */
const AFTER_ALL_TIMES = '9';

/** Returns whether another person is or was connected to the account since a time. Businesses do not count. */
export async function isConnectedByOther(
  db: Db,
  ownerId: string,
  { platform, accountId, handle }: AccountIdentity,
  since = AFTER_ALL_TIMES,
): Promise<boolean> {
  const args = { ownerId, platform, accountId, handleKey: handle && toHandleKey(handle), since };
  return await someInOrder(selectOther, async find => (await find(db, args)) !== undefined);
}

/** Finds an owner's last attempt on a platform, whatever its outcome. */
export const findNewest = statements.findBy(connections, ['ownerId', 'platform'], {
  orderBy: [desc(connections.createdAt), desc(connections.id)],
  limit: 1,
});

export async function findPending(
  db: Db,
  { ownerId, platform, method }: Pick<ConnectionRow, 'ownerId' | 'platform' | 'method'>,
): Promise<ConnectionRow | undefined> {
  return await db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.ownerId, ownerId),
        eq(connections.platform, platform),
        eq(connections.method, method),
        eq(connections.status, 'pending'),
      ),
    )
    .orderBy(desc(connections.createdAt), desc(connections.id))
    .limit(1)
    .get();
}

/** Deletes an owner's attempts on a platform that never connected, except the given one. */
export async function deleteAttempts(
  db: Db,
  { ownerId, platform, keepId }: { ownerId: string; platform: string; keepId: string },
): Promise<void> {
  await db
    .delete(connections)
    .where(
      and(
        eq(connections.ownerId, ownerId),
        eq(connections.platform, platform),
        inArray(connections.status, ['pending', 'failed']),
        isNull(connections.connectedAt),
        sql`${connections.id} <> ${keepId}`,
      ),
    )
    .run();
}

export const list = listQuery(connections, {
  filters: { ownerId: connections.ownerId, platform: connections.platform, status: connections.status },
  owners: ['ownerId'],
  newestFirst: [connections.createdAt, connections.id],
});

/** Lists connections due for a refresh, longest overdue first. */
export const listDue = statements.select(connections, { now: connections.nextCheckAt, limit: Number }, p => ({
  where: lte(connections.nextCheckAt, p.now),
  orderBy: [asc(connections.nextCheckAt)],
  limit: p.limit,
}));

/** Deletes up to `limit` attempts that lapsed before a time. @returns how many */
export async function deleteLapsed(db: Db, before: string, limit: number): Promise<number> {
  const { id, status, expiresAt } = connections;
  const isOver = and(sql`${status} = 'pending'`, lte(expiresAt, before));
  const old = db.select({ id }).from(connections).where(isOver).limit(limit);
  return (await db.delete(connections).where(inArray(id, old)).returning({ id }).all()).length;
}

/** Deletes up to `limit` lapsed flows. @returns how many */
export async function deleteLapsedFlows(db: Db, before: string, limit: number): Promise<number> {
  const { stateHash, expiresAt } = oauthFlows;
  const old = db.select({ stateHash }).from(oauthFlows).where(lte(expiresAt, before)).limit(limit);
  return (await db.delete(oauthFlows).where(inArray(stateHash, old)).returning({ stateHash }).all()).length;
}

export const insertFlow = statements.insert(oauthFlows);

export const findFlow = statements.findBy(oauthFlows, ['stateHash']);

/** Consumes a state. @returns false if it was used before or is too old; of two concurrent calls, one gets true */
export async function consumeFlow(db: Db, stateHash: string, now: string): Promise<boolean> {
  return (
    (await db
      .update(oauthFlows)
      .set({ consumedAt: now, verifier: null })
      .where(
        and(
          eq(oauthFlows.stateHash, stateHash),
          isNull(oauthFlows.consumedAt),
          gt(oauthFlows.expiresAt, now),
        ),
      )
      .returning({ stateHash: oauthFlows.stateHash })
      .get()) !== undefined
  );
}
