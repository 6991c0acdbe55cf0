import type { Db } from '../../../db/client.ts';
import type { DeliveryRow, WebhookRow } from '../../../db/schema/webhooks.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { toThinEvent } from '../../events/model.ts';
import * as events from '../../events/service.ts';
import { iso, SECOND_MS } from '../../platform/clock.ts';
import { type Random, randomToken } from '../../platform/crypto.ts';
import { cutText } from '../../platform/cut-text.ts';
import type { OutboundResponse } from '../../platform/outbound/client.ts';
import { OutboundError } from '../../platform/outbound/errors.ts';
import { type SigningSecrets, signatureHeaders } from '../../platform/security/signatures.ts';
import { continueTrace, parseTraceparent } from '../../platform/traceparent.ts';
import * as deliveries from '../deliveries-store.ts';
import {
  GONE,
  getRetryDelayMs,
  isRedirect,
  isSignedWithNext,
  isSuccess,
  MAX_FAILURES,
  parseRetryAfter,
} from '../rules.ts';
import type { Pace } from '../schedule.ts';
import * as store from '../store.ts';
import { disableWebhook } from './endpoints.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_RESPONSE_BYTES = 4_096;
/** Longer addresses of redirects are cut in the error. */
const MAX_LOCATION_LENGTH = 300;
/** Endpoints that respond slower than this are slow. */
const QUICK_MS = 1_000;

interface Outcome {
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number;
  retryAfterMs: number;
}

/**
 * Makes one attempt of a claimed delivery and stores the result, unless another worker has taken it over since.
 * @returns how it went, for the schedule; an attempt that a shutdown interrupted is none
 * @throws UNAVAILABLE if the result cannot be stored
 */
export async function attemptDelivery(
  ctx: Ctx,
  deliveryId: string,
  worker: string,
  signal: AbortSignal,
): Promise<Pace> {
  const delivery = await deliveries.find(ctx.db, deliveryId);
  const webhook = delivery && (await store.find(ctx.db, delivery.webhookId));
  if (!webhook || delivery.status !== 'pending' || delivery.claimedBy !== worker) return 'quick';
  const startedAtMs = ctx.clock.now();
  const message = await readMessage(ctx, webhook, delivery);
  const outcome = message
    ? await send(ctx, webhook, delivery, { ...message, signal })
    : toFailure('The event is no longer stored', 0);
  if (!outcome) return 'quick';
  const attempt = { deliveryId, worker, at: iso(startedAtMs), outcome };
  await atomically(ctx, tx => recordAttempt(tx, attempt), [
    `business:${webhook.businessId}`,
    `webhook:${webhook.id}`,
  ]);
  if (outcome.durationMs > QUICK_MS) return 'slow';
  return isDelivered(outcome) ? 'quick' : 'failing';
}

/** Claims a delivery and makes an attempt at once. @returns false if another worker has claimed it */
export async function attemptNow(ctx: Ctx, deliveryId: string): Promise<boolean> {
  const worker = randomToken(ctx.random);
  const delivery = await deliveries.find(ctx.db, deliveryId);
  if (!delivery) return false;
  const claim = (db: Db) => deliveries.claim(db, deliveryId, worker);
  const isClaimed = await ctx.database.transaction(claim, [`webhook:${delivery.webhookId}`]);
  if (isClaimed) await attemptDelivery(ctx, deliveryId, worker, new AbortController().signal);
  return isClaimed;
}

/** The body of a delivery, and the headers that depend on the event. */
interface Message {
  body: string;
  headers: Record<string, string>;
}

async function readMessage(
  ctx: Ctx,
  { isThin }: WebhookRow,
  { sample, eventId }: DeliveryRow,
): Promise<Message | undefined> {
  if (sample !== null) return { body: sample, headers: {} };
  const found = await events.find(ctx, eventId);
  if (!found) return undefined;
  const { event, traceparent } = found;
  const trace = parseTraceparent(traceparent);
  return {
    body: JSON.stringify(isThin ? toThinEvent(event) : event),
    headers: trace ? { traceparent: continueTrace(trace, ctx.random) } : {},
  };
}

function isDelivered({ responseStatus }: Outcome): boolean {
  return responseStatus !== null && isSuccess(responseStatus);
}

