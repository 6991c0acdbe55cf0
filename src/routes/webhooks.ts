import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { DELIVERY_STATUSES, WEBHOOK_STATUSES } from '../../db/enums.ts';
import type { EventKind } from '../events/model.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { Id } from '../platform/schema.ts';
import {
  Delivery,
  IssuedWebhook,
  NewWebhook,
  Redelivered,
  Redelivery,
  Removed,
  Replay,
  Replayed,
  SecretRotation,
  Webhook,
  WebhookChange,
  WebhookTest,
} from '../webhooks/model.ts';
import * as deliveries from '../webhooks/service/deliveries.ts';
import * as endpoints from '../webhooks/service/endpoints.ts';
import { replay } from '../webhooks/service/replay.ts';

const byId = Type.Object({ id: Id() });

/** @param sampleOf returns the sample event of a type */
export function webhookRoutes(sampleOf: (kind: EventKind) => deliveries.Sample) {
  return new Elysia({ name: 'webhooks', tags: ['Webhooks'] })
    .use(api)
    .get('/webhooks', async ({ ctx, query }) => success(await endpoints.list(ctx, query)), {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      query: listQuery({
        status: severalOf(WEBHOOK_STATUSES),
        businessId: Type.Optional(Id('Business ID (admins only)')),
      }),
      response: page(Webhook),
      detail: describeRoute('listWebhooks', "List the business's webhook endpoints", {
        errors: ['NOT_FOUND'],
      }),
    })
    .post(
      '/webhooks',
      async ({ ctx, body, status }) => status(201, success(await endpoints.create(ctx, body))),
      {
        access: 'business',
        scope: 'manage',
        permission: 'webhookSecrets',
        tier: 'standard',
        idempotent: true,
        dryRun: false,
        body: NewWebhook,
        response: { 201: ok(IssuedWebhook) },
        detail: describeRoute('createWebhook', 'Create a webhook endpoint; its secret is shown only once', {
          errors: ['NOT_FOUND', 'LIMIT_REACHED'],
        }),
      },
    )
    .put(
      '/webhooks/:id',
      async ({ ctx, params, body }) => success(await endpoints.update(ctx, params.id, body)),
      {
        access: 'business',
        scope: 'manage',
        permission: 'integrations',
        tier: 'standard',
        idempotent: true,
        params: byId,
        body: WebhookChange,
        response: ok(Webhook),
        detail: describeRoute('updateWebhook', 'Update, enable or disable a webhook endpoint', {
          errors: ['NOT_FOUND'],
        }),
      },
    )
    .delete('/webhooks/:id', async ({ ctx, params }) => success(await endpoints.remove(ctx, params.id)), {
      access: 'business',
      scope: 'manage',
      permission: 'integrations',
      tier: 'standard',
      params: byId,
      response: ok(Removed),
      detail: describeRoute('deleteWebhook', 'Delete a webhook endpoint', { errors: ['NOT_FOUND'] }),
    })
    .post(
      '/webhooks/:id/test',
      async ({ ctx, params, body, status }) => {
        const sample = sampleOf(body.type ?? 'webhook.ping');
        return status(201, success(await deliveries.test(ctx, params.id, sample)));
      },
      {
        access: 'business',
        scope: 'manage',
        permission: 'integrations',
        tier: 'standard',
        idempotent: true,
        params: byId,
        body: WebhookTest,
        response: { 201: ok(Delivery) },
        detail: describeRoute('testWebhook', 'Send a test event to a webhook endpoint', {
          errors: ['NOT_FOUND'],
        }),
      },
    )
    .post(
      '/webhooks/:id/rotate-secret',
      async ({ ctx, params, body }) =>
        success(await endpoints.rotateSecret(ctx, params.id, body.graceMinutes)),
      {
        access: 'business',
        scope: 'manage',
        permission: 'webhookSecrets',
        tier: 'standard',
        idempotent: true,
        dryRun: false,
        params: byId,
        body: SecretRotation,
        response: ok(IssuedWebhook),
        detail: describeRoute('rotateWebhookSecret', "Rotate a webhook endpoint's secret", {
          description:
            'The old secret also signs for 24 hours. After a leak, send graceMinutes: 0: only the new secret signs at once.',
          errors: ['NOT_FOUND'],
        }),
      },
    )
    .get(
      '/webhooks/:id/deliveries',
      async ({ ctx, params, query }) => success(await deliveries.list(ctx, params.id, query)),
      {
        access: 'business',
        scope: 'read',
        tier: 'relaxed',
        params: byId,
        query: listQuery({ status: severalOf(DELIVERY_STATUSES) }),
        response: page(Delivery),
        detail: describeRoute('listDeliveries', "List a webhook endpoint's deliveries, newest first", {
          errors: ['NOT_FOUND'],
        }),
      },
    )
    .post(
      '/webhooks/:id/redeliver',
      async ({ ctx, params, body }) => success(await deliveries.redeliverSince(ctx, params.id, body.since)),
      {
        access: 'business',
        scope: 'manage',
        permission: 'integrations',
        tier: 'standard',
        idempotent: true,
        params: byId,
        body: Redelivery,
        response: ok(Redelivered),
        detail: describeRoute(
          'redeliverFailed',
          'Resend events that failed to reach a webhook endpoint since a given time',
          {
            errors: ['NOT_FOUND'],
          },
        ),
      },
    )
    .post(
      '/webhooks/:id/replay',
      async ({ ctx, params, body }) => success(await replay(ctx, params.id, body)),
      {
        access: 'business',
        scope: 'manage',
        permission: 'integrations',
        tier: 'standard',
        idempotent: true,
        params: byId,
        body: Replay,
        response: ok(Replayed),
        detail: describeRoute('replayEvents', 'Send the events of a period to a webhook endpoint', {
          description:
            'Includes events from before the endpoint existed. Reads up to 5,000 events per call; continue with next. Repeating a call sends nothing twice.',
          errors: ['NOT_FOUND'],
        }),
      },
    )
    .post(
      '/webhooks/deliveries/:id/redeliver',
      async ({ ctx, params, status }) => status(201, success(await deliveries.redeliver(ctx, params.id))),
      {
        access: 'business',
        scope: 'manage',
        permission: 'integrations',
        tier: 'standard',
        idempotent: true,
        params: byId,
        response: { 201: ok(Delivery) },
        detail: describeRoute('redeliver', "Resend a delivery's event", {
          errors: ['NOT_FOUND'],
        }),
      },
    );
}
