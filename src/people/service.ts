import type { Actor, AnyCtx } from '../context.ts';
import { notFound } from '../errors.ts';
import { isWellFormedId } from '../platform/ids.ts';
import * as store from './store.ts';

/**
 * Returns whether the person has dealt with the business: submitted proof to it, joined one of its programs, or
 * accepted an invitation to work for it. Records that the business created on the person's behalf do not count.
 */
export async function isLinked({ db }: AnyCtx, businessId: string, userId: string): Promise<boolean> {
  return isWellFormedId(userId) && (await store.hasLink(db, { businessId, userId }));
}

/** Returns those of the references that are accounts of people who have dealt with the business. */
export async function listLinked(ctx: AnyCtx, businessId: string, references: string[]): Promise<string[]> {
  const linked: string[] = [];
  for (const reference of references) if (await isLinked(ctx, businessId, reference)) linked.push(reference);
  return linked;
}

/**
 * Checks that the caller may act for a customer of a business. References in the business's own format are allowed;
 * an ID in this installation's format is an account, which a business may reference only if the
 * person has dealt with it.
 * @throws NOT_FOUND, the same for a missing account and for one that is not linked
 */
export async function assertCanReference(
  ctx: AnyCtx,
  businessId: string,
  reference: string,
  field: 'memberId' | 'userId',
): Promise<void> {
  if (!isWellFormedId(reference) || reference === ctx.actor.id) return;
  const isAllowed =
    ctx.actor.role === 'admin'
      ? await store.hasAccount(ctx.db, reference)
      : reference === businessId || (await isLinked(ctx, businessId, reference));
  if (!isAllowed) throw notFound({ kind: 'user', field });
}

/** Returns whether the person acts directly, rather than a business or program on their behalf. */
export function isSelf(actor: Actor, userId: string): boolean {
  return actor.kind === 'user' && actor.id === userId;
}
