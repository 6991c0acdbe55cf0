import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { Business, BusinessChange, NewBusiness } from '../businesses/model.ts';
import * as businesses from '../businesses/service.ts';
import { updateBusiness } from '../currencies/service.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { Id } from '../platform/schema.ts';

export const businessRoutes = new Elysia({ name: 'businesses', tags: ['Businesses'] })
  .use(api)
  .get('/business', async ({ ctx, query }) => success(await businesses.get(ctx, query.businessId)), {
    access: 'business',
    scope: 'read',
    permission: 'counter',
    tier: 'relaxed',
    query: Type.Object({ businessId: Type.Optional(Id('Business ID (admins only)')) }),
    response: ok(Business),
    detail: describeRoute('getBusiness', 'Get your business', { errors: ['NOT_FOUND'] }),
  })
  .put('/business', async ({ ctx, body }) => success(await updateBusiness(ctx, body)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    body: BusinessChange,
    response: ok(Business),
    detail: describeRoute('updateBusiness', 'Update your business', {
      errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
    }),
  })
  .get('/businesses', async ({ ctx, query }) => success(await businesses.list(ctx, query)), {
    access: 'admin',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({}),
    response: page(Business),
    detail: describeRoute('listBusinesses', 'List all businesses'),
  })
  .post(
    '/businesses',
    async ({ ctx, body, status }) => status(201, success(await businesses.create(ctx, body))),
    {
      access: 'admin',
      scope: 'write',
      tier: 'standard',
      idempotent: true,
      body: NewBusiness,
      response: { 201: ok(Business) },
      detail: describeRoute('createBusiness', 'Create a business'),
    },
  );
