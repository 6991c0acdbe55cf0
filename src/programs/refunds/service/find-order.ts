import type { CashbackRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { VisitRow } from '../../../../db/schema/visits.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import * as cashbackStore from '../../cashback/store.ts';
import * as visitStore from '../../visits/store.ts';
import type { NewRefund } from '../model.ts';

/** The records that an order of a program earned: cashback, a visit or both. */
export interface Order {
  /** The ID under which its refunds are counted: that of its visit, otherwise of its cashback. */
  id: string;
  orderId: string | null;
  memberKey: string;
  createdAt: string;
  /** The order value, or the cashback of an order without one; null for a visit without an order. */
  totalCents: number | null;
  cashback: CashbackRow | null;
  visit: VisitRow | null;
  /** The references of its activities. */
  activities: string[];
}

/** Finds an order of a program by one of its records. @throws CONFLICT for the cashback of a submission */
export async function findOrder(
  tx: TxCtx,
  program: ProgramRow,
  input: NewRefund,
): Promise<Order | undefined> {
  const { cashback, visit } = await findRecords(tx, program.id, input);
  const record = visit ?? cashback;
  if (record?.programId !== program.id) return undefined;
  if (cashback && cashback.submissionId !== null)
    throw new AppError('CONFLICT', 'The cashback is from a submission; reverse its approval instead');
  const { id, memberKey, createdAt, orderId } = record;
  return {
    id,
    memberKey,
    createdAt,
    orderId,
    cashback,
    visit,
    totalCents: record.orderValueCents ?? cashback?.amountCents ?? null,
    activities: visit ? [visit.orderReference, id].filter(reference => reference !== null) : [id],
  };
}

type Records = Pick<Order, 'cashback' | 'visit'>;

async function findRecords(
  tx: TxCtx,
  programId: string,
  { orderId, cashbackId, visitId }: NewRefund,
): Promise<Records> {
  if (visitId !== undefined) return await withCashback(tx, await visitStore.find(tx.db, visitId));
  const cashback =
    cashbackId === undefined
      ? await cashbackStore.findByOrder(tx.db, programId, orderId as string)
      : await cashbackStore.find(tx.db, cashbackId);
  if (!cashback) {
    if (orderId === undefined) return { cashback: null, visit: null };
    return await withCashback(tx, await visitStore.findByOrder(tx.db, programId, orderId));
  }
  return { cashback, visit: (await visitStore.findByCashback(tx.db, cashback.id)) ?? null };
}

async function withCashback(tx: TxCtx, visit: VisitRow | undefined): Promise<Records> {
  const id = visit?.cashbackId ?? null;
  return {
    visit: visit ?? null,
    cashback: id === null ? null : ((await cashbackStore.find(tx.db, id)) ?? null),
  };
}
