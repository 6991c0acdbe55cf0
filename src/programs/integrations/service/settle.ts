import type { InboundOrderRow } from '../../../../db/schema/integrations.ts';
import type { MemberRow } from '../../../../db/schema/programs.ts';
import { atomically, type Ctx, SHOP_SYSTEM, type TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { nowIso } from '../../../platform/clock.ts';
import { toAmount } from '../../../platform/money.ts';
import { yieldToEventLoop } from '../../../platform/runtime/event-loop.ts';
import { refundOnce } from '../../refunds/service/refunds.ts';
import { sumRefunds } from '../../refunds/store.ts';
import { assertNewOrder } from '../../service/orders.ts';
import { assertActive, assertCanEarn, requireOwn } from '../../service/read.ts';
import { recordVisitOf } from '../../visits/service/record.ts';
import * as store from '../store.ts';
import { findBuyer } from './buyers.ts';

type Change = Partial<InboundOrderRow>;

/** Each order is one visit. */
const STAMPS_PER_ORDER = 1;

/** Why an order, or its refund, can be counted later although it could not be now. */
const CURABLE = [
  'UNKNOWN_BUYER',
  'PROGRAM_NOT_ACTIVE',
  'MEMBER_SUSPENDED',
  'LIMIT_REACHED',
  'INSUFFICIENT_BALANCE',
];

/** Returns whether settling an order again can succeed without new data from the shop system. */
export function isCurable({ reasonCode }: InboundOrderRow): boolean {
  return reasonCode !== null && CURABLE.includes(reasonCode);
}

/** Orders read at once by the job. */
const BATCH_SIZE = 100;

/**
 * Counts orders that could not be counted before: their buyers have become known by an import, a merge or a confirmed
 * address, or the reason has ended. @returns how many it settled
 */
export async function settleOpenOrders(ctx: Ctx): Promise<number> {
  let settled = 0;
  for (let after = ''; ; ) {
    const batch = await store.listUnsettled(ctx.db, CURABLE, after, BATCH_SIZE);
    for (const row of batch) if (await settleAgain(ctx, row)) settled += 1;
    const last = batch.at(-1);
    if (!last) return settled;
    after = last.id;
    await yieldToEventLoop();
  }
}

/** Settles an order again; most orders of strangers stay parked, and cost a lookup without a transaction. */
async function settleAgain(
  ctx: Ctx,
  { id, programId, businessId, status, ...buyer }: InboundOrderRow,
): Promise<boolean> {
  if (status === 'parked' && !(await findBuyer(ctx, programId, buyer))) return false;
  const settleNow = async (tx: TxCtx) => {
    const row = await store.findOrder(tx.db, id);
    return row !== undefined && isCurable(row) && (await settle(tx, row)) !== row;
  };
  return await atomically(ctx.as(SHOP_SYSTEM, null), settleNow, [`business:${businessId}`]);
}

/**
 * Brings an order's records up to what is known of it: counts it for the buyer, then takes back what was refunded. What
 * is done is never done again, so it can be called at any time. Failures are stored with the order.
 * @param chosen the member to count it for; by default, the buyer is looked up
 */
export async function settle(tx: TxCtx, row: InboundOrderRow, chosen?: MemberRow): Promise<InboundOrderRow> {
  const counted = row.status === 'credited' ? row : await save(tx, row, await count(tx, row, chosen));
  if (counted.status !== 'credited') return counted;
  return await save(tx, counted, await takeBack(tx, counted));
}

async function save(tx: TxCtx, row: InboundOrderRow, change: Change): Promise<InboundOrderRow> {
  // An order that stays as it is keeps the time from which the storage of its buyer is counted.
  if (Object.entries(change).every(([name, value]) => row[name as keyof Change] === value)) return row;
  return await store.updateOrder(tx.db, row.id, { ...change, updatedAt: nowIso(tx.clock) });
}

const NO_BUYER = { email: null, phone: null };
const NO_REASON = { reasonCode: null, reason: null };

async function count(tx: TxCtx, row: InboundOrderRow, chosen: MemberRow | undefined): Promise<Change> {
  const { amountCents, refundedCents } = row;
  if (amountCents === null) return { status: 'waiting' };
  if (amountCents === 0)
    return { status: 'refused', ...toReason('NO_VALUE', 'The order has no value'), ...NO_BUYER };
  if (refundedCents >= amountCents) return { status: 'canceled', ...NO_REASON, ...NO_BUYER };
  try {
    return await atomically(tx, inner => countOnce(inner, { ...row, amountCents }, chosen));
  } catch (error) {
    return { status: 'refused', ...reasonOf(error) };
  }
}

async function countOnce(
  tx: TxCtx,
  row: InboundOrderRow & { amountCents: number },
  chosen: MemberRow | undefined,
): Promise<Change> {
  const { programId, currency, amountCents } = row;
  const program = await requireOwn(tx, programId);
  if (currency !== program.currency) {
    const issue = `The order is in ${currency}, the program in ${program.currency}; amounts are not converted`;
    return { status: 'refused', ...toReason('CURRENCY_MISMATCH', issue), ...NO_BUYER };
  }
  const member = chosen ?? (await findBuyer(tx, programId, row));
  if (!member)
    return { status: 'parked', ...toReason('UNKNOWN_BUYER', 'No member of the program is the buyer') };
  assertActive(program);
  assertCanEarn(member);
  const orderId = toOrderId(row);
  await assertNewOrder(tx, programId, orderId);
  const { id: visitId } = await recordVisitOf(tx, program, member, {
    quantity: STAMPS_PER_ORDER,
    orderId,
    orderValueCents: amountCents,
  });
  return { status: 'credited', ...NO_REASON, ...NO_BUYER, memberId: member.memberId, visitId };
}

/** Takes back the part of the refunds that was not taken back before, by this order or at the counter. */
async function takeBack(tx: TxCtx, row: InboundOrderRow): Promise<Change> {
  const { programId, visitId, currency, amountCents, refundedCents, reversedCents } = row;
  const target = Math.min(refundedCents, amountCents ?? 0);
  if (target <= reversedCents || visitId === null) return {};
  const { cents: takenCents } = await sumRefunds(tx.db, visitId);
  if (target <= takenCents) return { reversedCents: target, ...NO_REASON };
  const amount = toAmount(target - takenCents, currency);
  try {
    const reason = `Refunded in ${row.source}`;
    await atomically(tx, inner =>
      refundOnce(inner, programId, { action: 'refund', visitId, amount, reason }),
    );
    return { reversedCents: target, ...NO_REASON };
  } catch (error) {
    return reasonOf(error);
  }
}

/** The ID of the order in the program, where orders of the till have IDs, too. */
function toOrderId({ source, orderId }: InboundOrderRow): string {
  return `${source}:${orderId}`;
}

function toReason(reasonCode: string, reason: string): Pick<InboundOrderRow, 'reasonCode' | 'reason'> {
  return { reasonCode, reason };
}

function reasonOf(error: unknown): Pick<InboundOrderRow, 'reasonCode' | 'reason'> {
  if (error instanceof AppError) return toReason(error.code, error.message);
  throw error;
}
