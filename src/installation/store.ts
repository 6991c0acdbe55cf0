import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Registration } from '../../db/enums.ts';
import { findFact, saveFact } from '../../db/facts.ts';
import { facts } from '../../db/schema/reference.ts';

/** Returns the public address that was set in the database; undefined without one. */
export const findPublicUrl = (db: Db) => findFact(db, 'publicUrl');

export const savePublicUrl = (db: Db, value: string) => saveFact(db, 'publicUrl', value);

export async function deletePublicUrl(db: Db): Promise<void> {
  await db.delete(facts).where(eq(facts.name, 'publicUrl')).run();
}

/** Returns the ID of the user who set the installation up; undefined if none did. */
export const findFounder = (db: Db) => findFact(db, 'founder');

/** Returns the choice at set-up of who can register; undefined without one. */
export const findRegistration = (db: Db) => findFact(db, 'registration') as Promise<Registration | undefined>;

export const saveRegistration = (db: Db, value: Registration) => saveFact(db, 'registration', value);

export const saveFounder = (db: Db, userId: string) => saveFact(db, 'founder', userId);
