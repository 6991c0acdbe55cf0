import { Fields, type OrderMessage } from './message.ts';

/** Stripe counts these currencies in hundredths, although they have none. */
const IN_HUNDREDTHS = ['ISK', 'UGX'];
const HUNDREDTHS = 100;

const CHARGES = ['charge.succeeded', 'charge.captured', 'charge.updated', 'charge.refunded'];
const REFUNDS = ['refund.created', 'refund.updated', 'charge.refund.updated'];
const INTENT = 'payment_intent.succeeded';
const SESSIONS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/**
 * Reads a payment intent, its charge, its checkout session or its refunds. All name the payment intent, by which they are
 * one order. Subscriptions are read from their charges.
 * @returns undefined for anything else, including unpaid charges
 */
export function readStripe(body: unknown): OrderMessage | undefined {
  const event = new Fields(body);
  const type = event.text('type') ?? '';
  const object = event.object('data').object('object');
  if (CHARGES.includes(type)) return readCharge(object, event);
  if (REFUNDS.includes(type)) return readRefund(object);
  if (type === INTENT) return readIntent(object);
  return SESSIONS.includes(type) ? readSession(object) : undefined;
}

/** Returns the ID of a related object, which can be expanded. */
function idOf(fields: Fields, name: string): string | undefined {
  return fields.id(name) ?? fields.object(name).id('id');
}

function readCharge(charge: Fields, event: Fields): OrderMessage | undefined {
  const orderId = idOf(charge, 'payment_intent') ?? charge.id('id');
  const currency = charge.currency('currency');
  if (orderId === undefined || currency === undefined) return undefined;
  const isPaid = charge.has('paid') ? charge.get('paid') === true : charge.text('status') === 'succeeded';
  if (!isPaid || charge.get('captured') === false) return undefined;
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
    refundedCents: readRefunded(charge, event, currency),
  };
}

/**
 * Returns the sum that was given back. Some versions of Stripe count the part that a merchant did not capture as
 * refunded; then it is in the sum before the first refund.
 */
function readRefunded(charge: Fields, event: Fields, currency: string): number | undefined {
  const [refunded, amount, captured] = ['amount_refunded', 'amount', 'amount_captured'].map(name =>
    toMinor(charge, name, currency),
  );
  if (refunded === undefined || amount === undefined || captured === undefined) return refunded;
  const left = Math.max(0, amount - captured);
  const before = toMinor(event.object('data').object('previous_attributes'), 'amount_refunded', currency);
  const isIncluded = event.text('type') !== 'charge.refunded' || (before !== undefined && before >= left);
  return isIncluded ? Math.max(0, refunded - left) : refunded;
}

function readRefund(refund: Fields): OrderMessage | undefined {
  const orderId = idOf(refund, 'payment_intent') ?? idOf(refund, 'charge');
  const id = refund.id('id');
  const currency = refund.currency('currency');
  if (orderId === undefined || id === undefined || currency === undefined) return undefined;
  const amountCents = toMinor(refund, 'amount', currency);
  // A pending refund can still fail.
  if (!amountCents || refund.text('status') !== 'succeeded') return undefined;
  return { orderId, currency, refunds: [{ id, amountCents }] };
}

function readIntent(intent: Fields): OrderMessage | undefined {
  const orderId = intent.id('id');
  const currency = intent.currency('currency');
  if (orderId === undefined || currency === undefined) return undefined;
  const amountCents = toMinor(intent, 'amount_received', currency);
  if (!amountCents) return undefined;
  const shipping = intent.object('shipping');
  const country = shipping.object('address').text('country') ?? null;
  return {
    orderId,
    currency,
    amountCents,
    refunds: [],
    email: intent.text('receipt_email'),
    phone: shipping.phone('phone', country),
  };
}

function readSession(session: Fields): OrderMessage | undefined {
  const own = session.text('mode') === 'payment' ? session.id('id') : undefined;
  const orderId = idOf(session, 'payment_intent') ?? own;
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
