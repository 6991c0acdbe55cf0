import { Fields, type OrderMessage } from './message.ts';

/**
 * Reads a payment (events payment.created and payment.updated) or a refund (refund.created and refund.updated).
 * @returns undefined for anything else, including payments that are not completed
 */
export function readSquare(body: unknown): OrderMessage | undefined {
  const object = new Fields(body).object('data').object('object');
  if (object.has('payment')) return readPayment(object.object('payment'));
  if (object.has('refund')) return readRefund(object.object('refund'));
  return undefined;
}

function readPayment(payment: Fields): OrderMessage | undefined {
  const orderId = payment.id('id');
  // The total includes the tip, which is no purchase.
  const total = payment.has('amount_money') ? payment.object('amount_money') : payment.object('total_money');
  const currency = total.currency('currency');
  if (orderId === undefined || currency === undefined) return undefined;
  const amountCents = total.minor('amount');
  if (payment.text('status') !== 'COMPLETED' || amountCents === undefined) return undefined;
  return {
    orderId,
    currency,
    amountCents,
    email: payment.text('buyer_email_address'),
    phone: payment.phone('buyer_phone_number'),
    refunds: [],
    refundedCents: payment.object('refunded_money').minor('amount'),
  };
}

function readRefund(refund: Fields): OrderMessage | undefined {
  const orderId = refund.id('payment_id');
  const id = refund.id('id');
  const money = refund.object('amount_money');
  const currency = money.currency('currency');
  if (orderId === undefined || id === undefined || currency === undefined) return undefined;
  const amountCents = money.minor('amount');
  // A pending refund can still fail, so only a completed one counts.
  if (!amountCents || refund.text('status') !== 'COMPLETED') return undefined;
  return { orderId, currency, refunds: [{ id, amountCents }] };
}
