import type { TxCtx } from '../../../context.ts';
import * as ledger from '../../../ledger/service.ts';
import { cashAccount, getAvailable, issuedCashAccount } from './wallet.ts';

/** A full or partial reversal of a deposit. */
interface Withdrawal {
  ownerId: string;
  currency: string;
  /** The deposit's transfer. */
  transferId: string;
  depositCents: number;
  cents: number;
  /** Unique per withdrawal. */
  reference: string;
}

/**
 * Removes a deposit's cash from the wallet: a full reversal references the original transfer, a partial one is a
 * transfer of its own. Takes only available cash, so no balance goes negative.
 * @returns the cents taken
 */
export async function withdrawDeposit(
  tx: TxCtx,
  { ownerId, currency, transferId, depositCents, cents, reference }: Withdrawal,
): Promise<number> {
  const available = await getAvailable(tx, ownerId, 'cash', { id: '', currency });
  if (cents === depositCents && available >= cents && !(await ledger.isReversed(tx, transferId))) {
    await ledger.reverse(tx, transferId, reference);
    return cents;
  }
  const withdrawn = Math.min(available, cents);
  if (withdrawn === 0) return 0;
  const entries = [
    { accountId: cashAccount(ownerId, currency, 'available'), unit: currency, amount: -withdrawn },
    { accountId: issuedCashAccount(currency), unit: currency, amount: withdrawn },
  ];
  await ledger.post(tx, { kind: 'exchange.refund', businessId: null, entries, reference });
  return withdrawn;
}

/** Returns withdrawn cash to a wallet because the payment is valid again. */
export async function restoreWithdrawal(
  tx: TxCtx,
  { ownerId, currency, cents, reference }: Pick<Withdrawal, 'ownerId' | 'currency' | 'cents' | 'reference'>,
): Promise<void> {
  const entries = [
    { accountId: issuedCashAccount(currency), unit: currency, amount: -cents },
    { accountId: cashAccount(ownerId, currency, 'available'), unit: currency, amount: cents },
  ];
  await ledger.post(tx, { kind: 'exchange.reinstatement', businessId: null, entries, reference });
}
