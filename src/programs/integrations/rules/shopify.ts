import { Fields, type OrderMessage } from './message.ts';

/** The states of an order that was paid in full at some time. */
const PAID = ['paid', 'partially_refunded', 'refunded'];
/** Attempts to refund that moved no money. */
const FAILED = ['failure', 'error'];

/**
 * Reads an order (topics orders/paid and orders/updated) or a refund (refunds/create). The shape decides which of them it
 * is, because Shopify does not sign the header with the topic.
 * @returns undefined for anything else, including unpaid and test orders
 */
export function readShopify(body: unknown): OrderMessage | undefined {
  const fields = new Fields(body);
  if (fields.has('order_id') && fields.has('transactions')) return readRefund(fields);
  const orderId = fields.id('id');
  const currency = fields.currency('currency');
  if (orderId === undefined || currency === undefined || fields.get('test') === true) return undefined;
  if (!PAID.includes(fields.text('financial_status') ?? '')) return undefined;
  const totalCents = fields.decimal('total_price', currency);
  if (totalCents === undefined) return undefined;
  const tipCents = fields.decimal('total_tip_received', currency) ?? 0;
  const customer = fields.object('customer');
  const address = fields.object('billing_address');
  const country = address.text('country_code') ?? null;
  return {
    orderId,
    currency,
    amountCents: Math.max(0, totalCents - tipCents),
    email: fields.text('email') ?? fields.text('contact_email') ?? customer.text('email'),
    phone:
      fields.phone('phone', country) ?? customer.phone('phone', country) ?? address.phone('phone', country),
    refunds: fields.list('refunds').flatMap(refund => toRefund(refund, currency)),
  };
}

function readRefund(fields: Fields): OrderMessage | undefined {
  const orderId = fields.id('order_id');
  const currency = fields
    .list('transactions')
    .map(each => toMoney(each).currency)
    .find(each => each !== undefined);
  if (orderId === undefined || currency === undefined) return undefined;
  const refunds = toRefund(fields, currency);
  return refunds.length === 0 ? undefined : { orderId, currency, refunds };
}

/** A refund moves money by transactions; one without any only returns goods. */
function toRefund(fields: Fields, currency: string): OrderMessage['refunds'] {
  const id = fields.id('id');
  const moved = fields
    .list('transactions')
    .filter(each => each.text('kind') === 'refund' && !FAILED.includes(each.text('status') ?? ''));
  const amountCents = moved
    .map(toMoney)
    .filter(money => (money.currency ?? currency) === currency)
    .reduce((sum, { fields: amount }) => sum + (amount.decimal('amount', currency) ?? 0), 0);
  return id === undefined || amountCents === 0 ? [] : [{ id, amountCents }];
}

/** Returns the amount of a transaction in the currency of the shop, which is that of the order, or else as it was paid. */
function toMoney(transaction: Fields): { currency: string | undefined; fields: Fields } {
  const shopMoney = transaction.object('amount_set').object('shop_money');
  const currency = shopMoney.currency('currency_code');
  if (currency !== undefined) return { currency, fields: shopMoney };
  return { currency: transaction.currency('currency'), fields: transaction };
}
