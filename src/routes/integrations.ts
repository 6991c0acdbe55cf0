import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { INBOUND_ORDER_STATUSES, ORDER_SOURCES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { readBytes, readSigned } from '../http/body.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { parseExactly } from '../platform/exact-json.ts';
import { Id, MAX, oneOf, Text } from '../platform/schema.ts';
import * as model from '../programs/integrations/model.ts';
import * as integrations from '../programs/integrations/service/integrations.ts';
import { listInboundOrders, retryInboundOrder } from '../programs/integrations/service/orders.ts';
import { receiveWebhook, verifySender } from '../programs/integrations/service/receive.ts';

const params = Type.Object({ source: oneOf(ORDER_SOURCES, { description: 'The shop system' }) });
const orderParams = Type.Object({ ...params.properties, id: Id() });
const BusinessId = Type.Optional(Id('Business ID (admins only)'));

export const integrationRoutes = new Elysia({ name: 'integrations', tags: ['Integrations'] })
  .use(api)
  .get('/integrations', async ({ ctx, query }) => success(await integrations.listIntegrations(ctx, query)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({ businessId: BusinessId }),
    response: page(model.Integration),
    detail: describeRoute('listIntegrations', 'List the shop systems that send orders', {
      errors: ['NOT_FOUND'],
    }),
  })
  .put(
    '/integrations/:source',
    async ({ ctx, params, body }) => success(await integrations.setIntegration(ctx, params.source, body)),
    {
      access: 'business',
      scope: 'manage',
      permission: 'webhookSecrets',
      tier: 'standard',
      idempotent: true,
      testMode: false,
      params,
      body: model.IntegrationChange,
      response: ok(model.Integration),
      detail: describeRoute('setIntegration', 'Set up a shop system, or change its secret or program', {
        description:
          'Enter the returned url in the shop system. Its webhooks must be signed with the secret, which is encrypted and never returned.',
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .delete(
    '/integrations/:source',
    async ({ ctx, params, query }) =>
      success(await integrations.removeIntegration(ctx, params.source, query.businessId)),
    {
      access: 'business',
      scope: 'manage',
      permission: 'webhookSecrets',
      tier: 'standard',
      params,
      query: Type.Object({ businessId: BusinessId }),
      response: ok(model.IntegrationRemoved),
      detail: describeRoute('removeIntegration', 'Remove a shop system', {
        description: 'Its url stops working. What its orders have earned stays.',
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .get(
    '/integrations/:source/orders',
    async ({ ctx, params, query }) => success(await listInboundOrders(ctx, params.source, query)),
    {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      params,
      query: listQuery({
        status: severalOf(INBOUND_ORDER_STATUSES),
        memberId: Type.Optional(Text(MAX.id, { description: 'Filter by member' })),
        businessId: BusinessId,
      }),
      response: page(model.InboundOrder),
      detail: describeRoute('listInboundOrders', 'List the orders of a shop system, newest first', {
        description:
          'Includes orders that are not counted, with the reason. Parked orders wait until their buyer joins the program.',
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post(
    '/integrations/:source/orders/:id/retry',
    async ({ ctx, params: { source, id }, body }) => success(await retryInboundOrder(ctx, source, id, body)),
    {
      access: 'business',
      scope: 'write',
      permission: 'review',
      tier: 'standard',
      idempotent: true,
      params: orderParams,
      body: model.InboundOrderRetry,
      response: ok(model.InboundOrder),
      detail: describeRoute('retryInboundOrder', 'Count an order of a shop system again, or for a member', {
        description:
          'Looks up the buyer again, or counts the order for the given member. Also retries a refund that could not be taken back. Nothing is counted twice.',
        errors: ['NOT_FOUND', 'NOT_A_MEMBER', 'INVALID_TRANSITION'],
      }),
    },
  )
  .post(
    '/inbound/:source/:id',
    async ({ ctx, params: { source, id }, request }) => {
      const bytes = await readBytes(request);
      const sender = await verifySender(ctx, source, id, { headers: request.headers, body: bytes });
      if (!sender) return success({ received: true as const, ignored: true as const });
      const body = readSigned(request, bytes, model.InboundWebhook, parseExactly);
      return success(await receiveWebhook(ctx, sender, body));
    },
    {
      access: 'public',
      // Shop systems send from few addresses, and some stop sending after a few errors.
      tier: 'public',
      bodyKind: 'raw',
      params: orderParams,
      response: ok(model.InboundReceipt),
      detail: describeRoute('receiveInboundOrder', "Receive a shop system's webhook", {
        description:
          "Signed by the shop system's own scheme over the raw body: X-Shopify-Hmac-Sha256, X-WC-Webhook-Signature, x-square-hmacsha256-signature or Stripe-Signature.",
        errors: ['NOT_FOUND'],
        signed: model.InboundWebhook,
        signatures: ['Shopify', 'WooCommerce', 'Square', 'Stripe'].map(name => `${name}Signature`),
      }),
    },
  );
