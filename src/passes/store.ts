import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  type PassIssuerRow,
  type PassRow,
  passDevices,
  passes,
  passIssuers,
} from '../../db/schema/passes.ts';
import { rewards } from '../../db/schema/rewards.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(passes, ['id']);
export const insert = statements.insert(passes);
export const update = statements.update(passes);

/** Lists the issuers of a business, up to one per platform. */
export const listIssuers = statements.listBy(passIssuers, ['businessId']);

/** Lists the issuers of all businesses, for the job that updates their passes. */
export async function listAllIssuers(db: Db): Promise<PassIssuerRow[]> {
  return await db.select().from(passIssuers).all();
}

type Key = Pick<PassIssuerRow, 'businessId' | 'platform'>;

function isIssuer({ businessId, platform }: Key) {
  return and(eq(passIssuers.businessId, businessId), eq(passIssuers.platform, platform));
}

/** Creates or replaces an issuer. */
export const saveIssuer = statements.save(passIssuers, ['businessId', 'platform']);

export async function deleteIssuer(db: Db, key: Key): Promise<void> {
  await db.delete(passIssuers).where(isIssuer(key)).run();
}

/** Notes the last event whose passes were updated. */
export async function setSequence(db: Db, key: Key, eventSequence: number): Promise<void> {
  await db.update(passIssuers).set({ eventSequence }).where(isIssuer(key)).run();
}

export const findBySubject = statements.findBy(passes, ['businessId', 'subject', 'platform']);

/** Lists the passes of an issuer after a given one, in the order of their IDs. */
export async function listOfIssuer(db: Db, key: Key, after: string, limit: number): Promise<PassRow[]> {
  const isOfIssuer = and(eq(passes.businessId, key.businessId), eq(passes.platform, key.platform));
  const where = and(isOfIssuer, gt(passes.id, after));
  return await db.select().from(passes).where(where).orderBy(passes.id).limit(limit).all();
}

/** Notes that all passes of an issuer changed, also for the devices that have them. */
export async function touchAll(db: Db, key: Key, updatedAt: string): Promise<void> {
  const where = and(eq(passes.businessId, key.businessId), eq(passes.platform, key.platform));
  await db.update(passes).set({ updatedAt }).where(where).run();
  if (key.platform !== 'apple') return;
  const changed = db.select({ id: passes.id }).from(passes).where(where);
  await db
    .update(passDevices)
    .set({ pushDueAt: updatedAt })
    .where(inArray(passDevices.passId, changed))
    .run();
}

/** Notes why the last update of an issuer's passes failed, or null that it worked. */
export async function setLastError(db: Db, key: Key, lastError: string | null): Promise<void> {
  await db.update(passIssuers).set({ lastError }).where(isIssuer(key)).run();
}

/** Replaces the settings of an issuer. */
export async function setSettings(db: Db, key: Key, settings: PassIssuerRow['settings']): Promise<void> {
  await db.update(passIssuers).set({ settings }).where(isIssuer(key)).run();
}

/** Lists the passes of a business that show one of the subjects. */
export async function listBySubjects(db: Db, key: Key, subjects: string[]): Promise<PassRow[]> {
  if (subjects.length === 0) return [];
  const where = and(
    eq(passes.businessId, key.businessId),
    inArray(passes.subject, subjects),
    eq(passes.platform, key.platform),
  );
  return await db.select().from(passes).where(where).all();
}

/** Changes under which subject events name the record of passes. */
export async function renameSubject(db: Db, businessId: string, from: string, to: string): Promise<void> {
  const isNamed = and(eq(passes.businessId, businessId), eq(passes.subject, from));
  await db.update(passes).set({ subject: to }).where(isNamed).run();
}

const END_OF_TIME = '9999';

type Device = typeof passDevices.$inferSelect;

function isDevice(deviceId: string, passId: string) {
  return and(eq(passDevices.deviceId, deviceId), eq(passDevices.passId, passId));
}

/** Returns whether a device asks for the updates of a pass. */
export async function hasDevice(db: Db, deviceId: string, passId: string): Promise<boolean> {
  const where = isDevice(deviceId, passId);
  return (await db.select().from(passDevices).where(where).all()).length > 0;
}

/** Registers a device, or replaces its push token. */
export async function saveDevice(db: Db, row: Device): Promise<void> {
  const target = [passDevices.deviceId, passDevices.passId];
  const set = { pushToken: row.pushToken };
  await db.insert(passDevices).values(row).onConflictDoUpdate({ target, set }).run();
}

