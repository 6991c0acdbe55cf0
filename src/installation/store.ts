import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { facts } from '../../db/schema/reference.ts';
import * as statements from '../../db/statements.ts';

const PUBLIC_URL = 'publicUrl';

const selectFact = statements.selectOne(facts, { name: facts.name }, p => ({
  where: eq(facts.name, p.name),
}));

/** Returns the public address that was set in the database; undefined without one. */
export async function findPublicUrl(db: Db): Promise<string | undefined> {
  return (await selectFact(db, { name: PUBLIC_URL }))?.value;
}

export async function savePublicUrl(db: Db, value: string): Promise<void> {
  await db
    .insert(facts)
    .values({ name: PUBLIC_URL, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
    .run();
}

export async function deletePublicUrl(db: Db): Promise<void> {
  await db.delete(facts).where(eq(facts.name, PUBLIC_URL)).run();
}

/** Returns whether the installation has one business. */
export async function isOnlyBusiness(db: Db): Promise<boolean> {
  return (await db.select({ id: businesses.id }).from(businesses).limit(2).all()).length === 1;
}
