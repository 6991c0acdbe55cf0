/** The fields of a plan that the gateway uses; prices in dollars. */
export interface PricedPlan {
  id: string;
  name: string;
  priceMonthly: number;
  priceYearly: number;
}

export type Interval = 'month' | 'year';

/** The items of a checkout and the invoice it pays. */
export interface Purchase {
  businessId: string;
  invoiceId: string;
  kind: 'subscription' | 'topup';
  plan: PricedPlan | null;
  interval: Interval | null;
  amountCents: number;
  /** The business's Stripe customer id, once known. */
  customerId: string | undefined;
  /** URL to which the buyer returns. */
  returnUrl: string;
}

export interface Checkout {
  id: string;
  url: string;
}

/** The fields of a Stripe subscription that are used here. */
interface RemoteSubscription {
  cancelAtPeriodEnd: boolean;
}

/**
 * All calls to Stripe's API. Each can take seconds and fail, so none is made inside a transaction, and each change
 * carries an idempotency key. All throw UPSTREAM_FAILED if Stripe is unreachable or rejects the request, and CONFLICT
 * if it declines a payment.
 */
export interface PaymentGateway {
  /** @returns the page to pay on */
  createCheckout(purchase: Purchase): Promise<Checkout>;
  /** Expires a checkout, so that it can no longer be paid. Rejects if it is already closed. */
  closeCheckout(checkoutId: string): Promise<void>;
  /** @returns the page where a customer manages cards, invoices and the subscription */
  createPortalSession(customerId: string, returnUrl: string): Promise<{ url: string }>;
  setCancel(subscriptionId: string, isAtPeriodEnd: boolean, key: string): Promise<RemoteSubscription>;
  /** Moves an active subscription to another plan and bills the difference immediately. */
  changePlan(
    subscriptionId: string,
    to: { plan: PricedPlan; interval: Interval },
    key: string,
  ): Promise<void>;
  /** Returns the id of the Stripe invoice that a payment paid, if any. */
  findInvoiceOfPayment(paymentId: string): Promise<string | undefined>;
}
