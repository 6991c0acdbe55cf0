import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import * as businesses from '../businesses/service.ts';
import { api, doc, mayStill } from '../http/api.ts';
import { page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { visitOf } from '../http/visit.ts';
import { DateTime, Id, MAX } from '../platform/schema.ts';
import { STREAM_HEADERS } from '../platform/streams.ts';
import { Event } from './model.ts';
import * as events from './service.ts';
import type { EventStreams } from './stream.ts';

const filters = {
  type: Type.Optional(
    Type.String({ maxLength: MAX.slug, description: 'A kind, or a prefix such as campaign.' }),
  ),
  since: Type.Optional(DateTime({ description: 'Only events from this time on' })),
  resourceId: Type.Optional(Id('Only events of this record')),
  businessId: Type.Optional(Id('For an admin: the business')),
};

export function eventRoutes(streams: EventStreams) {
  return new Elysia({ name: 'events', tags: ['Events'] })
    .use(api)
    .get('/events', async ({ ctx, query }) => success(await events.list(ctx, query)), {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      query: listQuery(filters),
      response: page(Event),
      detail: doc('listEvents', 'List what happened, newest first'),
    })
    .get(
      '/events/stream',
      ({ ctx, query, request }) => {
        const businessId = businesses.tenantOf(ctx, query.businessId);
        const { clientIp } = visitOf(request);
        const lastEventId = request.headers.get('last-event-id');
        const asked = { ...query, businessId, lastEventId, clientIp };
        const stream = streams.open(ctx, asked, () => mayStill(request));
        return new Response(stream, { headers: STREAM_HEADERS });
      },
      {
        access: 'business',
        scope: 'read',
        tier: 'relaxed',
        query: Type.Object(filters),
        detail: doc('streamEvents', 'Follow what happens as server-sent events; Last-Event-ID resumes', {
          errors: ['NOT_FOUND'],
          produces: ['text/event-stream'],
        }),
      },
    );
}
