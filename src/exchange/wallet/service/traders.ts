import type { TraderRow } from '../../../../db/schema/exchange.ts';
import * as businesses from '../../../businesses/service.ts';
import type { AnyCtx, Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Enrollment, Wallet } from '../model.ts';
import * as store from '../store.ts';
import { readWallet } from './wallet.ts';

/** The trader that a call acts for: a business with all its users and keys, or a person. */
export interface TraderIdentity {
  ownerId: string;
  userId: string;
  businessId: string | null;
}

/** @throws NOT_FOUND if a non-admin names another business */
export async function resolveTrader(ctx: AnyCtx, named: string | undefined): Promise<TraderIdentity> {
  const { actor } = ctx;
  if (actor.businessId !== null || (named !== undefined && actor.role === 'admin')) {
    const businessId = await businesses.resolveBusinessId(ctx, named);
    return { ownerId: businessId, userId: actor.id, businessId };
  }
  if (named !== undefined) throw notFound({ kind: 'business', field: 'businessId' });
  return { ownerId: actor.id, userId: actor.id, businessId: null };
}

/** Returns the owner of the caller's orders, trades and wallet: the user or the user's business. */
export async function resolveOwnerId(ctx: AnyCtx, named?: string): Promise<string> {
  return (await resolveTrader(ctx, named)).ownerId;
}

/** @throws NOT_ENROLLED, NOT_FOUND */
export async function requireTrader(ctx: AnyCtx, named?: string): Promise<TraderRow> {
  const trader = await store.findTrader(ctx.db, await resolveOwnerId(ctx, named));
  if (!trader)
    throw new AppError('NOT_ENROLLED', 'Not enrolled on the exchange; enroll with POST /exchange/enroll');
  return trader;
}

/** Returns the caller's wallet. @throws NOT_ENROLLED, NOT_FOUND */
export async function getWallet(ctx: Ctx, named?: string): Promise<Wallet> {
  return await readWallet(ctx, (await requireTrader(ctx, named)).ownerId);
}

/** Returns the caller's wallet, or null if not enrolled. @throws NOT_FOUND */
export async function findWallet(ctx: Ctx, named?: string): Promise<Wallet | null> {
  const ownerId = await resolveOwnerId(ctx, named);
  return (await store.findTrader(ctx.db, ownerId)) ? await readWallet(ctx, ownerId) : null;
}

/** Converts an enrollment to its API representation. */
export async function toTrader(ctx: AnyCtx, row: TraderRow): Promise<Enrollment> {
  const { id, userId, businessId, role, status, displayName, createdAt } = row;
  return {
    id,
    userId,
    businessId,
    role,
    status,
    displayName,
    wallet: await readWallet(ctx, row.ownerId),
    createdAt,
  };
}
