import type { TxCtx } from '../../context.ts';
import { USD } from '../../ledger/rules.ts';
import * as ledger from '../../ledger/service.ts';
import { CASH_ISSUED, cashAccount, freeOf } from './wallet.ts';

/** A deposit that is taken back, whole or in part. */
export interface Withdrawal {
  ownerId: string;
  /** The transfer of the deposit. */
  transferId: string;
  depositCents: number;
  cents: number;
  /** Once for each. */
  reference: string;
}

/**
 * Takes cash of a deposit out of the wallet again: the whole deposit by a transfer that names the one it
 * reverses, a part of it by one of its own. Only what is free is taken; nobody falls below zero.
 * @returns the cents taken
 */
export function takeBack(
  tx: TxCtx,
  { ownerId, transferId, depositCents, cents, reference }: Withdrawal,
): number {
  const free = freeOf(tx, ownerId, 'cash', '');
  if (cents === depositCents && free >= cents && !ledger.isReversed(tx, transferId)) {
    ledger.reverse(tx, transferId, reference);
    return cents;
  }
  const taken = Math.min(free, cents);
  if (taken === 0) return 0;
  const entries = [
    { accountId: cashAccount(ownerId, 'available'), unit: USD, amount: -taken },
    { accountId: CASH_ISSUED, unit: USD, amount: taken },
  ];
  ledger.post(tx, { kind: 'exchange.refund', businessId: null, entries, reference });
  return taken;
}

/** Puts cash back into a wallet that was taken out of it, because the payment counts again. */
export function reinstate(
  tx: TxCtx,
  { ownerId, cents, reference }: Pick<Withdrawal, 'ownerId' | 'cents' | 'reference'>,
): void {
  const entries = [
    { accountId: CASH_ISSUED, unit: USD, amount: -cents },
    { accountId: cashAccount(ownerId, 'available'), unit: USD, amount: cents },
  ];
  ledger.post(tx, { kind: 'exchange.reinstatement', businessId: null, entries, reference });
}
