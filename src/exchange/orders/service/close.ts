import type { OrderRow, PerkRow } from '../../../../db/schema/exchange.ts';
import type { TxCtx } from '../../../context.ts';
import { nowIso } from '../../../platform/clock.ts';
import * as market from '../../market/store.ts';
import { moveEntries } from '../../wallet/service/wallet.ts';
import { type CancelReason, deriveStatus, releaseEntries } from '../rules.ts';
import { toOrder } from '../serialize.ts';
import * as orders from '../store.ts';
import { recordEvents, toOrderEvent } from './events.ts';
import { toResting } from './settle.ts';

/** Removes an order from the book and releases its reserve. @param reason null if the order expired */
export async function closeOrder(
  tx: TxCtx,
  perk: PerkRow,
  row: OrderRow,
  reason: CancelReason | null,
): Promise<OrderRow> {
  const { type: side, rankCents } = row;
  const resting = toResting(row);
  const counts = { ...row, cancelled: row.cancelled + resting.remaining };
  const { id: perkId, businessId } = perk;
  await moveEntries(tx, {
    kind: 'exchange.release',
    assets: perk,
    businessId,
    entries: releaseEntries(side, resting),
    reference: row.id,
  });
  await market.adjustLevel(tx.db, { perkId, side, rankCents, quantity: -resting.remaining, orders: -1 });
  const closed = await orders.amend(tx.db, row, {
    cancelled: counts.cancelled,
    status: reason === null ? 'expired' : deriveStatus(counts),
    cancelReason: reason,
    updatedAt: nowIso(tx.clock),
  });
  const { status, remainingQuantity, cancelledQuantity } = toOrder(row);
  const previous = { status, remainingQuantity, cancelledQuantity };
  const type = reason === null ? 'exchange.order.expired' : 'exchange.order.cancelled';
  await market.markChanged(tx.db, perkId);
  await recordEvents(tx, row.ownerId, toOrderEvent(type, closed, previous));
  return closed;
}
