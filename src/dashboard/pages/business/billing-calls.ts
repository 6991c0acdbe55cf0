import type { BillingRequest, BillingStatus, Invoice, Purchase } from '../../../billing/model.ts';
import type { Plan } from '../../../library/plan-model.ts';
import { api, send } from '../../data/api.ts';
import { tenant } from '../../data/session.ts';

export interface PageOf<T> {
  items: T[];
  pagination: { page: number; totalPages: number; total: number };
}

type Abort = { fetch: { signal: AbortSignal } };

/** One route answers every action; here each has the answer that belongs to it. */
async function ask<T>(body: BillingRequest, abort?: Abort): Promise<T> {
  return (await send(api.billing.post({ ...body, ...tenant() }, abort))) as T;
}

export const billing = {
  status: (abort?: Abort) => ask<BillingStatus>({ action: 'status' }, abort),
  plans: (abort?: Abort) => ask<PageOf<Plan>>({ action: 'plans' }, abort),
  invoices: (page: number, perPage: number, abort?: Abort) =>
    ask<PageOf<Invoice>>({ action: 'invoices', page, perPage }, abort),
  subscribe: (planId: string, interval: 'month' | 'year') =>
    ask<Purchase>({ action: 'subscribe', planId, interval }),
  topup: (amount: number) => ask<Purchase>({ action: 'topup', amount }),
  cancel: () => ask<BillingStatus>({ action: 'cancel' }),
  resume: () => ask<BillingStatus>({ action: 'resume' }),
  portal: async () => (await ask<{ url: string }>({ action: 'portal' })).url,
};

/** Goes to the payment page, where there is one. @returns whether it went */
export function payNow({ checkoutUrl }: Purchase): boolean {
  if (!checkoutUrl) return false;
  location.assign(checkoutUrl);
  return true;
}
