import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { getConnection, skipLocked } from '../../db/drizzle-handle.ts';
import { refusedAddresses, type UrgentMailRow, urgentMails } from '../../db/schema/mailings.ts';
import * as statements from '../../db/statements.ts';
import { iso } from '../platform/clock.ts';
import { CLAIM_MS } from './rules.ts';

export const find = statements.findBy(urgentMails, ['id']);

async function getClaimTimes(db: Db): Promise<{ databaseTime: string; until: string }> {
  const databaseTime = await getConnection(db).getTime();
  return { databaseTime, until: iso(Date.parse(databaseTime) + CLAIM_MS) };
}

/** Inserts a mail that any worker sends. */
export async function insertUnclaimed(
  db: Db,
  row: Omit<UrgentMailRow, 'claimedBy' | 'claimedUntil'>,
): Promise<void> {
  await db
    .insert(urgentMails)
    .values({ ...row, claimedBy: null, claimedUntil: null })
    .run();
}

/** Inserts a mail that a worker has already claimed for the first attempt. */
export async function insertClaimed(db: Db, row: Omit<UrgentMailRow, 'claimedUntil'>): Promise<void> {
  const { until } = await getClaimTimes(db);
  await db
    .insert(urgentMails)
    .values({ ...row, claimedUntil: until })
    .run();
}

const selectDue = statements.queryOne(
  { now: urgentMails.nextAttemptAt, databaseTime: urgentMails.claimedUntil },
  (db, p) =>
    db
      .select({ id: urgentMails.id })
      .from(urgentMails)
      .where(
        sql`${urgentMails.nextAttemptAt} <= ${p.now}
          and (${urgentMails.claimedUntil} is null or ${urgentMails.claimedUntil} <= ${p.databaseTime})`,
      )
      .limit(1),
);

/** Returns whether a mail is due that no worker sends. */
export async function hasDue(db: Db, now: string): Promise<boolean> {
  const { databaseTime } = await getClaimTimes(db);
  return (await selectDue(db, { now, databaseTime })) !== undefined;
}

/** Claims due mails for a worker, until their results are stored or the claim expires. */
export async function claimDue(
  db: Db,
  { now, worker, limit }: { now: string; worker: string; limit: number },
): Promise<string[]> {
  const { databaseTime, until } = await getClaimTimes(db);
  const { id, nextAttemptAt, claimedUntil, attempts } = urgentMails;
  const isFree = or(isNull(claimedUntil), lte(claimedUntil, databaseTime));
  const due = db
    .select({ id })
    .from(urgentMails)
    .where(and(lte(nextAttemptAt, now), isFree))
    .orderBy(asc(nextAttemptAt), asc(id))
    .limit(limit);
  const claimed = await db
    .update(urgentMails)
    .set({ attempts: sql`${attempts} + 1`, claimedBy: worker, claimedUntil: until })
    .where(sql`${id} in (${due} ${skipLocked(db)})`)
    .returning({ id })
    .all();
  return claimed.map(row => row.id);
}

/** Ends the claims of a worker that has stopped; without one, those of all workers. Their mails are sent again. */
export async function releaseClaims(db: Db, worker?: string): Promise<void> {
  const ofWorker = worker === undefined ? undefined : eq(urgentMails.claimedBy, worker);
  await db
    .update(urgentMails)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(isNotNull(urgentMails.claimedUntil), ofWorker))
    .run();
}

const updateRow = statements.update(urgentMails);

/** Ends the claim, and schedules the next attempt. */
export async function scheduleNext(db: Db, id: string, nextAttemptAt: string): Promise<void> {
  await updateRow(db, id, { nextAttemptAt, claimedBy: null, claimedUntil: null });
}

/** Deletes a mail that was sent or given up, so that neither its code nor its address is kept. */
export const remove = statements.deleteBy(urgentMails, ['id']);

export const saveRefusal = statements.save(refusedAddresses, ['email']);

export const removeRefusal = statements.deleteBy(refusedAddresses, ['email']);

const findRefusal = statements.findBy(refusedAddresses, ['email']);

export async function findRefusedAt(db: Db, email: string): Promise<string | undefined> {
  return (await findRefusal(db, email))?.refusedAt;
}

/** Deletes refusals of before a time. @returns how many */
export async function deleteRefusals(db: Db, before: string, limit: number): Promise<number> {
  const { email, refusedAt } = refusedAddresses;
  const old = db.select({ email }).from(refusedAddresses).where(lt(refusedAt, before)).limit(limit);
  const deleted = await db.delete(refusedAddresses).where(inArray(email, old)).returning({ email }).all();
  return deleted.length;
}
