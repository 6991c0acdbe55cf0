import * as businesses from '../../../businesses/service.ts';
import { SHOP_SYSTEM, type TxCtx } from '../../../context.ts';
import { forbidden } from '../../../errors.ts';
import { isCounter, NOT_COUNTER } from '../../../platform/actor.ts';
import { assertInWindow, isRecent } from '../rules.ts';

/**
 * A shop system reports refunds that have already been paid, so they have no window.
 * @throws CONFLICT after the window of the business, FORBIDDEN for the position counter after its window
 */
export async function assertInRefundWindow(tx: TxCtx, businessId: string, createdAt: string): Promise<void> {
  if (tx.actor.id === SHOP_SYSTEM.id) return;
  const { refundWindowDays, reinstateWindowHours } = await businesses.requireById(tx, businessId);
  const now = tx.clock.now();
  assertInWindow(createdAt, refundWindowDays, now);
  if (!isCounter(tx.actor) || isRecent(createdAt, reinstateWindowHours, now)) return;
  const message = `The position counter can refund only within ${reinstateWindowHours} hours`;
  throw forbidden('position', message, NOT_COUNTER);
}
