import type { TraderRow } from '../../../../db/schema/exchange.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { forbidden, invalid } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import { processDueExchange } from '../../orders/service/due.ts';
import type { Enrollment, NewEnrollment } from '../model.ts';
import * as store from '../store.ts';
import { listPerk } from './list-perk.ts';
import { resolveTrader, type TraderIdentity, toTrader } from './traders.ts';
import { EXCHANGE_LOCK_KEYS } from './wallet.ts';

/** The result of an enrollment; `isNew` if it created a trader or a perk. */
interface Enrolled {
  isNew: boolean;
  enrollment: Enrollment;
}

/**
 * Enrolls the caller as a trader or an issuer. Idempotent, except that each call with a perk lists another one.
 * @throws FORBIDDEN for a customer as issuer, VALIDATION_ERROR, NOT_FOUND for another business's program
 */
export async function enrollTrader(ctx: Ctx, input: NewEnrollment): Promise<Enrolled> {
  const identity = await resolveTrader(ctx, input.businessId);
  const isIssuer = input.role === 'issuer';
  if (isIssuer && identity.businessId === null && ctx.actor.role === 'admin')
    throw invalid('businessId', 'is required for admins', 'required');
  if (isIssuer && identity.businessId === null)
    throw forbidden('role', 'Only a business can be an issuer', ['business']);
  if (input.perk && !isIssuer) throw invalid('perk', 'is only allowed for role issuer', 'conflict');
  await processDueExchange(ctx);
  const enroll = async (tx: TxCtx): Promise<Enrolled> => {
    const found = await store.findTrader(tx.db, identity.ownerId);
    const trader = found ? await promote(tx, found, isIssuer) : await insertTrader(tx, identity, input);
    if (!found) await recordEnrollment(tx, trader);
    const perk = input.perk && (await listPerk(tx, trader, input.perk));
    const enrollment = await toTrader(tx, trader);
    return { isNew: !found || perk !== undefined, enrollment: perk ? { ...enrollment, perk } : enrollment };
  };
  // A perk refers to a program of the business, which must not be deleted meanwhile.
  const { businessId } = identity;
  const lockKeys =
    businessId === null ? EXCHANGE_LOCK_KEYS : ([...EXCHANGE_LOCK_KEYS, `business:${businessId}`] as const);
  return atomically(ctx, enroll, lockKeys);
}

async function promote(tx: TxCtx, trader: TraderRow, isIssuer: boolean): Promise<TraderRow> {
  return isIssuer && trader.role === 'trader'
    ? await store.updateTrader(tx.db, trader.id, { role: 'issuer' })
    : trader;
}

function insertTrader(
  tx: TxCtx,
  identity: TraderIdentity,
  { role, displayName }: NewEnrollment,
): Promise<TraderRow> {
  return store.insertTrader(tx.db, {
    id: tx.ids.next('trader'),
    ...identity,
    role: role ?? 'trader',
    status: 'active',
    displayName: displayName ?? null,
    createdAt: nowIso(tx.clock),
  });
}

/** Events belong to a business, so enrolling a person records none. */
async function recordEnrollment(tx: TxCtx, trader: TraderRow): Promise<void> {
  if (trader.businessId === null) return;
  await events.record(tx, 'exchange.enrolled', {
    businessId: trader.businessId,
    object: await toTrader(tx, trader),
  });
}
