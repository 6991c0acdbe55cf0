import type { TraderRow } from '../../../../db/schema/exchange.ts';
import * as businesses from '../../../businesses/service.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { nowIso, toUtc } from '../../../platform/clock.ts';
import { toCents } from '../../../platform/money.ts';
import { addActivity, LISTING_VALUE } from '../../market/rules/statistics.ts';
import * as market from '../../market/store.ts';
import { toLimitCents } from '../../orders/rules.ts';
import { acceptOrder } from '../../orders/service/place.ts';
import type { NewPerk, Perk } from '../model.ts';
import * as store from '../store.ts';
import { toCurrentPerk } from './perks.ts';
import { issueUnits } from './wallet.ts';

/** Maximum unexpired perks with remaining units per issuer, because the market is one shared list. */
const MAX_PERKS_PER_ISSUER = 100;

/**
 * Creates a perk with its whole supply held by the issuer, and offers it for sale if a price is given.
 * @throws VALIDATION_ERROR for an end in the past, NOT_FOUND for another business's program, LIMIT_REACHED
 */
export async function listPerk(tx: TxCtx, issuer: TraderRow, input: NewPerk): Promise<Perk> {
  const businessId = issuer.businessId as string;
  const now = nowIso(tx.clock);
  const expiresAt = toUtc(input.expiresAt);
  if (expiresAt !== null && expiresAt <= now)
    throw invalid('perk.expiresAt', 'must be in the future', { rule: 'future', limit: now });
  if (input.programId && (await store.findProgram(tx.db, { id: input.programId }))?.businessId !== businessId)
    throw notFound({ kind: 'program', field: 'perk.programId' });
  if ((await store.countListedOfIssuer(tx.db, { businessId })) >= MAX_PERKS_PER_ISSUER)
    throw new AppError(
      'LIMIT_REACHED',
      `Limit of ${MAX_PERKS_PER_ISSUER} perks reached. A perk counts until it expires or all its units are redeemed.`,
    );
  const { currency } = await businesses.requireById(tx, businessId);
  const { listPrice, supply } = input;
  if (listPrice != null)
    toLimitCents({ price: listPrice, quantity: supply, currency, field: 'perk.listPrice' });
  const perk = await store.insertPerk(tx.db, {
    id: tx.ids.next('perk'),
    businessId,
    programId: input.programId ?? null,
    name: input.name,
    description: input.description ?? null,
    currency,
    faceValueCents: toCents(input.faceValue, currency, 'perk.faceValue'),
    supply,
    expiresAt,
    status: 'active',
    activity: addActivity(0, LISTING_VALUE, tx.clock.now()),
    createdAt: now,
    updatedAt: now,
  });
  await issueUnits(tx, perk, issuer.ownerId, perk.supply, perk.id);
  await market.markChanged(tx.db, perk.id);
  if (listPrice != null) {
    const offer = { type: 'sell', perkId: perk.id, quantity: supply, price: listPrice } as const;
    await acceptOrder(tx, issuer, perk, offer);
  }
  return await toCurrentPerk(tx, perk);
}
