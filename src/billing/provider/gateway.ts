import type Stripe from 'stripe';
import type { Config } from '../../config/index.ts';
import { AppError } from '../../errors.ts';
import { BILLING_CURRENCY } from '../../platform/currency-digits.ts';
import { trustedFetch } from '../../platform/outbound/operator-http.ts';
import type {
  Checkout,
  Interval,
  PaymentGateway,
  PricedPlan,
  Purchase,
} from '../../platform/payment-gateway.ts';
import { getPriceCents } from '../rules.ts';

const TIMEOUT_MS = 20_000;
/** Stripe's library waits at least half a second between retries and reuses the idempotency key. */
const MAX_RETRIES = 1;
const CURRENCY = BILLING_CURRENCY.toLowerCase();

/** Returns null unless STRIPE_SECRET_KEY is set. The library (16 MB) is loaded on the first call. */
export function createPaymentGateway(config: Config): PaymentGateway | null {
  if (config.stripeSecretKey === '') return null;
  let client: Promise<Stripe> | undefined;
  const ask = async <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    client ??= connect(config);
    try {
      return await call(await client);
    } catch (cause) {
      throw await toAppError(cause);
    }
  };
  return {
    createCheckout: purchase => ask(stripe => createCheckout(stripe, config, purchase)),
    closeCheckout: id => ask(async stripe => void (await stripe.checkout.sessions.expire(id))),
    createPortalSession: (customer, return_url) =>
      ask(async stripe => {
        const { url } = await stripe.billingPortal.sessions.create({ customer, return_url });
        return { url };
      }),
    setCancel: (id, isAtPeriodEnd, idempotencyKey) =>
      ask(async stripe => {
        const change = { cancel_at_period_end: isAtPeriodEnd };
        const changed = await stripe.subscriptions.update(id, change, { idempotencyKey });
        return { cancelAtPeriodEnd: changed.cancel_at_period_end };
      }),
    changePlan: (id, to, key) => ask(stripe => changePlan(stripe, config, id, to, key)),
    findInvoiceOfPayment: payment_intent =>
      ask(async stripe => {
        const payment = { type: 'payment_intent' as const, payment_intent };
        const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
        const invoice = data[0]?.invoice;
        return typeof invoice === 'string' ? invoice : invoice?.id;
      }),
  };
}

async function connect({ stripeSecretKey, stripeApiBase }: Config): Promise<Stripe> {
  const { default: Library } = await import('stripe');
  const { protocol, hostname, port } = new URL(stripeApiBase);
  const isPlain = protocol === 'http:';
  return new Library(stripeSecretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    httpClient: Library.createFetchHttpClient(trustedFetch as typeof fetch),
    maxNetworkRetries: MAX_RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'Perkmint' },
  });
}

/** Card errors carry Stripe's message for the buyer; other failures are upstream errors whose cause goes to the log. */
async function toAppError(cause: unknown): Promise<AppError> {
  const { default: Library } = await import('stripe');
  if (cause instanceof Library.errors.StripeCardError)
    return new AppError('CONFLICT', 'The payment was declined; update the card in the billing portal', {
      cause,
    });
  return new AppError('UPSTREAM_FAILED', 'Stripe is unreachable or rejected the request; try again later', {
    cause,
  });
}

async function createCheckout(stripe: Stripe, config: Config, purchase: Purchase): Promise<Checkout> {
  const { businessId, invoiceId, kind, plan, interval, customerId, returnUrl } = purchase;
  const metadata = {
    businessId,
    kind,
    invoiceId,
    ...(plan && interval ? { planId: plan.id, interval } : {}),
  };
  const isTopup = kind === 'topup';
  const session = await stripe.checkout.sessions.create(
    {
      mode: isTopup ? 'payment' : 'subscription',
      client_reference_id: businessId,
      line_items: [toLineItem(config, purchase)],
      metadata,
      // A refund event carries the charge's metadata, a renewal event the subscription's.
      ...(isTopup ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
      ...toCustomerFields(customerId, isTopup),
      success_url: `${returnUrl}?checkout=done`,
      cancel_url: `${returnUrl}?checkout=cancelled`,
    },
    { idempotencyKey: `perkmint-checkout-${invoiceId}` },
  );
  if (!session.url) throw new Error('Stripe created a checkout session without a URL');
  return { id: session.id, url: session.url };
}

function toCustomerFields(customer: string | undefined, isTopup: boolean) {
  if (customer) return { customer };
  return isTopup ? { customer_creation: 'always' as const } : {};
}

function toLineItem({ stripePrices }: Config, { plan, interval, amountCents }: Purchase) {
  const price = plan && interval && findConfiguredPrice(stripePrices, plan, interval);
  if (price) return { quantity: 1, price };
  return {
    quantity: 1,
    price_data: {
      currency: CURRENCY,
      unit_amount: amountCents,
      product_data: { name: plan ? `Perkmint ${plan.name}` : 'Perkmint wallet top-up' },
      ...(interval ? { recurring: { interval } } : {}),
    },
  };
}

/** Returns the operator's own Stripe price for a plan, if STRIPE_PRICES names one. */
function findConfiguredPrice(
  prices: readonly string[],
  { id }: PricedPlan,
  interval: Interval,
): string | undefined {
  const name = `${id}.${interval}=`;
  return prices.find(price => price.startsWith(name))?.slice(name.length);
}

async function changePlan(
  stripe: Stripe,
  { stripePrices }: Config,
  id: string,
  { plan, interval }: { plan: PricedPlan; interval: Interval },
  idempotencyKey: string,
): Promise<void> {
  const { items, metadata } = await stripe.subscriptions.retrieve(id);
  const item = items.data[0];
  if (!item) throw new Error(`The subscription ${id} has no items`);
  const { product } = item.price;
  const price = findConfiguredPrice(stripePrices, plan, interval);
  const terms = price
    ? { price }
    : {
        price_data: {
          currency: CURRENCY,
          product: typeof product === 'string' ? product : product.id,
          unit_amount: getPriceCents(plan, interval),
          recurring: { interval },
        },
      };
  await stripe.subscriptions.update(
    id,
    {
      items: [{ id: item.id, ...terms }],
      metadata: { ...metadata, planId: plan.id, interval },
      cancel_at_period_end: false,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    },
    { idempotencyKey },
  );
}
