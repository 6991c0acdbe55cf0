import type { TxCtx } from '../../../context.ts';
import { USD } from '../../../ledger/rules.ts';
import * as ledger from '../../../ledger/service.ts';
import { CASH_ISSUED, cashAccount, getAvailable } from './wallet.ts';

/** A full or partial reversal of a deposit. */
export interface Withdrawal {
  ownerId: string;
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
  { ownerId, transferId, depositCents, cents, reference }: Withdrawal,
): Promise<number> {
  const available = await getAvailable(tx, ownerId, 'cash', '');
  if (cents === depositCents && available >= cents && !(await ledger.isReversed(tx, transferId))) {
    await ledger.reverse(tx, transferId, reference);
    return cents;
  }
  const withdrawn = Math.min(available, cents);
  if (withdrawn === 0) return 0;
  const entries = [
    { accountId: cashAccount(ownerId, 'available'), unit: USD, amount: -withdrawn },
    { accountId: CASH_ISSUED, unit: USD, amount: withdrawn },
  ];
  await ledger.post(tx, { kind: 'exchange.refund', businessId: null, entries, reference });
  return withdrawn;
}

/** Returns withdrawn cash to a wallet because the payment is valid again. */
export async function restoreWithdrawal(
  tx: TxCtx,
  { ownerId, cents, reference }: Pick<Withdrawal, 'ownerId' | 'cents' | 'reference'>,
): Promise<void> {
  const entries = [
    { accountId: CASH_ISSUED, unit: USD, amount: -cents },
    { accountId: cashAccount(ownerId, 'available'), unit: USD, amount: cents },
  ];
  await ledger.post(tx, { kind: 'exchange.reinstatement', businessId: null, entries, reference });
}
