import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, doc } from '../http/api.ts';
import { page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { DateTime, Id, MAX } from '../platform/schema.ts';
import { Event } from './model.ts';
import * as events from './service.ts';

export const eventRoutes = new Elysia({ name: 'events', tags: ['Events'] })
  .use(api)
  .get('/events', async ({ ctx, query }) => success(await events.list(ctx, query)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({
      type: Type.Optional(
        Type.String({ maxLength: MAX.slug, description: 'A kind, or a prefix such as campaign.' }),
      ),
      since: Type.Optional(DateTime({ description: 'Only events from this time on' })),
      resourceId: Type.Optional(Id('Only events of this record')),
      businessId: Type.Optional(Id('For an admin: the business')),
    }),
    response: page(Event),
    detail: doc('listEvents', 'List what happened, newest first'),
  });
