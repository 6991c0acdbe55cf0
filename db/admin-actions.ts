import { asc, desc, eq, gt, gte, inArray, lt, min } from 'drizzle-orm';
import { sha256 } from '../src/platform/crypto.ts';
import type { Db } from './client.ts';
import { listQuery } from './list-query.ts';
import { type AdminActionRow, adminActions } from './schema/admin-actions.ts';
import { facts } from './schema/reference.ts';
import * as statements from './statements.ts';

type NewAction = Omit<AdminActionRow, 'id' | 'previousHash' | 'hash'>;

/** The fact that stores the end of the hash chain, so that rows deleted from the end are detected. */
const CHAIN_HEAD_FACT = 'auditHead';
const insert = statements.insert(adminActions);
const selectLastHash = statements.queryOne(db =>
  db.select({ hash: adminActions.hash }).from(adminActions).orderBy(desc(adminActions.id)).limit(1),
);
const saveFact = statements.save(facts, ['name']);
const selectHead = statements.queryOne(db =>
  db.select({ value: facts.value }).from(facts).where(eq(facts.name, CHAIN_HEAD_FACT)),
);

/** Appends an action to the hash chain. */
export async function append(db: Db, action: NewAction): Promise<void> {
  const previousHash = (await selectLastHash(db))?.hash ?? (await readHead(db))?.hash ?? '';
  const hash = hashAction(previousHash, action);
  // Without an ID, SQLite assigns the next one, even after the last rows were deleted.
  await insert(db, { ...action, previousHash, hash } as AdminActionRow);
  const head: ChainHead = { hash, createdAt: action.createdAt };
  await saveFact(db, { name: CHAIN_HEAD_FACT, value: JSON.stringify(head) });
}

/** Hashes an action together with the hash of the previous one. */
export function hashAction(previousHash: string, action: NewAction): string {
  const { createdAt, actorKind, actorId, operation, target, details, requestId } = action;
  return sha256(
    JSON.stringify([previousHash, createdAt, actorKind, actorId, operation, target, details, requestId]),
  );
}

/** The latest row of the chain. */
interface ChainHead {
  hash: string;
  createdAt: string;
}

export async function readHead(db: Db): Promise<ChainHead | undefined> {
  const row = await selectHead(db);
  return row && (JSON.parse(row.value) as ChainHead);
}

/** Lists the actions after an ID, oldest first. */
export async function listAfter(db: Db, id: number, limit: number): Promise<AdminActionRow[]> {
  return await db
    .select()
    .from(adminActions)
    .where(gt(adminActions.id, id))
    .orderBy(asc(adminActions.id))
    .limit(limit)
    .all();
}

export interface ActionFilter {
  actorId?: string;
  operation?: string;
  target?: string;
  /** ISO time. */
  since?: string;
}

/** Lists actions, newest first. */
export const list = listQuery(adminActions, {
  filters: {
    actorId: adminActions.actorId,
    operation: adminActions.operation,
    target: adminActions.target,
    since: since => gte(adminActions.createdAt, since),
  },
  owners: [],
  newestFirst: [adminActions.id],
});

/**
 * Deletes up to `limit` of the oldest actions, all before a time. Deletes no action after the first one that is kept,
 * so that the chain has no gap even if the clock was wrong. @returns the number of deleted actions
 */
export async function deleteBefore(db: Db, before: string, limit: number): Promise<number> {
  const kept = (
    await db
      .select({ id: min(adminActions.id) })
      .from(adminActions)
      .where(gte(adminActions.createdAt, before))
      .get()
  )?.id;
  const old = db
    .select({ id: adminActions.id })
    .from(adminActions)
    .where(kept == null ? undefined : lt(adminActions.id, kept))
    .orderBy(adminActions.id)
    .limit(limit);
  return (
    await db
      .delete(adminActions)
      .where(inArray(adminActions.id, old))
      .returning({ id: adminActions.id })
      .all()
  ).length;
}
