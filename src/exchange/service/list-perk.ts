import type { TraderRow } from '../../../db/schema/exchange.ts';
import type { TxCtx } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { nowIso, utc } from '../../platform/clock.ts';
import { toCents } from '../../platform/money.ts';
import type { NewPerk, Perk } from '../model.ts';
import * as store from '../store.ts';
import { present } from './perks.ts';
import { accept } from './place.ts';
import { issueUnits } from './wallet.ts';

/**
 * Brings a perk into being, all of it with its issuer, and offers it where a price is given.
 * @throws VALIDATION_ERROR for an end in the past, NOT_FOUND for a foreign program
 */
export async function listPerk(tx: TxCtx, issuer: TraderRow, input: NewPerk): Promise<Perk> {
  const businessId = issuer.businessId as string;
  const now = nowIso(tx.clock);
  const expiresAt = utc(input.expiresAt);
  if (expiresAt !== null && expiresAt <= now) throw invalid('perk.expiresAt', 'must be in the future');
  if (input.programId && store.findProgram(tx.db, input.programId)?.businessId !== businessId)
    throw notFound();
  const perk = store.insertPerk(tx.db, {
    id: tx.ids.next('perk'),
    businessId,
    programId: input.programId ?? null,
    name: input.name,
    description: input.description ?? null,
    faceValueCents: toCents(input.faceValue, 'perk.faceValue'),
    supply: input.supply,
    expiresAt,
    status: 'active',
    createdAt: now,
    updatedAt: now,
  });
  store.markChanged(tx.db, perk.id);
  issueUnits(tx, perk, issuer.ownerId, perk.supply, perk.id);
  if (input.listPrice != null) {
    const offer = { type: 'sell', perkId: perk.id, quantity: perk.supply, price: input.listPrice } as const;
    await accept(tx, issuer, perk, offer);
  }
  return present(tx, perk);
}
