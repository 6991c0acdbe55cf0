import type { CashbackRow, MemberRow } from '../../../../db/schema/programs.ts';
import * as businesses from '../../../businesses/service.ts';
import type { TxCtx } from '../../../context.ts';
import type { EventKind } from '../../../events/model.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import * as store from '../../members/store.ts';
import { toCashback } from '../../serialize.ts';
import * as programStore from '../../store.ts';
import { getConfirmedDates } from '../rules.ts';
import * as cashbackStore from '../store.ts';
import { moveFunds, reverseFunds } from './accounts.ts';

/**
 * Transitions of cashback between its states. Each updates the ledger, the totals of member and program and the record
 * in one transaction and records an event; callers check that it is allowed.
 */

/** Cents to add to a member's balances; negative to subtract. */
interface MemberBalances {
  pendingCents?: number;
  availableCents?: number;
  redeemedCents?: number;
  lifetimeCents?: number;
  grantedCents?: number;
}

/** Adds to the totals of a member and its program. */
export async function adjustBalances(
  tx: TxCtx,
  { id, programId }: MemberRow,
  by: MemberBalances,
): Promise<MemberRow> {
  const { pendingCents, availableCents, redeemedCents } = by;
  await programStore.adjust(tx.db, programId, { pendingCents, availableCents, redeemedCents });
  return await store.adjust(tx.db, id, by);
}

export async function getMemberRow(
  tx: TxCtx,
  { memberKey }: Pick<CashbackRow, 'memberKey'>,
): Promise<MemberRow> {
  const member = await store.findById(tx.db, memberKey);
  if (!member) throw new Error(`Member ${memberKey} not found`);
  return member;
}

/** Saves a record's new state and records its event. */
export async function saveTransition(
  tx: TxCtx,
  type: EventKind,
  before: CashbackRow,
  change: Partial<CashbackRow>,
): Promise<CashbackRow> {
  const after = await cashbackStore.update(tx.db, before.id, change);
  const { status, remaining } = toCashback(before);
  const previous = {
    ...(before.status === after.status ? {} : { status }),
    ...(before.remainingCents === after.remainingCents ? {} : { remaining }),
  };
  await events.record(tx, type, { businessId: after.businessId, object: toCashback(after), previous });
  return after;
}

/**
 * Moves cashback from pending to available.
 * @param isEarly true if the business confirmed it before the hold period ended
 */
export async function releaseCashback(tx: TxCtx, row: CashbackRow, isEarly: boolean): Promise<CashbackRow> {
  const member = await getMemberRow(tx, row);
  const amount = row.remainingCents;
  const releaseTransferId = await moveFunds(tx, member, {
    kind: 'cashback.released',
    from: 'pending',
    to: 'available',
    amount,
    reference: row.id,
  });
  await adjustBalances(tx, member, { pendingCents: -amount, availableCents: amount, lifetimeCents: amount });
  const dates = isEarly ? await confirmDates(tx, row) : {};
  return await saveTransition(tx, 'cashback.available', row, {
    status: 'available',
    releaseTransferId,
    ...dates,
  });
}

async function confirmDates(tx: TxCtx, row: CashbackRow) {
  const { timeZone } = await businesses.requireById(tx, row.businessId);
  return getConfirmedDates(row, tx.clock.now(), timeZone);
}

/** Moves cashback from pending to void: reverses the grant, except what was refunded. */
export async function voidCashback(
  tx: TxCtx,
  row: CashbackRow,
  reason: string | undefined,
): Promise<CashbackRow> {
  const member = await getMemberRow(tx, row);
  await reverseFunds(tx, member, row.earnTransferId, row.remainingCents, reason);
  const amount = -row.remainingCents;
  await adjustBalances(tx, member, { pendingCents: amount, grantedCents: amount });
  return await saveTransition(tx, 'cashback.voided', row, {
    status: 'void',
    remainingCents: 0,
    reason: reason ?? null,
  });
}

/** Reverses the release of an amount of cashback, if there was one, then its grant. */
export async function reverseGrant(
  tx: TxCtx,
  member: MemberRow,
  { releaseTransferId, earnTransferId }: CashbackRow,
  cents: number,
  reason: string | undefined,
): Promise<void> {
  if (releaseTransferId !== null) await reverseFunds(tx, member, releaseTransferId, cents, reason);
  await reverseFunds(tx, member, earnTransferId, cents, reason);
}

/** Moves unspent cashback from available to reversed: reverses the release, then the grant. */
export async function reverseCashback(
  tx: TxCtx,
  row: CashbackRow,
  reason: string | undefined,
): Promise<CashbackRow> {
  const member = await getMemberRow(tx, row);
  await reverseGrant(tx, member, row, row.remainingCents, reason);
  const amount = -row.remainingCents;
  await adjustBalances(tx, member, { availableCents: amount, grantedCents: amount });
  return await saveTransition(tx, 'cashback.reversed', row, {
    status: 'reversed',
    remainingCents: 0,
    reason: reason ?? null,
  });
}

/** Moves cashback from available to expired: the remainder returns to the payer. */
export async function expireCashback(tx: TxCtx, row: CashbackRow): Promise<void> {
  const member = await getMemberRow(tx, row);
  const amount = row.remainingCents;
  await moveFunds(tx, member, {
    kind: 'cashback.expired',
    from: 'available',
    to: 'issued',
    amount,
    reference: row.id,
  });
  await adjustBalances(tx, member, { availableCents: -amount });
  const expiredCents = row.expiredCents + amount;
  await saveTransition(tx, 'cashback.expired', row, { status: 'expired', remainingCents: 0, expiredCents });
}

/** Updates the member's last activity to now. */
export function touchLastActivity(tx: TxCtx, member: MemberRow): Promise<MemberRow> {
  return store.update(tx.db, member.id, { lastActivityAt: nowIso(tx.clock) });
}
