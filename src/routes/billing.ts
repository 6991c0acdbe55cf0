import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import {
  BillingEvent,
  BillingReceipt,
  BillingRequest,
  BillingStatus,
  Invoice,
  PortalLink,
  Purchase,
} from '../billing/model.ts';
import { handleAction } from '../billing/service/actions.ts';
import { verifySigner } from '../billing/service/verify-signature.ts';
import { receiveBillingWebhook } from '../billing/service/webhook.ts';
import { api, describeRoute } from '../http/api.ts';
import { readBytes, readSigned } from '../http/body.ts';
import { ok, Pagination, success } from '../http/envelope.ts';
import { Plan } from '../library/plan-model.ts';

const PlanList = Type.Object({ items: Type.Array(Plan), pagination: Pagination }, { $id: 'PlanList' });
const InvoiceList = Type.Object(
  { items: Type.Array(Invoice), pagination: Pagination },
  { $id: 'InvoiceList' },
);
const BillingResponse = Type.Union([BillingStatus, PlanList, InvoiceList, PortalLink, Purchase]);

export const billingRoutes = new Elysia({ name: 'billing', tags: ['Billing'] })
  .use(api)
  .post(
    '/billing',
    async ({ ctx, body, status }) => {
      const answer = success(await handleAction(ctx, body));
      const isOrder = body.action === 'subscribe' || body.action === 'topup';
      return isOrder ? status(201, answer) : status(200, answer);
    },
    {
      access: 'business',
      scope: 'manage',
      permission: 'billing',
      tier: 'standard',
      idempotent: true,
      testMode: false,
      body: BillingRequest,
      response: { 200: ok(BillingResponse), 201: ok(BillingResponse) },
      detail: describeRoute(
        'manageBilling',
        'Get the plan and its usage, buy, cancel or resume a plan, or top up the wallet',
        {
          errors: ['NOT_FOUND', 'CONFLICT', 'NOT_CONFIGURED', 'UPSTREAM_FAILED'],
        },
      ),
    },
  )
  .post(
    '/billing/webhook',
    async ({ ctx, request }) => {
      const bytes = await readBytes(request);
      const provider = await verifySigner(ctx, request.headers, bytes);
      return success(await receiveBillingWebhook(ctx, provider, readSigned(request, bytes, BillingEvent)));
    },
    {
      access: 'public',
      tier: 'standard',
      bodyKind: 'raw',
      response: ok(BillingReceipt),
      detail: describeRoute(
        'receiveBillingEvent',
        "Receive a payment provider's event, signed like Perkmint webhooks or with Stripe-Signature",
        {
          errors: ['UPSTREAM_FAILED'],
          signed: BillingEvent,
        },
      ),
    },
  );
