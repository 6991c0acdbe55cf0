import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { PASS_PLATFORMS } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { findRequestLocale } from '../pages/locale.ts';
import {
  ApplePassSettings,
  GooglePassSettings,
  NewPass,
  Pass,
  PassOptions,
  PassSettings,
  PassSubject,
} from '../passes/model.ts';
import {
  getPassSettings,
  removePassIssuer,
  setApplePasses,
  setGooglePasses,
} from '../passes/service/issuers.ts';
import { createPass, getPassOptions } from '../passes/service/passes.ts';
import { Id, oneOf } from '../platform/schema.ts';
import { claimRoutes } from './claims.ts';

const businessQuery = Type.Object({ businessId: Type.Optional(Id('Business ID (admins only)')) });

export const passRoutes = new Elysia({ name: 'passes', tags: ['Passes'] })
  .use(api)
  .use(claimRoutes)
  .get('/passes', async ({ ctx, query }) => success(await getPassOptions(ctx, query)), {
    access: 'any',
    scope: 'read',
    permission: 'review',
    tier: 'relaxed',
    query: PassSubject,
    response: ok(PassOptions),
    detail: describeRoute('getPassOptions', 'Get the wallets to which a member card or reward can be added', {
      description: 'Without a record, the wallets that your business has set up.',
      errors: ['NOT_FOUND', 'FORBIDDEN'],
    }),
  })
  .post(
    '/passes',
    async ({ ctx, body, request, status }) =>
      status(201, success(await createPass(ctx, body, findRequestLocale(request.headers)))),
    {
      access: 'any',
      scope: 'write',
      permission: 'review',
      tier: 'standard',
      idempotent: true,
      body: NewPass,
      response: { 201: ok(Pass) },
      detail: describeRoute(
        'createPass',
        'Issue a pass of a member card or reward for the wallet of a phone',
        {
          description:
            'The pass shows points, visits and cashback, or the code of a reward, and is updated when they change.',
          errors: ['NOT_FOUND', 'FORBIDDEN', 'NOT_CONFIGURED', 'CONFLICT'],
        },
      ),
    },
  )
  .get('/business/passes', async ({ ctx, query }) => success(await getPassSettings(ctx, query.businessId)), {
    access: 'business',
    scope: 'read',
    permission: 'settings',
    tier: 'relaxed',
    query: businessQuery,
    response: ok(PassSettings),
    detail: describeRoute('getPassSettings', 'Get the accounts with which your business issues passes', {
      errors: ['NOT_FOUND'],
    }),
  })
  .put('/business/passes/google', async ({ ctx, body }) => success(await setGooglePasses(ctx, body)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    testMode: false,
    body: GooglePassSettings,
    response: ok(PassSettings),
    detail: describeRoute('setGooglePasses', 'Set up Google Wallet with your service account', {
      errors: ['NOT_FOUND'],
    }),
  })
  .put('/business/passes/apple', async ({ ctx, body }) => success(await setApplePasses(ctx, body)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    testMode: false,
    body: ApplePassSettings,
    response: ok(PassSettings),
    detail: describeRoute('setApplePasses', 'Set up Apple Wallet with the certificate of your pass type', {
      errors: ['NOT_FOUND'],
    }),
  })
  .delete(
    '/business/passes/:platform',
    async ({ ctx, params, query }) => success(await removePassIssuer(ctx, { ...query, ...params })),
    {
      access: 'business',
      scope: 'manage',
      permission: 'settings',
      tier: 'standard',
      params: Type.Object({ platform: oneOf(PASS_PLATFORMS) }),
      query: businessQuery,
      response: ok(PassSettings),
      detail: describeRoute('removePassSettings', 'Stop issuing passes for a wallet', {
        description: 'Passes on phones stay, but are no longer updated.',
        errors: ['NOT_FOUND'],
      }),
    },
  );
