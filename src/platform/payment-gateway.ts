/** What the gateway needs to know of a plan; prices in dollars. */
export interface PricedPlan {
  id: string;
  name: string;
  priceMonthly: number;
  priceYearly: number;
}

export type Interval = 'month' | 'year';

/** What is to be paid in a checkout, and what of ours it stands for. */
export interface Purchase {
  businessId: string;
  invoiceId: string;
  kind: 'subscription' | 'topup';
  plan: PricedPlan | null;
  interval: Interval | null;
  amountCents: number;
  /** Who the business is at Stripe, once known. */
  customerId: string | undefined;
  /** Where the buyer comes back to. */
  returnUrl: string;
}

export interface Checkout {
  id: string;
  url: string;
}

/** What Stripe says of a subscription, as far as it matters here. */
export interface RemoteSubscription {
  cancelAtPeriodEnd: boolean;
}

/**
 * Stripe's API: every call of it that we make. Each can take seconds and fail, so none is made in a
 * transaction, and each that changes something carries an idempotency key.
 * All throw UPSTREAM_FAILED when Stripe cannot be reached or refuses, CONFLICT when it declines a payment.
 */
export interface PaymentGateway {
  /** @returns the page on which the purchase is paid */
  createCheckout(purchase: Purchase): Promise<Checkout>;
  /** Closes a checkout, so that nobody pays it any more. One that is closed already is refused. */
  closeCheckout(checkoutId: string): Promise<void>;
  /** @returns the page on which a customer manages cards, invoices and its subscription */
  createPortalSession(customerId: string, returnUrl: string): Promise<{ url: string }>;
  setCancel(subscriptionId: string, isAtPeriodEnd: boolean, key: string): Promise<RemoteSubscription>;
  /** Moves a running subscription to another plan, the difference being billed at once. */
  changePlan(
    subscriptionId: string,
    to: { plan: PricedPlan; interval: Interval },
    key: string,
  ): Promise<void>;
  /** The invoice at Stripe that a payment has paid; undefined for none. */
  findInvoiceOfPayment(paymentId: string): Promise<string | undefined>;
}
