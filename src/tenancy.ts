import type { LockKeys } from '../db/client.ts';
import type { Actor } from './context.ts';
import { notFound, type RecordReference } from './errors.ts';

/** A record of a business, and optionally of one user. */
interface Owned {
  businessId: string;
  userId?: string;
}

/** Returns whether the record belongs to the caller's business; true for every record when the caller is an admin. */
export function belongsToBusiness(actor: Actor, record: { businessId: string }): boolean {
  return actor.role === 'admin' || (actor.role === 'business' && record.businessId === actor.businessId);
}

/** Returns whether the caller may read the record: businesses and customers their own, admins any. */
function canRead(actor: Actor, record: Owned): boolean {
  return belongsToBusiness(actor, record) || (actor.role === 'customer' && record.userId === actor.id);
}

/** Returns the record if the caller may read it. @throws NOT_FOUND for a missing record and for another tenant's */
export function requireReadable<T extends Owned>(
  actor: Actor,
  reference: RecordReference,
  record: T | undefined,
): T {
  if (!record || !canRead(actor, record)) throw notFound(reference);
  return record;
}

/**
 * Returns the record if the caller may change it for its business. A `businessId` sent along must be the record's own.
 * @throws NOT_FOUND for a missing record and for another tenant's
 */
export function requireBusinessRecord<T extends { businessId: string }>(
  actor: Actor,
  reference: RecordReference,
  record: T | undefined,
  businessId?: string,
): T {
  if (!record || !belongsToBusiness(actor, record)) throw notFound(reference);
  if (businessId !== undefined && businessId !== record.businessId) throw notFound(reference);
  return record;
}

/**
 * Returns the lock keys of a transaction that changes a record of a business. The transaction must look the record up
 * again; its business never changes.
 * @param findRecord called unless the caller can only change records of its own business
 * @throws NOT_FOUND for a missing record
 */
export async function resolveLockKeys(
  actor: Actor,
  reference: RecordReference,
  findRecord: () => Promise<{ businessId: string } | undefined>,
): Promise<LockKeys> {
  if (actor.role === 'business' && actor.businessId !== null) return [`business:${actor.businessId}`];
  const record = await findRecord();
  if (!record) throw notFound(reference);
  return [`business:${record.businessId}`];
}

interface ListScope {
  businessId?: string;
  userId?: string;
}

/**
 * Returns the part of a list that the caller may read, narrowed to the requested business or user.
 * @returns undefined for a request for another tenant's records: the list is then empty
 */
export function resolveListScope(actor: Actor, requested: ListScope): ListScope | undefined {
  const { businessId, userId } = requested;
  if (actor.role === 'admin') return { businessId, userId };
  if (actor.role === 'business' && actor.businessId !== null) {
    if (businessId !== undefined && businessId !== actor.businessId) return undefined;
    return { businessId: actor.businessId, userId };
  }
  if (actor.role !== 'customer' || (userId !== undefined && userId !== actor.id)) return undefined;
  return { businessId, userId: actor.id };
}
