import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { facts } from '../../db/schema/reference.ts';
import * as statements from '../../db/statements.ts';

const PUBLIC_URL = 'publicUrl';
/** The ID of the user who set the installation up. */
const FOUNDER = 'founder';

const selectFact = statements.selectOne(facts, { name: facts.name }, p => ({
  where: eq(facts.name, p.name),
}));

/** Returns the public address that was set in the database; undefined without one. */
export async function findPublicUrl(db: Db): Promise<string | undefined> {
  return (await selectFact(db, { name: PUBLIC_URL }))?.value;
}

export const savePublicUrl = (db: Db, value: string) => saveFact(db, PUBLIC_URL, value);

/** Returns the ID of the user who set the installation up; undefined if none did. */
export async function findFounder(db: Db): Promise<string | undefined> {
  return (await selectFact(db, { name: FOUNDER }))?.value;
}

export const saveFounder = (db: Db, userId: string) => saveFact(db, FOUNDER, userId);

async function saveFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insert(facts)
    .values({ name, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
    .run();
}

export async function deletePublicUrl(db: Db): Promise<void> {
  await db.delete(facts).where(eq(facts.name, PUBLIC_URL)).run();
}
