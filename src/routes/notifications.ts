import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, Pagination, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { Notification, NotificationCounts, SeenNotifications } from '../notifications/model.ts';
import { listNotifications, markSeen } from '../notifications/service.ts';
import { Id } from '../platform/schema.ts';

export const notificationRoutes = new Elysia({ name: 'notifications', tags: ['Events'] })
  .use(api)
  .get('/notifications', async ({ ctx, query }) => success(await listNotifications(ctx, query)), {
    access: 'businessUser',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({ businessId: Type.Optional(Id('Business ID (admins only)')) }),
    response: ok(
      Type.Object({
        items: Type.Array(Notification),
        pagination: Pagination,
        ...NotificationCounts.properties,
      }),
    ),
    detail: describeRoute('listNotifications', "List what needs the caller's attention, newest first", {
      description:
        'Notifications are derived from the newest 5,000 events of the business; those of the caller are left out. They are for users, not for API keys: use webhooks or the event stream instead.',
      errors: ['NOT_FOUND'],
    }),
  })
  .put('/notifications', async ({ ctx, body }) => success(await markSeen(ctx, body)), {
    access: 'businessUser',
    scope: 'read',
    tier: 'standard',
    idempotent: true,
    body: SeenNotifications,
    response: ok(NotificationCounts),
    detail: describeRoute('updateNotifications', 'Mark notifications as seen by the caller', {
      errors: ['NOT_FOUND'],
    }),
  });
