import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { passkeys } from '../../db/schema/auth.ts';
import * as statements from '../../db/statements.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Lists the passkeys of a user, newest first. */
export const listPasskeys = listQuery(passkeys, {
  filters: { userId: passkeys.userId },
  owners: ['userId'],
  newestFirst: [passkeys.createdAt, passkeys.id],
});

/** Lists the IDs that the authenticators of a user have given to their credentials. */
export async function listCredentialIds(db: Db, userId: string): Promise<string[]> {
  const { credentialId } = passkeys;
  const rows = await db.select({ credentialId }).from(passkeys).where(eq(passkeys.userId, userId)).all();
  return rows.map(row => row.credentialId);
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  return await db.$count(passkeys, eq(passkeys.userId, userId));
}

export const findPasskey = statements.findBy(passkeys, ['credentialId']);

export const insertPasskey = statements.insert(passkeys);

/** Saves a use. @returns false if the passkey was removed, or used with another counter meanwhile */
export async function usePasskey(
  db: Db,
  { id, counter }: PasskeyRow,
  use: { counter: number; lastUsedAt: string },
): Promise<boolean> {
  const isSame = and(eq(passkeys.id, id), eq(passkeys.counter, counter));
  return (await db.update(passkeys).set(use).where(isSame).returning({ id: passkeys.id }).all()).length > 0;
}

interface OwnPasskey {
  id: string;
  userId: string;
}

/** Renames a passkey of a user. @returns undefined if the user has no such passkey */
export async function renamePasskey(
  db: Db,
  { id, userId }: OwnPasskey,
  name: string,
): Promise<PasskeyRow | undefined> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  return (await db.update(passkeys).set({ name }).where(isOwn).returning().all())[0];
}

/** Deletes a passkey of a user. @returns false if the user has no such passkey */
export async function deletePasskey(db: Db, { id, userId }: OwnPasskey): Promise<boolean> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  return (await db.delete(passkeys).where(isOwn).returning({ id: passkeys.id }).all()).length > 0;
}
