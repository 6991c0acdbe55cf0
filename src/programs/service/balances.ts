import type { CashbackRow, MemberRow } from '../../../db/schema/programs.ts';
import type { TxCtx } from '../../context.ts';
import type { EventKind } from '../../events/model.ts';
import * as events from '../../events/service.ts';
import * as ledger from '../../ledger/service.ts';
import { nowIso } from '../../platform/clock.ts';
import * as cashbackStore from '../cashback-store.ts';
import * as store from '../members-store.ts';
import { datesAfterConfirm, toCashback } from '../rules.ts';
import * as programStore from '../store.ts';
import { moveFunds } from './accounts.ts';

/**
 * The movements of cashback between its states. Each moves the ledger, the sums of member and program and the
 * record in one transaction and records its event; whether it is allowed was asked before.
 */

/** Cents to add to what members hold, negative to take away. */
export interface MemberBalances {
  pendingCents?: number;
  availableCents?: number;
  redeemedCents?: number;
  lifetimeCents?: number;
  grantedCents?: number;
}

/** Adds to the sums of a member and of its program. */
export function adjustBalances(tx: TxCtx, { id, programId }: MemberRow, by: MemberBalances): MemberRow {
  const { pendingCents, availableCents, redeemedCents } = by;
  programStore.adjust(tx.db, programId, { pendingCents, availableCents, redeemedCents });
  return store.adjust(tx.db, id, by);
}

export function memberOf(tx: TxCtx, { memberKey }: CashbackRow): MemberRow {
  const member = store.findById(tx.db, memberKey);
  if (!member) throw new Error(`Member ${memberKey} is gone`);
  return member;
}

/** Writes a record's new state and its event. */
export function saveTransition(
  tx: TxCtx,
  type: EventKind,
  before: CashbackRow,
  change: Partial<CashbackRow>,
): CashbackRow {
  const after = cashbackStore.update(tx.db, before.id, change);
  const { status, remaining } = toCashback(before);
  const previous = {
    ...(before.status === after.status ? {} : { status }),
    ...(before.remainingCents === after.remainingCents ? {} : { remaining }),
  };
  events.record(tx, type, { businessId: after.businessId, object: toCashback(after), previous });
  return after;
}

/** Pending to available. @param isEarly by the business's word, before the hold is over */
export function releaseCashback(tx: TxCtx, row: CashbackRow, isEarly: boolean): CashbackRow {
  const member = memberOf(tx, row);
  const amount = row.amountCents;
  const releaseTransferId = moveFunds(tx, member, {
    kind: 'cashback.released',
    from: 'pending',
    to: 'available',
    amount,
    reference: row.id,
  });
  adjustBalances(tx, member, { pendingCents: -amount, availableCents: amount, lifetimeCents: amount });
  const dates = isEarly ? datesAfterConfirm(row, tx.clock.now()) : {};
  return saveTransition(tx, 'cashback.available', row, { status: 'available', releaseTransferId, ...dates });
}

/** Pending to void: the grant is taken back. */
export function voidCashback(tx: TxCtx, row: CashbackRow, reason: string | undefined): CashbackRow {
  ledger.reverse(tx, row.earnTransferId, reason);
  const amount = -row.amountCents;
  adjustBalances(tx, memberOf(tx, row), { pendingCents: amount, grantedCents: amount });
  return saveTransition(tx, 'cashback.voided', row, {
    status: 'void',
    remainingCents: 0,
    reason: reason ?? null,
  });
}

/** Available and unspent to reversed: release and grant are taken back, in this order. */
export function reverseCashback(tx: TxCtx, row: CashbackRow, reason: string | undefined): CashbackRow {
  if (row.releaseTransferId !== null) ledger.reverse(tx, row.releaseTransferId, reason);
  ledger.reverse(tx, row.earnTransferId, reason);
  const amount = -row.amountCents;
  adjustBalances(tx, memberOf(tx, row), { availableCents: amount, grantedCents: amount });
  return saveTransition(tx, 'cashback.reversed', row, {
    status: 'reversed',
    remainingCents: 0,
    reason: reason ?? null,
  });
}

/** Available to expired: what was left goes back to the payer. */
export function expireCashback(tx: TxCtx, row: CashbackRow): void {
  const member = memberOf(tx, row);
  const amount = row.remainingCents;
  moveFunds(tx, member, {
    kind: 'cashback.expired',
    from: 'available',
    to: 'issued',
    amount,
    reference: row.id,
  });
  adjustBalances(tx, member, { availableCents: -amount });
  saveTransition(tx, 'cashback.expired', row, { status: 'expired', remainingCents: 0 });
}

/** The member has just been seen. */
export function touchLastActivity(tx: TxCtx, member: MemberRow): MemberRow {
  return store.update(tx.db, member.id, { lastActivityAt: nowIso(tx.clock) });
}
