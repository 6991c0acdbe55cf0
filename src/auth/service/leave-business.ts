import { NO_SESSION, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import type { ApiKey } from '../model.ts';
import * as store from '../store.ts';
import * as keys from './keys.ts';
import { addUser } from './register.ts';

/** Removes a person from a business and revokes the API keys they created. @returns these keys */
export async function removeBusinessUser(
  tx: TxCtx,
  user: store.UserRow,
  { keepKeys = false } = {},
): Promise<ApiKey[]> {
  const made = await keys.listDerivedKeys(tx, user.businessId as string, user.id);
  if (!keepKeys) for (const key of made) await keys.revokeKey(tx, key.id);
  await store.deleteUser(tx.db, user.id);
  return made;
}

export async function isLastOwner(tx: TxCtx, { position, businessId }: store.UserRow): Promise<boolean> {
  return position === 'owner' && (await store.countOwners(tx.db, businessId as string)) === 1;
}

/**
 * Converts a person who leaves a business to a customer under a new account, so that nothing the business recorded
 * under their name stays with the address.
 * @throws VALIDATION_ERROR for users without a business; CONFLICT for the last owner, unless the address was never
 * confirmed
 */
export async function leaveBusiness(
  tx: TxCtx,
  user: store.UserRow,
  passwordHash: string,
): Promise<store.UserRow> {
  const { id, role, businessId, position, email, emailConfirmedAt } = user;
  if (businessId === null)
    throw invalid('leaveBusiness', "can't be used: the account doesn't belong to a business", 'conflict');
  if (emailConfirmedAt !== null && (await isLastOwner(tx, user)))
    throw new AppError('CONFLICT', "The last owner of a business can't leave it");
  const self = { kind: 'user' as const, id, role, businessId, position, sessionId: NO_SESSION };
  await removeBusinessUser(tx.as(self), user);
  const name = email.slice(0, email.indexOf('@'));
  return await addUser(tx, { email, name, role: 'customer', passwordHash });
}
