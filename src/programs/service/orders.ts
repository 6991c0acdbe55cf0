import type { AnyCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as cashbackStore from '../cashback/store.ts';
import * as visitStore from '../visits/store.ts';

/** @throws DUPLICATE_ORDER if the order was already counted in the program, as a visit or for cashback */
export async function assertNewOrder(
  { db }: AnyCtx,
  programId: string,
  orderId: string | null,
): Promise<void> {
  if (orderId === null) return;
  if (await cashbackStore.findByOrder(db, programId, orderId))
    throw new AppError('DUPLICATE_ORDER', `The order ${orderId} has already earned cashback`);
  if (await visitStore.findByOrder(db, programId, orderId))
    throw new AppError('DUPLICATE_ORDER', `The order ${orderId} has already been recorded with a visit`);
}
