import type { WebhookRow } from '../../../db/schema/webhooks.ts';
import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid, type RecordReference } from '../../errors.ts';
import { ALL_EVENTS, normalizeFilter } from '../../events/model.ts';
import * as events from '../../events/service.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { changedFields, withoutUndefined } from '../../platform/objects.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../platform/page.ts';
import { generateWebhookSecret } from '../../platform/security/signatures.ts';
import { requireBusinessRecord } from '../../tenancy.ts';
import * as deliveries from '../deliveries-store.ts';
import {
  DEFAULT_GRACE_MINUTES,
  type IssuedWebhook,
  MAX_ENDPOINTS,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
} from '../model.ts';
import { toWebhook } from '../serialize.ts';
import * as store from '../store.ts';

export async function list(
  ctx: Ctx,
  query: RecordQuery & { businessId?: string; status?: string },
): Promise<Page<Webhook>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const filter = { businessId, status: splitList(query.status) };
  const page = await store.list(ctx.db, filter, query);
  return { ...page, items: page.items.map(toWebhook) };
}

/**
 * Lists the endpoints that keep failing, or that were disabled because they did.
 * @param businessId undefined for those of all businesses
 */
export async function listFailing({ db }: Ctx, businessId: string | undefined): Promise<Webhook[]> {
  const all = await store.listFailing(db);
  return all.filter(row => businessId === undefined || row.businessId === businessId).map(toWebhook);
}

/**
 * Creates an endpoint. Its secret is returned only here.
 * @throws VALIDATION_ERROR for a URL that is not public (see WEBHOOK_ALLOW), NOT_FOUND, LIMIT_REACHED
 */
export async function create(ctx: Ctx, input: NewWebhook): Promise<IssuedWebhook> {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  await ctx.outbound.assertAllowed(input.url, 'url');
  const secret = generateWebhookSecret(ctx.random);
  return atomically(ctx, async tx => {
    if ((await store.listByBusiness(tx.db, businessId)).length >= MAX_ENDPOINTS)
      throw new AppError(
        'LIMIT_REACHED',
        `Limit of ${MAX_ENDPOINTS} webhook endpoints per business reached; delete one first`,
      );
    const row = await store.insert(tx.db, {
      id: tx.ids.next('webhook'),
      businessId,
      url: input.url,
      events: normalizeFilters(input.events),
      description: input.description ?? null,
      isThin: input.thin ?? false,
      status: 'active',
      secret: tx.vault.seal(secret),
      createdAt: nowIso(tx.clock),
    });
    await events.record(tx, 'webhook.created', { businessId, object: toWebhook(row) });
    return { ...toWebhook(row), secret };
  });
}

function normalizeFilters(filters: readonly string[] | undefined): string[] {
  return filters ? [...new Set(filters.map(normalizeFilter))] : [ALL_EVENTS];
}

/**
 * Updates the given fields. `status: active` resets the failures of a disabled endpoint.
 * @throws VALIDATION_ERROR, NOT_FOUND
 */
export async function update(ctx: Ctx, id: string, change: WebhookChange): Promise<Webhook> {
  const { businessId, url, events: filters, description, thin: isThin, status } = change;
  const current = await requireEndpoint(ctx, id, businessId);
  const columns = withoutUndefined({
    url,
    description,
    isThin,
    events: filters && normalizeFilters(filters),
  });
  if (Object.keys(columns).length === 0 && status === undefined)
    throw invalid('body', 'must include at least one field to update', 'required');
  if (url !== undefined && url !== current.url) await ctx.outbound.assertAllowed(url, 'url');
  return atomically(ctx, async tx => {
    const before = await requireEndpoint(tx, id, businessId);
    const isResumed = status === 'active' && before.status === 'disabled';
    const resumed = isResumed ? ({ status, disabledReason: null, failures: 0 } as const) : {};
    const changes = { ...columns, ...resumed };
    const after = Object.keys(changes).length > 0 ? await store.update(tx.db, id, changes) : before;
    const object = toWebhook(after);
    const previous = changedFields(toWebhook(before), object, []);
    if (Object.keys(previous).length > 0)
      await events.record(tx, 'webhook.updated', { businessId: after.businessId, object, previous });
    return status === 'disabled' && after.status === 'active'
      ? await disableWebhook(tx, after, 'manual')
      : object;
  });
}

/** Disables an endpoint: abandons its pending deliveries and notifies the business. */
export async function disableWebhook(
  tx: TxCtx,
  row: WebhookRow,
  reason: NonNullable<Webhook['disabledReason']>,
): Promise<Webhook> {
  const after = await store.update(tx.db, row.id, { status: 'disabled', disabledReason: reason });
  const webhook = toWebhook(after);
  await events.record(tx, 'webhook.disabled', {
    businessId: row.businessId,
    object: webhook,
    previous: { status: row.status, disabledReason: row.disabledReason },
  });
  // After the event, which waits for events of the exchange that still found the endpoint active.
  await deliveries.abandonPending(tx.db, row.id);
  return webhook;
}

/** Deletes an endpoint and abandons its pending deliveries. @throws NOT_FOUND */
export async function remove(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  return atomically(ctx, async tx => {
    const object = toWebhook(await requireEndpoint(tx, id));
    const removedAt = nowIso(tx.clock);
    const gone = { removedAt, status: 'disabled', secret: '', previousSecret: null } as const;
    const { businessId } = await store.update(tx.db, id, gone);
    await events.record(tx, 'webhook.deleted', { businessId, object });
    await deliveries.abandonPending(tx.db, id);
    return { id, deleted: true as const };
  });
}

/**
 * Rotates the secret. The old one also signs for the grace period, so that receivers can switch; without one, only the new
 * secret signs from now on, also what is already waiting. @throws NOT_FOUND
 */
export async function rotateSecret(
  ctx: Ctx,
  id: string,
  graceMinutes = DEFAULT_GRACE_MINUTES,
): Promise<IssuedWebhook> {
  const secret = generateWebhookSecret(ctx.random);
  return atomically(ctx, async tx => {
    const before = await requireEndpoint(tx, id);
    const row = await store.update(tx.db, id, {
      secret: tx.vault.seal(secret),
      previousSecret: graceMinutes > 0 ? before.secret : null,
      previousSecretUntil: graceMinutes > 0 ? iso(tx.clock.now() + graceMinutes * MINUTE_MS) : null,
    });
    await events.record(tx, 'webhook.rotated', { businessId: row.businessId, object: toWebhook(row) });
    return { ...toWebhook(row), secret };
  });
}

/** @throws NOT_FOUND, also for removed endpoints and those of other businesses */
export async function requireEndpoint(
  { db, actor }: AnyCtx,
  id: string,
  named?: string,
  reference: RecordReference = 'webhook',
): Promise<WebhookRow> {
  const row = await store.find(db, id);
  return requireBusinessRecord(actor, reference, row?.removedAt ? undefined : row, named);
}
