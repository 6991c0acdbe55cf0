import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { Id } from '../platform/schema.ts';
import { DeletedTestData } from '../test-mode/model.ts';
import { deleteTestData } from '../test-mode/service.ts';

export const testDataRoutes = new Elysia({ name: 'test-data', tags: ['API keys'] })
  .use(api)
  .delete('/test-data', async ({ ctx, query }) => success(await deleteTestData(ctx, query.businessId)), {
    access: 'business',
    scope: 'manage',
    permission: 'keys',
    tier: 'standard',
    dryRun: false,
    query: Type.Object({ businessId: Type.Optional(Id('Business ID (admins only)')) }),
    response: ok(DeletedTestData),
    detail: describeRoute('deleteTestData', "Delete all of the business's test data", {
      description:
        'Deletes everything that test keys have created, and never real data. The test keys remain valid, and the next call with one starts with an empty copy of the business.',
      errors: ['NOT_FOUND'],
    }),
  });
