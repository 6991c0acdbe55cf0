import { eq, or } from 'drizzle-orm';
import { apiKeySecrets } from '../../db/schema/api-keys.ts';
import * as auth from '../../db/schema/auth.ts';
import type { TestApp } from './test-app.ts';

/** Returns what opens accounts and businesses as text: the credentials, and the people with all rights. */
export async function readCredentials({ app }: TestApp): Promise<string> {
  const { reader } = app.services.database;
  const rows = await Promise.all([
    reader.select({ publicKey: auth.passkeys.publicKey }).from(auth.passkeys).all(),
    reader.select().from(auth.pins).all(),
    reader
      .select({ userId: auth.totpSecrets.userId, secret: auth.totpSecrets.secret })
      .from(auth.totpSecrets)
      .all(),
    reader.select().from(auth.recoveryCodes).all(),
    reader.select().from(apiKeySecrets).all(),
    reader
      .select({ id: auth.users.id, email: auth.users.email, password: auth.users.passwordHash })
      .from(auth.users)
      .all(),
    reader
      .select({ id: auth.users.id })
      .from(auth.users)
      .where(or(eq(auth.users.position, 'owner'), eq(auth.users.role, 'admin')))
      .all(),
  ]);
  return rows
    .map(table =>
      table
        .map(row => JSON.stringify(row))
        .sort()
        .join(),
    )
    .join('|');
}
