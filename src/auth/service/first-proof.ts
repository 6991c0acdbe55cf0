import { NO_SESSION, type TxCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import * as accessStore from '../access-store.ts';
import * as keysStore from '../keys-store.ts';
import { findDerived } from '../rules.ts';
import * as store from '../store.ts';
import { listDerivedKeys, revokeKey } from './keys.ts';
import { removeBusinessUser } from './leave-business.ts';

interface Proof {
  /** Whether the person created the account, so that its keys, people and factors stay. */
  keepAccess?: boolean;
  /** The session of the account in which the address was proven: it stays, as with `keepAccess`. */
  sessionId?: string;
}

/**
 * Records that a person has proven the address of an account: by a code, a mailed link, or a link from an admin. Anyone
 * could have registered with the address, or added it to a business, so the first proof ends every way in that was made
 * before it: sessions, password, passkeys, authenticator app, PIN, pending links, and whatever the account and its API
 * keys made in turn: people, keys, devices and links for spreadsheets. In a business that the account registered, webhooks
 * are turned off, and shop systems need a new secret. Admins keep everything but their sessions: they do not register.
 * @returns the account, without a password unless it is kept
 */
export async function proveAddress(
  tx: TxCtx,
  user: store.UserRow,
  { sessionId, keepAccess = sessionId !== undefined }: Proof = {},
): Promise<store.UserRow> {
  if (user.emailConfirmedAt !== null) return user;
  const { id, role, businessId, position } = user;
  const now = nowIso(tx.clock);
  await store.confirmEmail(tx.db, id, now);
  await store.endUserSessions(tx.db, id, 'passwordReset', now, sessionId);
  if (keepAccess || role === 'admin') return { ...user, emailConfirmedAt: now };
  const self = tx.as({ kind: 'user', id, role, businessId, position, sessionId: NO_SESSION });
  const made = businessId === null ? [] : await endBusinessAccess(self, user, businessId);
  await accessStore.endAccess(tx.db, 'firstProof', [id, ...made], now);
  return { ...(await store.setPasswordHash(tx.db, id, null, now)), emailConfirmedAt: now };
}

/**
 * Removes the people whom an account or its API keys added to a business, and revokes the keys.
 * @returns the IDs of all of them, and of the business if the account registered it
 */
async function endBusinessAccess(tx: TxCtx, user: store.UserRow, businessId: string): Promise<string[]> {
  const team = await accessStore.listTeam(tx.db, businessId);
  const people = team.map(({ id, createdBy }) => ({ id, createdBy, rotatedBy: null }));
  const made = findDerived(user.id, [...people, ...(await keysStore.listAll(tx.db, businessId))]);
  made.delete(user.id);
  for (const person of team) if (made.has(person.id)) await removeBusinessUser(tx, person);
  for (const { id } of await listDerivedKeys(tx, businessId, user.id)) await revokeKey(tx, id);
  return user.createdBy === null ? [...made, businessId] : [...made];
}
