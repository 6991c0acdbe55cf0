import type { Wallet } from '../../exchange/wallet/model.ts';
import { call } from './api.ts';
import { getOwnCurrency } from './currency.ts';
import { tenantParams } from './session.ts';

/** Reads the wallet; null if the caller is not on the exchange yet. @throws ApiError */
export function readWallet({ fetch }: { fetch: RequestInit }): Promise<Wallet | null> {
  return call('GET', `/session/wallet?${new URLSearchParams(tenantParams())}`, undefined, fetch);
}

/** Returns the cash of a wallet in one currency. */
export function getCash(wallet: Wallet | null | undefined, currency: string): Wallet['balances'][number] {
  const own = wallet?.balances.find(balance => balance.currency === currency);
  return own ?? { currency, available: 0, reserved: 0 };
}

/** Lists the cash of a wallet by currency; one of 0 in the page's currency if there is none. */
export function listCash(wallet: Wallet | null | undefined): Wallet['balances'] {
  return wallet?.balances.length ? wallet.balances : [getCash(wallet, getOwnCurrency())];
}
