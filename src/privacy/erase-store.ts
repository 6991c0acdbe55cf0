import { and, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import type { TableData } from '../../db/personal-data/map.ts';
import { users } from '../../db/schema/auth.ts';
import { type ErasureRow, erasures } from '../../db/schema/erasures.ts';
import { type EventRow, events } from '../../db/schema/events.ts';
import { type ExportLinkRow, exportLinks } from '../../db/schema/export-links.ts';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';
import { type MemberRow, members, programs } from '../../db/schema/programs.ts';
import * as statements from '../../db/statements.ts';
import { toSearchPattern } from '../platform/page.ts';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import { listConditions, type Subject } from './store.ts';

/** Events and patterns in one statement. */
const BATCH_SIZE = 200;
/** Replaces a stored response about an erased person: a repetition of its request still changes nothing. */
const ERASED_RESPONSE = JSON.stringify({ success: true, data: { erased: true } });

export const findUser = statements.findBy(users, ['id']);
export const findMember = statements.findBy(members, ['id']);
export const findErasure = statements.findBy(erasures, ['id']);

/** Deletes the rows of a table that belong to a person, or erases their personal columns. */
export async function eraseRows(db: Db, data: TableData, subject: Subject): Promise<void> {
  if (data.erasure === 'cascade') return;
  const values = toErasedValues(data);
  if (data.erasure === 'keep' && Object.keys(values).length === 0) return;
  for (const where of listConditions(data, subject)) {
    if (data.erasure === 'delete') await db.delete(data.table).where(where).run();
    else await db.update(data.table).set(values).where(where).run();
  }
}

function toErasedValues({ table, personal }: TableData): Record<string, unknown> {
  const columns = getTableColumns(table);
  const values: Record<string, unknown> = {};
  for (const [name, { erasing }] of Object.entries(personal)) {
    const column = columns[name] as SQLiteColumn;
    if (erasing.do === 'clear') values[name] = erasing.to;
    if (erasing.do === 'unlink')
      values[name] = sql`case when ${column} is null then null else ${columns.id} end`;
  }
  return values;
}

/** Replaces the reference by which a business knows a person in its records. */
export async function renameReference(
  db: Db,
  data: TableData,
  { subject, from, to }: { subject: Subject; from: string; to: string },
): Promise<void> {
  const { table, personal } = data;
  const columns = getTableColumns(table);
  for (const [name, { erasing }] of Object.entries(personal)) {
    if (erasing.do !== 'rename') continue;
    for (const where of listConditions(data, subject)) {
      const isNamed = eq(columns[name] as SQLiteColumn, from);
      await db
        .update(table)
        .set({ [name]: to })
        .where(and(where, isNamed))
        .run();
    }
  }
}

/** Rewrites the records in events. @param rewrite returns a record without personal data */
export async function rewriteEvents(
  db: Db,
  ids: readonly string[],
  rewrite: (event: EventRow) => EventRow['data'],
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    // A person can have thousands of events.
    if (start > 0) await yieldToEventLoop();
    const chunk = ids.slice(start, start + BATCH_SIZE);
    for (const event of await db.select().from(events).where(inArray(events.id, chunk)).all()) {
      const data = rewrite(event);
      if (JSON.stringify(data) !== JSON.stringify(event.data))
        await db.update(events).set({ data }).where(eq(events.id, event.id)).run();
    }
  }
}

/** Rewrites the parameters of links for spreadsheets, of one business or of all. */
export async function rewriteLinks(
  db: Db,
  businessId: string | undefined,
  rewrite: (query: ExportLinkRow['query']) => ExportLinkRow['query'],
): Promise<void> {
  const where = businessId === undefined ? undefined : eq(exportLinks.businessId, businessId);
  const links = db.select({ id: exportLinks.id, query: exportLinks.query }).from(exportLinks);
  for (const { id, query } of await links.where(where).all()) {
    const rewritten = rewrite(query);
    if (JSON.stringify(rewritten) !== JSON.stringify(query))
      await db.update(exportLinks).set({ query: rewritten }).where(eq(exportLinks.id, id)).run();
  }
}

/**
 * Deletes the stored responses to callers and those whose key contains one of the words, and replaces those that contain
 * one themselves.
 */
export async function eraseResponses(
  db: Db,
  callers: readonly string[],
  words: readonly string[],
): Promise<void> {
  const { caller, key, body } = idempotencyKeys;
  if (callers.length > 0)
    await db
      .delete(idempotencyKeys)
      .where(inArray(caller, [...callers]))
      .run();
  for (let start = 0; start < words.length; start += BATCH_SIZE) {
    const chunk = words.slice(start, start + BATCH_SIZE);
    const named = chunk.map(word => contains(key, word));
    await db
      .delete(idempotencyKeys)
      .where(or(...named))
      .run();
    const answered = chunk.map(word => contains(body, JSON.stringify(word).slice(1, -1)));
    await db
      .update(idempotencyKeys)
      .set({ body: ERASED_RESPONSE })
      .where(or(...answered))
      .run();
  }
}

function contains(column: SQLiteColumn, word: string): SQL {
  return sql`${column} like ${toSearchPattern(word)} escape '\\'`;
}

export async function listMembers(db: Db, ids: readonly string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return [];
  return await db
    .select()
    .from(members)
    .where(inArray(members.id, [...ids]))
    .all();
}

/** Lists the memberships of a person in a business, oldest first: one lookup per program. */
export async function listMemberships(db: Db, businessId: string, reference: string): Promise<MemberRow[]> {
  const isMember = and(eq(members.programId, programs.id), eq(members.memberId, reference));
  const found = await db
    .select({ member: members })
    .from(programs)
    .innerJoin(members, isMember)
    .where(eq(programs.businessId, businessId))
    .orderBy(members.id)
    .all();
  return found.map(({ member }) => member);
}

/** Returns the members who were merged into one of these. */
export async function listMerged(db: Db, keys: readonly string[]): Promise<MemberRow[]> {
  return await db
    .select()
    .from(members)
    .where(inArray(members.mergedInto, [...keys]))
    .all();
}

/** Adds an erasure to the log; a repeated one keeps its first time. */
export const insertErasure = statements.insertIfNew(erasures);

export async function listErasures(db: Db): Promise<ErasureRow[]> {
  return await db.select().from(erasures).where(isNotNull(erasures.id)).orderBy(erasures.erasedAt).all();
}