/** Deletes all devices of a pass but the `keep` that registered last. */
export async function trimDevices(db: Db, passId: string, keep: number): Promise<void> {
  const { deviceId, createdAt } = passDevices;
  const rows = await db
    .select({ deviceId })
    .from(passDevices)
    .where(eq(passDevices.passId, passId))
    .orderBy(desc(createdAt), desc(deviceId))
    .all();
  for (const device of rows.slice(keep)) await deleteDevice(db, device.deviceId, passId);
}

export async function deleteDevice(db: Db, deviceId: string, passId: string): Promise<void> {
  await db.delete(passDevices).where(isDevice(deviceId, passId)).run();
}

/** Lists the passes of a device that changed after a time. */
export async function listUpdatedOfDevice(db: Db, deviceId: string, since: string) {
  return await db
    .select({ id: passes.id, updatedAt: passes.updatedAt })
    .from(passDevices)
    .innerJoin(passes, eq(passes.id, passDevices.passId))
    .where(and(eq(passDevices.deviceId, deviceId), gt(passes.updatedAt, since)))
    .all();
}

/** Notes that the devices of a pass should be notified. */
export async function makeDue(db: Db, passId: string, pushDueAt: string): Promise<void> {
  await db.update(passDevices).set({ pushDueAt }).where(eq(passDevices.passId, passId)).run();
}

/** Lists devices of a business's customers that should be notified by now. */
export const listDue = statements.select(
  passDevices,
  { now: passDevices.createdAt, businessId: passes.businessId, limit: Number },
  p => ({
    where: and(
      isNotNull(passDevices.pushDueAt),
      lte(passDevices.pushDueAt, p.now),
      sql`exists (select 1 from ${passes} where ${passes.id} = ${passDevices.passId} and ${passes.businessId} = ${p.businessId})`,
    ),
    orderBy: [asc(passDevices.pushDueAt)],
    limit: p.limit,
  }),
);

/** Returns whether devices with passes of an issuer wait to be notified. */
export async function hasDue(db: Db, { businessId, platform }: Key): Promise<boolean> {
  return platform === 'apple' && (await listDue(db, { businessId, now: END_OF_TIME, limit: 1 })).length > 0;
}

/** Notes when a device should be notified again, or null that it was; without effect if its pass changed meanwhile. */
export async function setDue(
  db: Db,
  { deviceId, passId, pushDueAt: known }: Pick<Device, 'deviceId' | 'passId' | 'pushDueAt'>,
  pushDueAt: string | null,
): Promise<void> {
  const where = and(
    isDevice(deviceId, passId),
    known === null ? undefined : eq(passDevices.pushDueAt, known),
  );
  await db.update(passDevices).set({ pushDueAt }).where(where).run();
}

/** Lists Apple passes of open rewards that expire soon and whose last message has another reason. */
export const listExpiring = statements.query(
  { now: rewards.expiresAt, until: rewards.expiresAt, newsOf: passes.id, limit: Number },
  (db, p) =>
    db
      .select({ id: passes.id, locale: passes.locale, rewardId: rewards.id })
      .from(rewards)
      .innerJoin(
        passes,
        and(
          eq(passes.businessId, rewards.businessId),
          eq(passes.subject, sql`'reward:' || ${rewards.id}`),
          eq(passes.platform, 'apple'),
        ),
      )
      .where(
        and(
          sql`${rewards.status} = 'issued'`,
          gt(rewards.expiresAt, p.now),
          lte(rewards.expiresAt, p.until),
          or(isNull(passes.newsOf), ne(passes.newsOf, p.newsOf)),
        ),
      )
      .orderBy(asc(rewards.expiresAt), asc(rewards.id))
      .limit(p.limit),
);

/** Counts the passes that an issuer has issued. */
export async function countPasses(db: Db, { businessId, platform }: Key): Promise<number> {
  const where = and(eq(passes.businessId, businessId), eq(passes.platform, platform));
  return await db.$count(passes, where);
}

/** Counts the phones of a business's customers that get updates. */
export const countPhones = statements.queryNumber({ businessId: passes.businessId }, (db, p) =>
  db
    .select({ count: sql<number>`count(distinct ${passDevices.deviceId})` })
    .from(passes)
    .innerJoin(passDevices, eq(passDevices.passId, passes.id))
    .where(eq(passes.businessId, p.businessId)),
);
