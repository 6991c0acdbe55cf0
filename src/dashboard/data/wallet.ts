import type { Wallet } from '../../exchange/wallet/model.ts';
import { call } from './api.ts';
import { tenantParams } from './session.ts';

/** Reads the wallet; null if the caller is not on the exchange yet. @throws ApiError */
export function readWallet({ fetch }: { fetch: RequestInit }): Promise<Wallet | null> {
  return call('GET', `/session/wallet?${new URLSearchParams(tenantParams())}`, undefined, fetch);
}
