import type { InboundOrderRow, IntegrationRow } from '../../../../db/schema/integrations.ts';
import { atomically, type Ctx, SHOP_SYSTEM, type TxCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { getPublicUrl } from '../../../installation/service.ts';
import { iso, MINUTE_MS, nowIso } from '../../../platform/clock.ts';
import { processDueCashback } from '../../cashback/service/due.ts';
import type { InboundReceipt, Source } from '../model.ts';
import { toInboundPath } from '../rules/address.ts';
import type { OrderMessage } from '../rules/message.ts';
import { readMessage } from '../rules/read.ts';
import { SIGNATURE_HEADERS, verifyWebhook } from '../rules/signatures.ts';
import { isWooCommercePing } from '../rules/woocommerce.ts';
import * as store from '../store.ts';
import { toBuyer } from './buyers.ts';
import { isCurable, settle } from './settle.ts';

/** A webhook as it came. */
interface InboundRequest {
  headers: Headers;
  body: Uint8Array;
}

/**
 * Returns the integration whose shop system sent a webhook, by the signature of its raw body.
 * @returns null for WooCommerce's check of the address, which is not signed and says nothing
 * @throws NOT_FOUND, INVALID_SIGNATURE, TIMESTAMP_EXPIRED
 */
export async function verifySender(
  ctx: Ctx,
  source: Source,
  id: string,
  request: InboundRequest,
): Promise<IntegrationRow | null> {
  const integration = await store.find(ctx.db, id);
  if (!integration || integration.source !== source || integration.removedAt !== null)
    throw notFound('integration');
  if (source === 'woocommerce' && isWooCommercePing(request.body)) return null;
  await assertSigned(ctx, integration, request);
  return integration;
}

/**
 * Records what a webhook says of an order, and settles the order. The body itself is not stored. Webhooks may come more
 * than once and in any order.
 * @throws NOT_FOUND if the integration was removed meanwhile
 */
export async function receiveWebhook(
  ctx: Ctx,
  { id, source, businessId }: IntegrationRow,
  body: unknown,
): Promise<InboundReceipt> {
  const message = readMessage(source, body);
  const system = ctx.as(SHOP_SYSTEM);
  if (message) await processDueCashback(system);
  return await atomically(system, tx => applyMessage(tx, id, message), [`business:${businessId}`]);
}

async function assertSigned(
  ctx: Ctx,
  integration: IntegrationRow,
  { headers, body }: InboundRequest,
): Promise<void> {
  const { id, source, secret } = integration;
  const url = (await getPublicUrl(ctx)) + toInboundPath(source, id);
  const key = secret === '' ? '' : ctx.vault.open(secret, id);
  const verdict = verifyWebhook(source, key, { headers, body, url }, ctx.clock.now());
  if (verdict === 'valid') return;
  const header = SIGNATURE_HEADERS[source];
  const error =
    verdict === 'invalid'
      ? ({ code: 'INVALID_SIGNATURE', issue: "is missing or doesn't match the body and the secret" } as const)
      : ({
          code: 'TIMESTAMP_EXPIRED',
          issue: 'has a timestamp more than 5 minutes from the current time',
        } as const);
  await noteRefusal(ctx, integration, error.code);
  throw new AppError(error.code, `${header} ${error.issue}`);
}

/** Records for the owner that a webhook was refused. Anyone can send one, so up to one per minute is written. */
async function noteRefusal(
  ctx: Ctx,
  { id, businessId, lastRefusedAt }: IntegrationRow,
  lastRefusedCode: NonNullable<IntegrationRow['lastRefusedCode']>,
): Promise<void> {
  const now = ctx.clock.now();
  if (lastRefusedAt !== null && now - Date.parse(lastRefusedAt) < MINUTE_MS) return;
  const change = { lastRefusedAt: iso(now), lastRefusedCode };
  await atomically(ctx.as(SHOP_SYSTEM), tx => store.update(tx.db, id, change), [`business:${businessId}`]);
}

async function applyMessage(
  tx: TxCtx,
  id: string,
  message: OrderMessage | undefined,
): Promise<InboundReceipt> {
  const lastReceivedAt = nowIso(tx.clock);
  const lastIgnoredAt = message ? {} : { lastIgnoredAt: lastReceivedAt };
  const integration = await store.update(tx.db, id, { lastReceivedAt, ...lastIgnoredAt });
  if (integration.removedAt !== null) throw notFound('integration');
  if (!message) return { received: true, ignored: true };
  const { businessId, source } = integration;
  const before =
    (await store.findByOrder(tx.db, { businessId, source, orderId: message.orderId })) ??
    (await insertOrder(tx, integration, message));
  const after = await addMessage(tx, integration, before, message);
  if (after !== before || isCurable(after)) await settle(tx, after);
  return after === before ? { received: true, duplicate: true } : { received: true };
}

async function insertOrder(
  tx: TxCtx,
  { id: integrationId, businessId, source, programId }: IntegrationRow,
  { orderId, currency }: OrderMessage,
): Promise<InboundOrderRow> {
  const now = nowIso(tx.clock);
  return await store.insertOrder(tx.db, {
    id: tx.ids.next('inboundOrder'),
    integrationId,
    businessId,
    source,
    programId,
    orderId,
    currency,
    status: 'waiting',
    createdAt: now,
    updatedAt: now,
  });
}

/** Adds to an order what a message says of it. @returns the same row if it was known before */
async function addMessage(
  tx: TxCtx,
  integration: IntegrationRow,
  row: InboundOrderRow,
  message: OrderMessage,
): Promise<InboundOrderRow> {
  const change: Partial<InboundOrderRow> = {};
  const isOrder = row.amountCents === null && message.amountCents !== undefined;
  // A refund that came before its order can be in another currency.
  const currency = isOrder ? message.currency : row.currency;
  const known = currency === row.currency ? row.refundedCents : 0;
  if (isOrder) Object.assign(change, { amountCents: message.amountCents, currency });
  if (row.integrationId !== integration.id && row.status !== 'credited')
    Object.assign(change, { integrationId: integration.id, programId: integration.programId });
  if (row.status === 'waiting' || row.status === 'parked') {
    const { email, phone } = await toBuyer(tx, integration, message);
    if (row.email === null && email !== null) change.email = email;
    if (row.phone === null && phone !== null) change.phone = phone;
  }
  for (const { id: refundId, amountCents } of message.refunds)
    await store.insertRefund(tx.db, { orderKey: row.id, refundId, amountCents, currency: message.currency });
  const refundedCents = Math.max(
    known,
    message.currency === currency ? (message.refundedCents ?? 0) : 0,
    isOrder || message.refunds.length > 0 ? await store.sumRefunds(tx.db, { orderKey: row.id, currency }) : 0,
  );
  if (refundedCents !== row.refundedCents) change.refundedCents = refundedCents;
  if (message.amountCents === undefined && message.currency !== currency && row.amountCents !== null)
    Object.assign(change, toForeignRefund(row, message));
  if (Object.keys(change).length === 0) return row;
  return await store.updateOrder(tx.db, row.id, { ...change, updatedAt: nowIso(tx.clock) });
}

/** Returns why a refund in another currency is not taken back; nothing if that is known. */
function toForeignRefund(row: InboundOrderRow, { currency }: OrderMessage): Partial<InboundOrderRow> {
  if (row.reasonCode === 'CURRENCY_MISMATCH') return {};
  const reason = `A refund is in ${currency}, the order in ${row.currency}; amounts are not converted`;
  return { reasonCode: 'CURRENCY_MISMATCH', reason };
}
