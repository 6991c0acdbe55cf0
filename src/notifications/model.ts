import { type Static, Type } from '@sinclair/typebox';
import { NOTIFICATION_TYPES } from '../../db/enums.ts';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

const Named = Type.Object({ id: Type.String(), name: Nullable(Type.String()) });

export const Notification = Type.Object(
  {
    id: Id('ID of the event'),
    type: oneOf(NOTIFICATION_TYPES),
    createdAt: Timestamp(),
    isSeen: Type.Boolean({
      description: 'True if the caller has marked it as seen, or its submission was decided',
    }),
    resourceId: Id('The record that the event is about'),
    campaign: Nullable(Named),
    customer: Nullable(Named),
    amount: Nullable(Type.Number({ description: 'Discount of a redeemed reward' })),
    detail: Nullable(
      Type.String({ description: 'URL of an endpoint, platform of an account, or name of a plan limit' }),
    ),
  },
  { $id: 'Notification' },
);
export type Notification = Static<typeof Notification>;

export const NotificationCounts = Type.Object(
  {
    unseen: Type.Integer({
      minimum: 0,
      description:
        'Notifications that the caller has not seen, up to 100; none of submissions that were decided',
    }),
    pendingSubmissions: Type.Integer({ minimum: 0, description: 'Submissions that wait for a review' }),
  },
  { $id: 'NotificationCounts' },
);
export type NotificationCounts = Static<typeof NotificationCounts>;

export const SeenNotifications = Type.Object(
  {
    notificationId: Type.Optional(Id('Mark this notification and all older ones; all by default')),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'SeenNotifications', examples: [{}] },
);
export type SeenNotifications = Static<typeof SeenNotifications>;
