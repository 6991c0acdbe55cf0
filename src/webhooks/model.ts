import { type Static, Type } from '@sinclair/typebox';
import { DELIVERY_STATUSES, DISABLED_REASONS, WEBHOOK_STATUSES } from '../../db/enums.ts';
import { EVENT_TYPES, isEventFilter } from '../events/model.ts';
import {
  customType,
  DateTime,
  HttpUrl,
  Id,
  MAX,
  Nullable,
  oneOf,
  Text,
  Timestamp,
  Url,
} from '../platform/schema.ts';

/** Maximum endpoints per business, because each change is delivered to all of them. */
export const MAX_ENDPOINTS = 200;
const MAX_FILTERS = 100;

const NullableText = Nullable(Type.String());
const NullableTime = Nullable(Timestamp());

const EventFilter = customType<string>(
  'EventFilter',
  { type: 'string', minLength: 1, maxLength: MAX.slug },
  'an event type, a prefix such as campaign. or campaign.*, or *',
  (_schema, value) => typeof value === 'string' && isEventFilter(value),
);

const filters = Type.Array(EventFilter, {
  minItems: 1,
  maxItems: MAX_FILTERS,
  description: 'Event types, or prefixes such as campaign.; defaults to all',
  examples: [['campaign.', 'submission.approved']],
});

const thin = Type.Boolean({
  description:
    'Send only the ID of the record, for receivers that must not store personal data; they read the event with GET /events/{id}',
});

const endpoint = {
  id: Id(),
  url: Url(),
  events: Type.Array(Type.String({ description: 'Event type, a prefix ending with a dot, or * for all' }), {
    examples: [['campaign.', 'submission.approved']],
  }),
  description: NullableText,
  thin: Type.Boolean({ description: 'Deliveries contain the ID of the record instead of the record' }),
  status: oneOf(WEBHOOK_STATUSES),
  disabledReason: Nullable(oneOf(DISABLED_REASONS)),
};

export const Webhook = Type.Object({ ...endpoint, createdAt: Timestamp() }, { $id: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const IssuedWebhook = Type.Object(
  {
    ...endpoint,
    secret: Type.String({ description: 'Signing secret for deliveries; returned only once' }),
    createdAt: Timestamp(),
  },
  { $id: 'IssuedWebhook' },
);
export type IssuedWebhook = Static<typeof IssuedWebhook>;

export const NewWebhook = Type.Object(
  {
    url: HttpUrl({ description: 'Where to send events' }),
    events: Type.Optional(filters),
    description: Type.Optional(Nullable(Text(MAX.text))),
    thin: Type.Optional(thin),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'NewWebhook' },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChange = Type.Object(
  {
    url: Type.Optional(HttpUrl()),
    events: Type.Optional(filters),
    description: Type.Optional(Nullable(Text(MAX.text))),
    thin: Type.Optional(thin),
    status: Type.Optional(oneOf(WEBHOOK_STATUSES)),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'WebhookChange', examples: [{ events: ['submission.'], status: 'active' }] },
);
export type WebhookChange = Static<typeof WebhookChange>;

/** Minutes for which the previous secret also signs, unless the rotation says otherwise: one day. */
export const DEFAULT_GRACE_MINUTES = 1_440;

export const SecretRotation = Type.Object(
  {
    graceMinutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: DEFAULT_GRACE_MINUTES,
        default: DEFAULT_GRACE_MINUTES,
        description:
          'Minutes for which the old secret also signs; 0 ends it at once, for a secret that leaked',
      }),
    ),
  },
  { $id: 'SecretRotation', examples: [{ graceMinutes: DEFAULT_GRACE_MINUTES }, { graceMinutes: 0 }] },
);
export type SecretRotation = Static<typeof SecretRotation>;

export const WebhookTest = Type.Object(
  { type: Type.Optional(oneOf(EVENT_TYPES, { default: 'webhook.ping' })) },
  { $id: 'WebhookTest' },
);
export type WebhookTest = Static<typeof WebhookTest>;

export const Redelivery = Type.Object(
  { since: DateTime({ description: 'Resend failed deliveries created at or after this time' }) },
  { $id: 'Redelivery' },
);
export type Redelivery = Static<typeof Redelivery>;

export const Redelivered = Type.Object(
  {
    webhookId: Id(),
    redelivered: Type.Integer({ minimum: 0, description: 'Number of events being resent' }),
  },
  { $id: 'Redelivered' },
);
export type Redelivered = Static<typeof Redelivered>;

export const Replay = Type.Object(
  {
    from: DateTime({ description: 'Replay events created at or after this time' }),
    to: Type.Optional(DateTime({ description: 'Replay events created before this time; defaults to now' })),
    delivered: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Also send events that the endpoint has already received; false sends only what it missed',
      }),
    ),
    after: Type.Optional(Id('Continue after this event: `next` of the previous answer')),
  },
  { $id: 'Replay', examples: [{ from: '2026-06-01T00:00:00.000Z', to: '2026-06-02T00:00:00.000Z' }] },
);
export type Replay = Static<typeof Replay>;

export const Replayed = Type.Object(
  {
    webhookId: Id(),
    matched: Type.Integer({
      minimum: 0,
      description: 'Events of the period that the endpoint subscribes to, up to `next`',
    }),
    queued: Type.Integer({ minimum: 0, description: 'Events that are being sent' }),
    pending: Type.Integer({
      minimum: 0,
      description: 'Events left out because a delivery is already waiting',
    }),
    delivered: Type.Integer({ minimum: 0, description: 'Events left out because they were received before' }),
    next: Nullable(Type.String({ description: 'Send as `after` to continue; null when the period is done' })),
  },
  { $id: 'Replayed' },
);
export type Replayed = Static<typeof Replayed>;

export const Removed = Type.Object({ id: Id(), deleted: Type.Literal(true) }, { $id: 'RemovedWebhook' });

export const Delivery = Type.Object(
  {
    id: Id(),
    webhookId: Id(),
    eventId: Id(),
    type: oneOf(EVENT_TYPES),
    status: oneOf(DELIVERY_STATUSES, {
      description:
        'pending: not yet attempted or waiting for a retry; failed: no attempts left; abandoned: endpoint deleted or disabled',
    }),
    attempts: Type.Integer({ minimum: 0 }),
    responseStatus: Nullable(Type.Integer()),
    responseBody: Nullable(Type.String({ description: 'The first 4 KiB of the response body' })),
    error: NullableText,
    durationMs: Nullable(Type.Integer({ description: 'From the latest attempt' })),
    nextAttemptAt: NullableTime,
    createdAt: Timestamp(),
    timeline: Type.Array(
      Type.Object({
        at: Timestamp(),
        responseStatus: Nullable(Type.Integer()),
        error: NullableText,
        durationMs: Type.Integer(),
      }),
      { description: 'Every attempt, oldest first' },
    ),
  },
  { $id: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;
