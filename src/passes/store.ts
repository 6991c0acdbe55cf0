import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  type PassIssuerRow,
  type PassRow,
  passDevices,
  passes,
  passIssuers,
} from '../../db/schema/passes.ts';
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

/** Notes that all passes of an issuer changed. */
export async function touchAll(db: Db, key: Key, updatedAt: string): Promise<void> {
  const where = and(eq(passes.businessId, key.businessId), eq(passes.platform, key.platform));
  await db.update(passes).set({ updatedAt }).where(where).run();
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
