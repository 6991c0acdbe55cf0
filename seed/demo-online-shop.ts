import { createHmac } from 'node:crypto';
import type { DemoHost } from './demo-host.ts';

/** The orders of the online shop by day: one of a member, one of a stranger, and one that is refunded in part. */
const ORDERS = [
  { day: 26, id: 1001, phone: '+12025550150', cents: 2_450, refundedCents: 0 },
  { day: 29, id: 1002, phone: '+12025550199', cents: 1_800, refundedCents: 0 },
  { day: 34, id: 1003, phone: '+12025550152', cents: 3_200, refundedCents: 1_200 },
];

/** Connects the online shop, and lets it send its orders. */
export async function sellOnline(stage: DemoHost, program: string, day: number): Promise<void> {
  const { call, moveTo, shopSecret } = stage;
  if (day === ORDERS[0]?.day)
    await call('owner', 'PUT', '/integrations/shopify', { programId: program, secret: shopSecret });
  const order = ORDERS.find(each => each.day === day);
  if (!order) return;
  moveTo(day, 14);
  const { id, phone, cents, refundedCents } = order;
  const fields = { id, phone, financial_status: 'paid', currency: 'USD', refunds: [] };
  await send(stage, { ...fields, total_price: toDecimal(cents) });
  if (refundedCents === 0) return;
  const refund = { id, kind: 'refund', status: 'success', currency: 'USD', amount: toDecimal(refundedCents) };
  await send(stage, { id, order_id: id, transactions: [refund] });
}

/** Sends a webhook, signed as Shopify does. */
async function send({ call, shopSecret }: DemoHost, body: object): Promise<void> {
  const { items } = await call('owner', 'GET', '/integrations');
  const signature = createHmac('sha256', shopSecret).update(JSON.stringify(body)).digest('base64');
  const headers = { 'x-shopify-hmac-sha256': signature };
  await call('shopSystem', 'POST', `/inbound/shopify/${items[0]?.id}`, body, headers);
}

function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
