import type { PerkRow } from '../../../../db/schema/exchange.ts';
import type { AnyCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { nowIso } from '../../../platform/clock.ts';
import { toAmount } from '../../../platform/money.ts';
import type { Perk } from '../model.ts';
import * as store from '../store.ts';
import { getHoldings } from './wallet.ts';

/** Converts a perk to its API representation. */
export async function toCurrentPerk(ctx: AnyCtx, row: PerkRow): Promise<Perk> {
  return toPerk(
    { ...row, status: await resolveStatus(ctx, row) },
    await getHoldings(ctx, row.businessId, row.id),
  );
}

/** @param heldByIssuer units the issuer still holds, available or reserved */
function toPerk(row: PerkRow, heldByIssuer: number): Perk {
  return {
    id: row.id,
    programId: row.programId,
    businessId: row.businessId,
    name: row.name,
    description: row.description,
    currency: row.currency,
    faceValue: toAmount(row.faceValueCents, row.currency),
    supply: row.supply,
    circulating: row.supply - row.redeemed - heldByIssuer,
    redeemed: row.redeemed,
    expiresAt: row.expiresAt,
    status: row.status,
  };
}

/** A perk is suspended while its program is not active, and expired after its expiry time. */
async function resolveStatus(
  ctx: AnyCtx,
  { status, programId, expiresAt }: PerkRow,
): Promise<PerkRow['status']> {
  if (expiresAt !== null && expiresAt <= nowIso(ctx.clock)) return 'expired';
  if (status !== 'active' || programId === null) return status;
  const program = await store.findProgram(ctx.db, { id: programId });
  return program && program.status !== 'active' ? 'suspended' : 'active';
}

/** Returns a perk that accepts orders. @throws NOT_FOUND, CONFLICT if it is suspended or has expired */
export function requireTradable(ctx: AnyCtx, id: string): Promise<PerkRow> {
  return requireStatus(ctx, id, ['active']);
}

/** Returns a perk that its holders may redeem, suspended or not. @throws NOT_FOUND, CONFLICT if it has expired */
export function requireRedeemable(ctx: AnyCtx, id: string): Promise<PerkRow> {
  return requireStatus(ctx, id, ['active', 'suspended']);
}

async function requireStatus(ctx: AnyCtx, id: string, allowed: PerkRow['status'][]): Promise<PerkRow> {
  const perk = await store.findPerk(ctx.db, id);
  if (!perk) throw notFound({ kind: 'perk', field: 'perkId' });
  const status = await resolveStatus(ctx, perk);
  if (!allowed.includes(status)) throw new AppError('CONFLICT', `The perk is ${status}`);
  return perk;
}

export async function isTradable(ctx: AnyCtx, perk: PerkRow): Promise<boolean> {
  return (await resolveStatus(ctx, perk)) === 'active';
}
