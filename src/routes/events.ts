import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import * as businesses from '../businesses/service.ts';
import { Event } from '../events/model.ts';
import * as events from '../events/service.ts';
import type { EventStreams } from '../events/stream.ts';
import { api, describeRoute, isStillAuthorized } from '../http/api.ts';
import { page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { requestState } from '../http/request-state.ts';
import { DateTime, Id, MAX } from '../platform/schema.ts';
import { STREAM_HEADERS } from '../platform/streams.ts';

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
      detail: describeRoute('listEvents', 'List what happened, newest first'),
    })
    .get(
      '/events/stream',
      ({ ctx, query, request }) => {
        const businessId = businesses.resolveBusinessId(ctx, query.businessId);
        const { clientIp } = requestState(request);
        const lastEventId = request.headers.get('last-event-id');
        const asked = { ...query, businessId, lastEventId, clientIp };
        const stream = streams.open(ctx, asked, () => isStillAuthorized(request));
        return new Response(stream, { headers: STREAM_HEADERS });
      },
      {
        access: 'business',
        scope: 'read',
        tier: 'relaxed',
        query: Type.Object(filters),
        detail: describeRoute(
          'streamEvents',
          'Follow what happens as server-sent events; Last-Event-ID resumes',
          {
            errors: ['NOT_FOUND'],
            produces: ['text/event-stream'],
          },
        ),
      },
    );
}
