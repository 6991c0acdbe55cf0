import type { Actor } from './context.ts';
import { notFound } from './errors.ts';

/** A record of a business, and perhaps of one person there. */
export interface Owned {
  businessId: string;
  userId?: string;
}

/** Does the record belong to the caller's business (or is the caller an admin)? */
export function belongsToBusiness(actor: Actor, record: { businessId: string }): boolean {
  return actor.role === 'admin' || (actor.role === 'business' && record.businessId === actor.businessId);
}

/** May the caller see the record? That of its business, its own as a person, or any as an admin. */
export function canRead(actor: Actor, record: Owned): boolean {
  return belongsToBusiness(actor, record) || (actor.role === 'customer' && record.userId === actor.id);
}

/** The record, if it is there and the caller may see it. @throws NOT_FOUND, the same for absent and foreign */
export function requireReadable<T extends Owned>(actor: Actor, record: T | undefined): T {
  if (!record || !canRead(actor, record)) throw notFound();
  return record;
}

/**
 * The record, if it is there and the caller may act on it for its business. `named` is a businessId that came
 * along: harmless when it is the record's own, and otherwise as good as a foreign record.
 * @throws NOT_FOUND, the same for absent and foreign
 */
export function requireBusinessRecord<T extends { businessId: string }>(
  actor: Actor,
  record: T | undefined,
  named?: string,
): T {
  if (!record || !belongsToBusiness(actor, record)) throw notFound();
  if (named !== undefined && named !== record.businessId) throw notFound();
  return record;
}

export interface ListScope {
  businessId?: string;
  userId?: string;
}

/**
 * The part of a list that the caller may see, narrowed to the business or person it asks for.
 * @returns undefined when it asks for somebody else's: the list is empty then.
 */
export function resolveListScope(actor: Actor, asked: ListScope): ListScope | undefined {
  const { businessId, userId } = asked;
  if (actor.role === 'admin') return { businessId, userId };
  if (actor.role === 'business' && actor.businessId !== null) {
    if (businessId !== undefined && businessId !== actor.businessId) return undefined;
    return { businessId: actor.businessId, userId };
  }
  if (actor.role !== 'customer' || (userId !== undefined && userId !== actor.id)) return undefined;
  return { businessId, userId: actor.id };
}
