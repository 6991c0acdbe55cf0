import { Fields, type OrderMessage } from './message.ts';

/** An order in one of these states was given back as a whole, whatever its list of refunds says. */
const UNDONE = ['refunded', 'cancelled', 'failed'];

/**
 * Reads an order (topics order.created and order.updated), which lists its refunds.
 * @returns undefined for anything else, including orders that were never paid
 */
export function readWooCommerce(body: unknown): OrderMessage | undefined {
  const fields = new Fields(body);
  const orderId = fields.id('id');
  const currency = fields.currency('currency');
  const status = fields.text('status') ?? '';
  if (orderId === undefined || currency === undefined || !fields.has('total')) return undefined;
  const amountCents = fields.decimal('total', currency);
  const isUndone = UNDONE.includes(status);
  if (amountCents === undefined || !wasPaid(fields, status)) return undefined;
  const billing = fields.object('billing');
  return {
    orderId,
    currency,
    amountCents,
    email: billing.text('email'),
    phone: billing.phone('phone', billing.text('country') ?? null),
    refunds: fields.list('refunds').flatMap(refund => {
      const id = refund.id('id');
      const cents = refund.decimal('total', currency);
      return id === undefined || !cents ? [] : [{ id, amountCents: cents }];
    }),
    ...(isUndone && { refundedCents: amountCents }),
  };
}

/**
 * Returns whether an order was paid. One that is being processed without a date of payment is paid on delivery; if its
 * message has no such field at all, the status decides.
 */
function wasPaid(fields: Fields, status: string): boolean {
  if (status === 'completed' || status === 'refunded') return true;
  const dates = ['date_paid_gmt', 'date_paid'];
  if (dates.some(name => fields.text(name) !== undefined))
    return status === 'processing' || UNDONE.includes(status);
  return status === 'processing' && !dates.some(name => fields.has(name));
}

/** WooCommerce checks an address with this body, which it does not sign, before it saves a webhook. */
const MAX_PING_BYTES = 40;
const PING = /^webhook_id=\d{1,20}$/;

/** Returns whether a body is the check of an address, which says nothing. */
export function isWooCommercePing(body: Uint8Array): boolean {
  return body.length <= MAX_PING_BYTES && PING.test(new TextDecoder().decode(body));
}
