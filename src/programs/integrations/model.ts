import { type Static, Type } from '@sinclair/typebox';
import { INBOUND_ORDER_STATUSES, ORDER_SOURCES, WEBHOOK_REFUSALS } from '../../../db/enums.ts';
import { Id, MAX, Nullable, oneOf, Text, Timestamp, Url } from '../../platform/schema.ts';

/** Longer than the secrets of all systems. */
const MAX_SECRET = 500;
/** Shorter secrets can be guessed. */
const MIN_SECRET = 8;

export type Source = (typeof ORDER_SOURCES)[number];

export const IntegrationChange = Type.Object(
  {
    secret: Type.Optional(
      Text(MAX_SECRET, {
        minLength: MIN_SECRET,
        examples: ['5f2b8c0d9e7a4b3c8d1e6f7a2b9c0d4e'],
        description:
          'The secret that the system signs its webhooks with, which are refused until it is set. It replaces an earlier one and is never returned',
      }),
    ),
    programId: Type.Optional(
      Id('The program that counts the orders; required at first. Also applies to parked orders'),
    ),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'IntegrationChange' },
);
export type IntegrationChange = Static<typeof IntegrationChange>;

export const Integration = Type.Object(
  {
    id: Id(),
    source: oneOf(ORDER_SOURCES),
    programId: Id('The program that counts the orders'),
    url: Url({ description: 'Where the system must send its webhooks' }),
    hasSecret: Type.Boolean({ description: 'Whether a secret is set; until then, all webhooks are refused' }),
    lastReceivedAt: Nullable(Timestamp({ description: 'The latest webhook with a valid signature' })),
    lastIgnoredAt: Nullable(
      Timestamp({
        description: 'The latest of them that was not a paid order or refund, such as one for another event',
      }),
    ),
    lastRefused: Type.Union(
      [
        Type.Object({
          at: Timestamp(),
          code: oneOf(WEBHOOK_REFUSALS, {
            description:
              "INVALID_SIGNATURE: the signature doesn't match the secret; TIMESTAMP_EXPIRED: the signed time is more than 5 minutes from the current time",
          }),
        }),
        Type.Null(),
      ],
      { description: 'The latest webhook that was refused since the secret was set' },
    ),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { $id: 'Integration' },
);
export type Integration = Static<typeof Integration>;

export const IntegrationRemoved = Type.Object(
  { id: Id(), deleted: Type.Literal(true) },
  { $id: 'IntegrationRemoved' },
);

export const InboundOrder = Type.Object(
  {
    id: Id(),
    source: oneOf(ORDER_SOURCES),
    orderId: Type.String({ description: 'The ID of the order, or of its payment, in the shop system' }),
    programId: Id(),
    status: oneOf(INBOUND_ORDER_STATUSES, {
      description:
        'waiting: only its refund came so far; parked: the buyer is no member yet; credited: counted for a member; refused: can not be counted, see reason; canceled: refunded in full before it was counted',
    }),
    reason: Type.Union(
      [
        Type.Object({
          code: Type.String({ description: 'UNKNOWN_BUYER, CURRENCY_MISMATCH, NO_VALUE or an error code' }),
          message: Type.String(),
        }),
        Type.Null(),
      ],
      { description: 'Why the order, or its refund, is not counted' },
    ),
    memberId: Nullable(Type.String({ description: 'The member that it was counted for' })),
    visitId: Nullable(Id('The visit that counted it')),
    email: Nullable(
      Type.String({ description: "The buyer's email address, until the order is counted or expires" }),
    ),
    phone: Nullable(
      Type.String({ description: "The buyer's phone number, until the order is counted or expires" }),
    ),
    currency: Type.String({
      description: 'ISO 4217 code of the currency of the order, which is never converted',
    }),
    amount: Nullable(Type.Number({ description: 'The order value; null until the order comes' })),
    refunded: Type.Number({ description: 'What the shop system refunded so far' }),
    reversed: Type.Number({ description: 'The part of it that was taken back from the member' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { $id: 'InboundOrder' },
);
export type InboundOrder = Static<typeof InboundOrder>;

export const InboundOrderRetry = Type.Object(
  {
    memberId: Type.Optional(
      Text(MAX.id, {
        description: 'Count the order for this member; by default, the buyer is looked up again',
      }),
    ),
  },
  { $id: 'InboundOrderRetry', examples: [{ memberId: 'till-4711' }] },
);
export type InboundOrderRetry = Static<typeof InboundOrderRetry>;

/** The body of a shop system's webhook. Only the fields of these examples are read. */
export const InboundWebhook = Type.Object(
  {},
  {
    additionalProperties: true,
    $id: 'InboundWebhook',
    description: "The shop system's own format: an order, a payment or a refund",
    examples: [
      {
        id: 820982911946154,
        email: 'ada@people.example',
        phone: '+12025550143',
        financial_status: 'paid',
        currency: 'USD',
        total_price: '24.50',
        refunds: [],
      },
      {
        id: 727,
        status: 'processing',
        currency: 'USD',
        total: '24.50',
        date_paid_gmt: '2026-06-01T12:00:00',
        billing: { email: 'ada@people.example', phone: '+12025550143', country: 'US' },
        refunds: [],
      },
      {
        type: 'payment.updated',
        event_id: '6a8f5f28-54a1-4eb0-a98a-3111513fd4fc',
        data: {
          type: 'payment',
          object: {
            payment: {
              id: 'KkAkhdMsgzn59SM8A89WgKwekxLZY',
              status: 'COMPLETED',
              buyer_email_address: 'ada@people.example',
              total_money: { amount: 2450, currency: 'USD' },
            },
          },
        },
      },
      {
        id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
        type: 'charge.succeeded',
        data: {
          object: {
            id: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
            payment_intent: 'pi_3MmlLrLkdIwHu7ix0uke3Ezy',
            paid: true,
            amount: 2450,
            currency: 'usd',
            billing_details: { email: 'ada@people.example', phone: null },
          },
        },
      },
    ],
  },
);

export const InboundReceipt = Type.Object(
  {
    received: Type.Literal(true),
    duplicate: Type.Optional(Type.Literal(true, { description: 'Everything in it was received before' })),
    ignored: Type.Optional(
      Type.Literal(true, { description: 'It is no paid order or refund, so nothing was recorded' }),
    ),
  },
  { $id: 'InboundReceipt' },
);
export type InboundReceipt = Static<typeof InboundReceipt>;
