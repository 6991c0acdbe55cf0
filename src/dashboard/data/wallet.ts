import type { Wallet } from '../../exchange/model.ts';
import { call } from './api.ts';
import { tenant } from './session.ts';

/** The wallet, or null for who takes no part in the exchange yet. @throws ApiError */
export function readWallet({ fetch }: { fetch: RequestInit }): Promise<Wallet | null> {
  return call('GET', `/session/wallet?${new URLSearchParams(tenant())}`, undefined, fetch);
}
