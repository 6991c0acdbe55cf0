import type { Db } from '../../db/client.ts';
import { verificationResults } from '../../db/schema/verification.ts';

/** Keeps a result. @returns false when the provider sent this id before */
export function insertIfNew(db: Db, result: typeof verificationResults.$inferInsert): boolean {
  const { provider } = verificationResults;
  return (
    db.insert(verificationResults).values(result).onConflictDoNothing().returning({ provider }).get() !==
    undefined
  );
}
