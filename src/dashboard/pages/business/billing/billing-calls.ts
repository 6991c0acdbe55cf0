import type { BillingRequest, BillingStatus, Invoice, Purchase } from '../../../../billing/model.ts';
import type { Plan } from '../../../../library/plan-model.ts';
import { api, send } from '../../../data/api.ts';
import { tenantParams } from '../../../data/session.ts';
import type { PageOf } from '../../../ui/table.tsx';

type Abort = { fetch: { signal: AbortSignal } };

/** Calls the billing route, whose response type depends on the action. */
async function callBilling<T>(body: BillingRequest, abort?: Abort): Promise<T> {
  return (await send(api.billing.post({ ...body, ...tenantParams() }, abort))) as T;
}

export const billing = {
  status: (abort?: Abort) => callBilling<BillingStatus>({ action: 'status' }, abort),
  plans: (abort?: Abort) => callBilling<PageOf<Plan>>({ action: 'plans' }, abort),
  invoices: (page: number, perPage: number, abort?: Abort) =>
    callBilling<PageOf<Invoice>>({ action: 'invoices', page, perPage }, abort),
  subscribe: (planId: string, interval: 'month' | 'year') =>
    callBilling<Purchase>({ action: 'subscribe', planId, interval }),
  topup: (amount: number) => callBilling<Purchase>({ action: 'topup', amount }),
  cancel: () => callBilling<BillingStatus>({ action: 'cancel' }),
  resume: () => callBilling<BillingStatus>({ action: 'resume' }),
  portal: async () => (await callBilling<{ url: string }>({ action: 'portal' })).url,
};

/** Redirects to the payment page if there is one. @returns whether it redirected */
export function payNow({ checkoutUrl }: Purchase): boolean {
  if (!checkoutUrl) return false;
  location.assign(checkoutUrl);
  return true;
}
