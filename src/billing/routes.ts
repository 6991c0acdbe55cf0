import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, doc } from '../http/api.ts';
import { readBytes, readSigned } from '../http/body.ts';
import { ok, Pagination, success } from '../http/envelope.ts';
import { Plan } from '../reference/plan-model.ts';
import {
  BillingEvent,
  BillingReceipt,
  BillingRequest,
  BillingStatus,
  Invoice,
  PortalLink,
  Purchase,
} from './model.ts';
import { act } from './service/act.ts';
import { receive } from './service/receive.ts';
import { requireSigner } from './service/signed.ts';

const PlanList = Type.Object({ items: Type.Array(Plan), pagination: Pagination }, { $id: 'PlanList' });
const InvoiceList = Type.Object(
  { items: Type.Array(Invoice), pagination: Pagination },
  { $id: 'InvoiceList' },
);
const Answer = Type.Union([BillingStatus, PlanList, InvoiceList, PortalLink, Purchase]);

export const billingRoutes = new Elysia({ name: 'billing', tags: ['Billing'] })
  .use(api)
  .post(
    '/billing',
    async ({ ctx, body, status }) => {
      const answer = success(await act(ctx, body));
      const isOrder = body.action === 'subscribe' || body.action === 'topup';
      return isOrder ? status(201, answer) : status(200, answer);
    },
    {
      access: 'business',
      scope: 'manage',
      permission: 'billing',
      openActions: ['plans', 'status', 'invoices'],
      tier: 'standard',
      idempotent: true,
      body: BillingRequest,
      response: { 200: ok(Answer), 201: ok(Answer) },
      detail: doc(
        'manageBilling',
        'Read the plan and its use, order, cancel or resume one, top the wallet up',
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
      const provider = await requireSigner(ctx, request.headers, bytes);
      return success(await receive(ctx, provider, readSigned(request, bytes, BillingEvent)));
    },
    {
      access: 'public',
      tier: 'standard',
      bodyKind: 'raw',
      response: ok(BillingReceipt),
      detail: doc(
        'receiveBillingEvent',
        'Take an event of a payment provider, signed as our webhooks are or by Stripe-Signature',
        {
          errors: ['UPSTREAM_FAILED'],
          signed: BillingEvent,
        },
      ),
    },
  );