/** @returns undefined if a shutdown interrupted the attempt, which then does not count */
async function send(
  ctx: Ctx,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  { body, headers: own, signal }: Message & { signal: AbortSignal },
): Promise<Outcome | undefined> {
  const { eventId, type } = delivery;
  const timestampSeconds = Math.floor(ctx.clock.now() / SECOND_MS);
  const headers = {
    'Content-Type': 'application/json',
    'X-Webhook-Id': eventId,
    'X-Webhook-Event': type,
    ...own,
    ...signatureHeaders(getSigningSecrets(ctx, webhook, delivery), { id: eventId, timestampSeconds, body }),
  };
  const startedAtMs = performance.now();
  try {
    const reply = await ctx.outbound.send({
      url: webhook.url,
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      acceptsPartialBody: true,
      signal,
    });
    return toOutcome(reply, ctx.clock.now());
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.kind === 'aborted') return undefined;
    return toFailure(error.message, Math.round(performance.now() - startedAtMs));
  }
}

function toOutcome({ status, body, headers, durationMs }: OutboundResponse, nowMs: number): Outcome {
  return {
    responseStatus: status,
    responseBody: body,
    error: isSuccess(status) ? null : explainStatus(status, headers.location),
    durationMs,
    retryAfterMs: parseRetryAfter(headers['retry-after'], nowMs),
  };
}

/** Names where a redirect leads: it is not followed, because a receiver could lead it to a private address. */
function explainStatus(status: number, location: string | undefined): string {
  const failed = `The endpoint responded with status ${status}`;
  if (location === undefined || !isRedirect(status)) return failed;
  return `${failed}, a redirect to ${cutText(location, MAX_LOCATION_LENGTH)}. Redirects are not followed: change the URL of the endpoint`;
}

function toFailure(error: string, durationMs: number): Outcome {
  return { responseStatus: null, responseBody: null, error, durationMs, retryAfterMs: 0 };
}

/** During a rotation's overlap, both secrets sign, the old one first: receivers are guaranteed to have it. */
function getSigningSecrets(
  { vault, clock }: Ctx,
  webhook: WebhookRow,
  { attempts, responseStatus }: DeliveryRow,
): SigningSecrets {
  const { secret, previousSecret, previousSecretUntil } = webhook;
  const newest = vault.open(secret);
  const isOverlap = previousSecretUntil !== null && clock.now() < Date.parse(previousSecretUntil);
  if (!previousSecret || !isOverlap) return { current: newest };
  const previous = vault.open(previousSecret);
  return isSignedWithNext(attempts, responseStatus)
    ? { current: newest, next: previous }
    : { current: previous, next: newest };
}

interface Attempt {
  deliveryId: string;
  worker: string;
  at: string;
  outcome: Outcome;
}

async function recordAttempt(tx: TxCtx, { deliveryId, worker, at, outcome }: Attempt): Promise<void> {
  const delivery = await deliveries.find(tx.db, deliveryId);
  const webhook = delivery && (await store.find(tx.db, delivery.webhookId));
  if (!webhook || delivery.claimedBy !== worker) return;
  const { responseStatus, responseBody, error, durationMs } = outcome;
  const attempts = delivery.attempts + 1;
  const result = {
    attempts,
    responseStatus,
    responseBody,
    error,
    durationMs,
    claimedBy: null,
    claimedUntil: null,
    timeline: [...delivery.timeline, { at, responseStatus, error, durationMs }],
  };
  // If the delivery was abandoned during the attempt, keep that status unless the attempt succeeded.
  const isOpen = delivery.status === 'pending';
  if (isDelivered(outcome)) {
    await deliveries.update(tx.db, deliveryId, { ...result, status: 'succeeded', nextAttemptAt: null });
    if (webhook.failures > 0) await store.update(tx.db, webhook.id, { failures: 0 });
    return;
  }
  const delay = isOpen ? getNextDelay(tx.random, attempts, outcome) : undefined;
  const next =
    delay === undefined
      ? { status: isOpen ? ('failed' as const) : delivery.status, nextAttemptAt: null }
      : { status: 'pending' as const, nextAttemptAt: iso(tx.clock.now() + delay) };
  await deliveries.update(tx.db, deliveryId, { ...result, ...next });
  await countFailure(tx, webhook, responseStatus);
}

function getNextDelay(random: Random, attempts: number, { responseStatus, retryAfterMs }: Outcome) {
  if (responseStatus === GONE) return undefined;
  const share = (random.bytes(1)[0] as number) / 255;
  return getRetryDelayMs(attempts, share, retryAfterMs);
}

async function countFailure(tx: TxCtx, webhook: WebhookRow, responseStatus: number | null): Promise<void> {
  const failures = webhook.failures + 1;
  const row = await store.update(tx.db, webhook.id, { failures });
  if (row.status !== 'active') return;
  if (responseStatus === GONE) await disableWebhook(tx, row, 'gone');
  else if (failures >= MAX_FAILURES) await disableWebhook(tx, row, 'failures');
}
