import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { slugs } from '../../db/schema/businesses.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(slugs, ['kind', 'slug']);

/** Inserts a slug unless it is taken. @returns whether it was inserted */
export const insertIfFree = statements.insertIfNew(slugs);

export async function countOfRecord(db: Db, recordId: string): Promise<number> {
  return await db.$count(slugs, eq(slugs.recordId, recordId));
}
