import type { CashbackRow, MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import * as businesses from '../../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { recordAction } from '../../../places/service/actions.ts';
import { iso } from '../../../platform/clock.ts';
import { toAmount, toCents } from '../../../platform/money.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../../platform/page.ts';
import * as activities from '../../members/service/activities.ts';
import { includeMembers } from '../../members/service/names.ts';
import * as memberStore from '../../members/store.ts';
import { getProgramRewards } from '../../rules.ts';
import { toCashback } from '../../serialize.ts';
import { assertNewOrder } from '../../service/orders.ts';
import {
  assertActive,
  assertCanEarn,
  getProgramRow,
  requireEnrolled,
  requireOwn,
  requireVisible,
  resolveProgramLockKeys,
} from '../../service/read.ts';
import type { Cashback, CashbackEarning, CashbackTransition, ListedCashback } from '../model.ts';
import * as rules from '../rules.ts';
import * as store from '../store.ts';
import { moveFunds } from './accounts.ts';
import {
  adjustBalances,
  getMemberRow,
  releaseCashback,
  reverseCashback,
  touchLastActivity,
  voidCashback,
} from './balances.ts';
import { processDueCashback, processDueCashbackBestEffort } from './due.ts';

interface CashbackQuery extends RecordQuery {
  memberId?: string;
  /** One or more, separated by commas. */
  status?: string;
  /** Related records, separated by commas. */
  include?: string;
}

/** Lists cashback: a business sees its whole program, customers their own. @throws NOT_FOUND */
export async function listCashback(
  ctx: Ctx,
  programId: string,
  query: CashbackQuery,
): Promise<Page<ListedCashback>> {
  await processDueCashbackBestEffort(ctx);
  await requireVisible(ctx, programId);
  const memberId = query.memberId ?? (ctx.actor.role === 'customer' ? ctx.actor.id : undefined);
  const member = memberId === undefined ? undefined : await memberStore.find(ctx.db, programId, memberId);
  const isForeign = ctx.actor.role === 'customer' && memberId !== ctx.actor.id;
  if (isForeign || (memberId !== undefined && !member)) return emptyPage(query);
  const filter = { programId, memberKey: member?.id, status: splitList(query.status) };
  const page = await store.list(ctx.db, filter, query);
  return { ...page, items: await includeMembers(ctx, page.items.map(toCashback), query.include) };
}

/**
 * Grants cashback manually or for an order; an order also counts as spend and earns points.
 * @throws VALIDATION_ERROR, NOT_FOUND, PROGRAM_NOT_ACTIVE, NOT_A_MEMBER, MEMBER_SUSPENDED, DUPLICATE_ORDER,
 * LIMIT_REACHED if maxPerMember is used up
 */
export async function earnCashback(ctx: Ctx, programId: string, input: CashbackEarning): Promise<Cashback> {
  const { amount, orderValue, orderId, description } = input;
  if ((amount === undefined) === (orderValue === undefined))
    throw invalid('amount', 'or orderValue is required', 'required');
  await processDueCashback(ctx);
  const earn = async (tx: TxCtx) => {
    const program = await requireOwn(tx, programId);
    assertActive(program);
    const member = await requireEnrolled(tx, program, input.memberId);
    assertCanEarn(member);
    await assertNewOrder(tx, programId, orderId ?? null);
    const orderValueCents =
      orderValue === undefined ? null : toCents(orderValue, program.currency, 'orderValue');
    const earned = resolveAmount(program, amount, orderValueCents);
    const row = await grantCashback(tx, program, await touchLastActivity(tx, member), {
      ...earned,
      orderValueCents,
      orderId,
      description,
    });
    if (!row) throw new AppError('LIMIT_REACHED', "The member has reached the program's maxPerMember limit");
    if (orderValueCents !== null) {
      const step = { reference: row.id, isApproval: false, spendCents: orderValueCents };
      await activities.recordActivity(tx, program, await getMemberRow(tx, row), step);
      const { businessId } = program;
      const purchase = {
        kind: 'purchase',
        purchaseCents: orderValueCents,
        memberId: member.memberId,
      } as const;
      await recordAction(tx, {
        ...purchase,
        businessId,
        placeId: input.placeId,
        resourceId: row.id,
        programId,
      });
    }
    return toCashback(row);
  };
  return atomically(ctx, earn, await resolveProgramLockKeys(ctx, programId));
}

function resolveAmount(
  program: ProgramRow,
  amount: number | undefined,
  orderCents: number | null,
): rules.CashbackAmount {
  const { currency } = program;
  const { cashback } = getProgramRewards(program);
  if (amount !== undefined) {
    const cents = toCents(amount, currency, 'amount');
    return { cents: rules.capAt(cents, cashback?.maxPerTransaction, currency), rate: null };
  }
  if (!cashback)
    throw invalid(
      'orderValue',
      "can't be used: the program has no cashback rule; send amount instead",
      'conflict',
    );
  const earned = rules.calculateCashback(cashback, orderCents, currency);
  if (earned.cents === 0) {
    const limit = toAmount(rules.calculateMinimumOrder(earned), currency);
    throw invalid('orderValue', 'is too small to earn a cent', { rule: 'minimum', limit });
  }
  return earned;
}

interface Grant extends rules.CashbackAmount {
  orderValueCents: number | null;
  submissionId?: string;
  orderId?: string;
  description?: string;
  /** Whether the business corrects the balance: without the member's cap and a hold period. */
  isCorrection?: boolean;
}

/**
 * Grants a member cashback with the program's hold period, in the transaction that earned it.
 * @returns undefined if the member's cap leaves nothing
 */
export async function grantCashback(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  grant: Grant,
): Promise<CashbackRow | undefined> {
  const { description, isCorrection = false } = grant;
  const { cashback } = getProgramRewards(program);
  const amount = isCorrection ? grant.cents : rules.capAtMemberLimit(grant.cents, cashback, member);
  if (amount === 0) return undefined;
  const { timeZone } = await businesses.requireById(tx, program.businessId);
  // Read once: a second reading could be later, and cashback without a hold period would be held.
  const nowMs = tx.clock.now();
  const now = iso(nowMs);
  const terms = isCorrection ? { ...cashback, holdDays: 0 } : cashback;
  const dates = rules.getCashbackDates(terms, nowMs, timeZone);
  const isHeld = dates.availableAt > now;
  const id = tx.ids.next('cashback');
  const to = isHeld ? 'pending' : 'available';
  const earnTransferId = await moveFunds(tx, member, {
    kind: isCorrection ? 'cashback.adjusted' : 'cashback.earned',
    from: 'issued',
    to,
    amount,
    reference: id,
    description,
  });
  await adjustBalances(
    tx,
    member,
    isHeld
      ? { pendingCents: amount, grantedCents: amount }
      : { availableCents: amount, grantedCents: amount, lifetimeCents: amount },
  );
  const row = await store.insert(tx.db, {
    id,
    programId: program.id,
    businessId: program.businessId,
    currency: program.currency,
    memberKey: member.id,
    memberId: member.memberId,
    submissionId: grant.submissionId,
    orderId: grant.orderId,
    amountCents: amount,
    remainingCents: amount,
    orderValueCents: grant.orderValueCents,
    rate: grant.rate,
    status: to,
    description,
    ...dates,
    earnTransferId,
    createdAt: now,
  });
  const object = toCashback(row);
  await events.record(tx, 'cashback.created', { businessId: row.businessId, object });
  if (!isHeld) await events.record(tx, 'cashback.available', { businessId: row.businessId, object });
  return row;
}

/**
 * Confirms, voids or reverses one record. Voiding or reversing an order also reverts its spend and points.
 * @throws NOT_FOUND, INVALID_TRANSITION
 */
export async function transitionCashback(
  ctx: Ctx,
  programId: string,
  input: CashbackTransition,
): Promise<Cashback> {
  await processDueCashback(ctx);
  const transition = async (tx: TxCtx) => {
    const program = await requireOwn(tx, programId);
    const row = await store.find(tx.db, input.cashbackId);
    if (row?.programId !== program.id) throw notFound({ kind: 'cashback', field: 'cashbackId' });
    rules.assertCashbackTransition(row, input.action);
    return toCashback(await applyTransition(tx, row, input));
  };
  return atomically(ctx, transition, await resolveProgramLockKeys(ctx, programId));
}

async function applyTransition(
  tx: TxCtx,
  row: CashbackRow,
  { action, reason }: CashbackTransition,
): Promise<CashbackRow> {
  if (action === 'confirm') return await releaseCashback(tx, row, true);
  const moved =
    action === 'void' ? await voidCashback(tx, row, reason) : await reverseCashback(tx, row, reason);
  await activities.revertActivity(
    tx,
    await getProgramRow(tx, row.programId),
    await getMemberRow(tx, row),
    row.id,
  );
  return moved;
}
