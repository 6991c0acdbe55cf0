import { Fields, type OrderMessage } from './message.ts';

/** Stripe counts these currencies in hundredths, although they have none. */
const IN_HUNDREDTHS = ['ISK', 'UGX'];
const HUNDREDTHS = 100;

const CHARGES = ['charge.succeeded', 'charge.captured', 'charge.updated', 'charge.refunded'];
const SESSIONS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/**
 * Reads a charge or the checkout session of a payment. Both name the payment intent, by which they are one order.
 * @returns undefined for anything else, including unpaid charges
 */
export function readStripe(body: unknown): OrderMessage | undefined {
  const event = new Fields(body);
  const type = event.text('type') ?? '';
  const object = event.object('data').object('object');
  if (CHARGES.includes(type)) return readCharge(object);
  return SESSIONS.includes(type) ? readSession(object) : undefined;
}

function readCharge(charge: Fields): OrderMessage | undefined {
  const orderId = charge.id('payment_intent') ?? charge.id('id');
  const currency = charge.currency('currency');
  if (orderId === undefined || currency === undefined) return undefined;
  if (charge.get('paid') !== true || charge.get('captured') === false) return undefined;
  const amountCents = toMinor(charge, charge.has('amount_captured') ? 'amount_captured' : 'amount', currency);
  if (amountCents === undefined) return undefined;
  const details = charge.object('billing_details');
  const country = details.object('address').text('country') ?? null;
  return {
    orderId,
    currency,
    amountCents,
    email: details.text('email') ?? charge.text('receipt_email'),
    phone: details.phone('phone', country),
    refunds: [],
    refundedCents: toMinor(charge, 'amount_refunded', currency),
  };
}

function readSession(session: Fields): OrderMessage | undefined {
  const orderId = session.id('payment_intent');
  const currency = session.currency('currency');
  if (orderId === undefined || currency === undefined) return undefined;
  const amountCents = toMinor(session, 'amount_total', currency);
  if (session.text('payment_status') !== 'paid' || amountCents === undefined) return undefined;
  const details = session.object('customer_details');
  const country = details.object('address').text('country') ?? null;
  return {
    orderId,
    currency,
    amountCents,
    email: details.text('email') ?? session.text('customer_email'),
    phone: details.phone('phone', country),
    refunds: [],
  };
}

function toMinor(fields: Fields, name: string, currency: string): number | undefined {
  const amount = fields.minor(name);
  if (amount === undefined || !IN_HUNDREDTHS.includes(currency)) return amount;
  return Math.round(amount / HUNDREDTHS);
}
