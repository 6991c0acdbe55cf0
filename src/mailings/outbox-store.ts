import { and, asc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { getConnection, skipLocked } from '../../db/drizzle-handle.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import { type MailRow, mailOutbox } from '../../db/schema/mailings.ts';
import * as statements from '../../db/statements.ts';
import { iso } from '../platform/clock.ts';
import { CLAIM_MS, FAILING_ATTEMPTS } from './rules/attempts.ts';

export const find = statements.findBy(mailOutbox, ['id']);

/** Inserts a mail, unless there is one of the same person, kind and occasion. */
export const insertOnce = statements.query(statements.allColumns(mailOutbox), (db, row) =>
  db
    .insert(mailOutbox)
    .values(row)
    .onConflictDoNothing({ target: [mailOutbox.userId, mailOutbox.kind, mailOutbox.occasion] }),
);

const selectOccasion = statements.queryOne(
  { userId: mailOutbox.userId, kind: mailOutbox.kind, occasion: mailOutbox.occasion },
  (db, p) =>
    db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(
        and(
          eq(mailOutbox.userId, p.userId),
          eq(mailOutbox.kind, p.kind),
          eq(mailOutbox.occasion, p.occasion),
        ),
      ),
);

/** Returns whether there is a mail of a person, kind and occasion, sent or not. */
export async function hasOccasion(
  db: Db,
  key: Pick<MailRow, 'userId' | 'kind' | 'occasion'>,
): Promise<boolean> {
  return (await selectOccasion(db, key)) !== undefined;
}

/** Lists the mails of a business, without those of the exchange: a shop must not learn who traded. */
export const listByBusiness = listQuery(mailOutbox, {
  filters: {
    businessId: mailOutbox.businessId,
    state: mailOutbox.state,
    kind: mailOutbox.kind,
  },
  owners: ['businessId'],
  newestFirst: [mailOutbox.createdAt, mailOutbox.id],
  counter: { list: 'mails', dimensions: { state: byDimension }, scopes: ['businessId'] },
});

const isOpen = sql`${mailOutbox.state} in ('waiting', 'sending')`;

const selectDue = statements.queryOne(
  { now: mailOutbox.nextAttemptAt, databaseTime: mailOutbox.claimedUntil },
  (db, p) =>
    db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(
        sql`${isOpen} and ${mailOutbox.nextAttemptAt} <= ${p.now}
          and (${mailOutbox.claimedUntil} is null or ${mailOutbox.claimedUntil} <= ${p.databaseTime})`,
      )
      .orderBy(asc(mailOutbox.nextAttemptAt), asc(mailOutbox.id))
      .limit(1),
);

/** Returns whether a mail is due that no worker sends. */
export async function hasDue(db: Db, now: string): Promise<boolean> {
  const databaseTime = await getConnection(db).getTime();
  return (await selectDue(db, { now, databaseTime })) !== undefined;
}

/** How many open mails are looked at: the next attempts at failing ones are soon, before mails that wait for the morning. */
const LOOKED_AT = 1_000;

/** Since when mails wait that were tried several times, and one of the last errors; null for both if there are none. */
export interface FailingMails {
  since: string | null;
  error: string | null;
}

/** Looks for mails that wait after several attempts. */
export async function findFailing(db: Db): Promise<FailingMails> {
  const [found] = await db.all<FailingMails>(sql`
    select min(created_at) as since, max(error) as error from (
      select created_at, error, attempts from mail_outbox where ${isOpen} and next_attempt_at > ''
      order by next_attempt_at, id limit ${LOOKED_AT}) as limited
    where attempts >= ${FAILING_ATTEMPTS}`);
  return found as FailingMails;
}

const claimRows = statements.query(
  {
    now: mailOutbox.nextAttemptAt,
    worker: String,
    databaseTime: mailOutbox.claimedUntil,
    until: mailOutbox.claimedUntil,
    limit: Number,
  },
  (db, p) =>
    db
      .update(mailOutbox)
      .set({
        state: 'sending',
        attempts: sql`${mailOutbox.attempts} + 1`,
        claimedBy: sql`${p.worker}`,
        claimedUntil: sql`${p.until}`,
      })
      .where(
        sql`id in (
          select id from mail_outbox
          where state in ('waiting', 'sending') and next_attempt_at <= ${p.now}
            and (claimed_until is null or claimed_until <= ${p.databaseTime})
          order by next_attempt_at, id limit ${p.limit} ${skipLocked(db)})`,
      )
      .returning({ id: mailOutbox.id }),
);

/** Claims due mails for a worker, longest waiting first, until their results are stored or the claim expires. */
export async function claimDue(
  db: Db,
  claim: { now: string; worker: string; limit: number },
): Promise<string[]> {
  const databaseTime = await getConnection(db).getTime();
  const until = iso(Date.parse(databaseTime) + CLAIM_MS);
  return (await claimRows(db, { ...claim, databaseTime, until })).map(({ id }) => id);
}

/** Ends the claims of a worker that has stopped; without one, those of all workers. Their mails are sent again. */
export async function releaseClaims(db: Db, worker?: string): Promise<void> {
  const ofWorker = worker === undefined ? undefined : eq(mailOutbox.claimedBy, worker);
  await db
    .update(mailOutbox)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(isOpen, isNotNull(mailOutbox.claimedUntil), ofWorker))
    .run();
}

const updateRow = statements.update(mailOutbox);

/** Stores the result of an attempt, and ends the claim. */
export async function finish(db: Db, id: string, change: Partial<MailRow>): Promise<void> {
  await updateRow(db, id, { ...change, claimedBy: null, claimedUntil: null });
}

/** Deletes mails that were created before a time and are not open. @returns how many */
export async function deleteBefore(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(lt(mailOutbox.createdAt, before), sql`${mailOutbox.state} not in ('waiting', 'sending')`))
    .limit(limit);
  const deleted = await db
    .delete(mailOutbox)
    .where(sql`${mailOutbox.id} in ${old}`)
    .returning({ id: mailOutbox.id })
    .all();
  return deleted.length;
}
