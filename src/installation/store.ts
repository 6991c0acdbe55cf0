import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { findFact, saveFact } from '../../db/facts.ts';
import { facts } from '../../db/schema/reference.ts';

const PUBLIC_URL = 'publicUrl';
/** The ID of the user who set the installation up. */
const FOUNDER = 'founder';

/** Returns the public address that was set in the database; undefined without one. */
export const findPublicUrl = (db: Db) => findFact(db, PUBLIC_URL);

export const savePublicUrl = (db: Db, value: string) => saveFact(db, PUBLIC_URL, value);

/** Returns the ID of the user who set the installation up; undefined if none did. */
export const findFounder = (db: Db) => findFact(db, FOUNDER);

export const saveFounder = (db: Db, userId: string) => saveFact(db, FOUNDER, userId);

export async function deletePublicUrl(db: Db): Promise<void> {
  await db.delete(facts).where(eq(facts.name, PUBLIC_URL)).run();
}
