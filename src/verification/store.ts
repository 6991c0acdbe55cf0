import type { Db } from '../../db/client.ts';
import { verificationResults } from '../../db/schema/verification.ts';

/** Stores a result. @returns false if the provider already sent this event ID */
export async function insertIfNew(db: Db, result: typeof verificationResults.$inferInsert): Promise<boolean> {
  const { provider } = verificationResults;
  return (
    (await db
      .insert(verificationResults)
      .values(result)
      .onConflictDoNothing()
      .returning({ provider })
      .get()) !== undefined
  );
}
