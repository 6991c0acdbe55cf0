import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import * as businesses from '../businesses/service.ts';
import { EVENT_TYPES, Event, type EventKind } from '../events/model.ts';
import * as events from '../events/service.ts';
import { api, describeRoute, isStillAuthorized } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { requestState } from '../http/request-state.ts';
import { firstOf, slicePage } from '../platform/page.ts';
import { STREAM_HEADERS } from '../platform/runtime/streams.ts';
import { DateTime, Id, MAX, oneOf } from '../platform/schema.ts';
import type { Sample } from '../webhooks/service/deliveries.ts';
import { installationOf } from './installation.ts';
import { notificationRoutes } from './notifications.ts';

const filters = {
  type: Type.Optional(
    Type.String({ maxLength: MAX.slug, description: 'Event type, or a prefix such as campaign.' }),
  ),
  since: Type.Optional(DateTime({ description: 'Only events at or after this time' })),
  resourceId: Type.Optional(Id('Filter by record ID')),
  businessId: Type.Optional(Id('Business ID (admins only)')),
};

/** Enough to show in the editor of an automation which fields are always there. */
const MAX_SAMPLES = 3;
const DEFAULT_SAMPLE = 'reward.issued';

/** @param sampleOf returns the sample event of a type */
export function eventRoutes(sampleOf: (kind: EventKind) => Sample) {
  return new Elysia({ name: 'events', tags: ['Events'] })
    .use(api)
    .use(notificationRoutes)
    .get('/events', async ({ ctx, query }) => success(await events.list(ctx, query)), {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      query: listQuery(filters),
      response: page(Event),
      detail: describeRoute('listEvents', 'List events, newest first'),
    })
    .get(
      '/events/samples',
      async ({ ctx, query: { type = DEFAULT_SAMPLE, businessId } }) => {
        const { items } = await events.list(ctx, { ...firstOf(MAX_SAMPLES), type, businessId });
        const samples = items.length > 0 ? items : [sampleOf(type) as Event];
        return success(slicePage(samples, firstOf(MAX_SAMPLES), ({ id }) => id));
      },
      {
        access: 'business',
        scope: 'read',
        tier: 'relaxed',
        query: Type.Object({
          type: Type.Optional(
            oneOf(EVENT_TYPES, { default: DEFAULT_SAMPLE, description: 'Event type, such as reward.issued' }),
          ),
          businessId: Type.Optional(Id('Business ID (admins only)')),
        }),
        response: page(Event),
        detail: describeRoute('listEventSamples', 'List up to 3 events of a type for testing an automation', {
          description:
            'The newest events of the business, or the example of the API description if there are none yet. Each has the content of a webhook delivery.',
        }),
      },
    )
    .get('/events/:id', async ({ ctx, params }) => success(await events.get(ctx, params.id)), {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      params: Type.Object({ id: Id() }),
      response: ok(Event),
      detail: describeRoute('getEvent', 'Get an event', {
        description: 'Events are kept for 400 days.',
        errors: ['NOT_FOUND'],
      }),
    })
    .get(
      '/events/stream',
      async ({ ctx, query, request }) => {
        const businessId = await businesses.resolveBusinessId(ctx, query.businessId);
        const { clientIp } = requestState(request);
        const lastEventId = request.headers.get('last-event-id');
        const streamQuery = { ...query, businessId, lastEventId, clientIp };
        const stream = await installationOf(request).streams.events.open(ctx, streamQuery, () =>
          isStillAuthorized(request),
        );
        return new Response(stream, { headers: STREAM_HEADERS });
      },
      {
        access: 'business',
        scope: 'read',
        tier: 'relaxed',
        query: Type.Object(filters),
        detail: describeRoute(
          'streamEvents',
          'Stream events as server-sent events; resume with Last-Event-ID',
          {
            errors: ['NOT_FOUND'],
            produces: ['text/event-stream'],
          },
        ),
      },
    );
}
