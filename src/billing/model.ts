import { type Static, Type } from '@sinclair/typebox';
import { BILLING_INTERVALS, INVOICE_KINDS, INVOICE_STATUSES } from '../../db/enums.ts';
import { Subscription, Usage } from '../plans/model.ts';
import { BILLING_CURRENCY } from '../platform/currency-digits.ts';
import { TIME_SORTS } from '../platform/page.ts';
import {
  customType,
  DateTime,
  Id,
  MAX,
  MoneyOrZero,
  Nullable,
  oneOf,
  Text,
  Timestamp,
  Url,
} from '../platform/schema.ts';

/** Minimum and maximum of a card payment. */
const MIN_TOPUP = 0.5;
const MAX_TOPUP = 999_999.99;
const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 20;
const MAX_PAGE = 1_000_000_000;
const MAX_SECONDS = 253_402_300_799;
const MAX_EVENT_ID = 255;

const tenant = { businessId: Type.Optional(Id('Business ID (admins only)')) };

function action<const A extends string>(name: A) {
  return { action: Type.Literal(name), ...tenant };
}

export const Subscribe = Type.Object({
  ...action('subscribe'),
  planId: Text(MAX.id, { description: 'The plan to buy; for action plan' }),
  interval: oneOf(BILLING_INTERVALS, { description: 'Billing interval' }),
});
export type Subscribe = Static<typeof Subscribe>;

export const Topup = Type.Object({
  ...action('topup'),
  amount: MoneyOrZero({
    minimum: MIN_TOPUP,
    maximum: MAX_TOPUP,
    description: 'Amount to add to the wallet, in dollars',
  }),
});
export type Topup = Static<typeof Topup>;

export const BillingRequest = Type.Union(
  [
    Type.Object(action('status')),
    Type.Object(action('plans')),
    Subscribe,
    Type.Object(action('cancel')),
    Type.Object(action('resume')),
    Type.Object(action('portal')),
    Type.Object({
      ...action('invoices'),
      businessId: Type.Optional(Id('Business ID (admins only); by default, all businesses')),
      status: Type.Optional(oneOf(INVOICE_STATUSES, { description: 'Only invoices with this status' })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1 })),
      perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE })),
      after: Type.Optional(Id('ID of an invoice: the ones after it, instead of a page')),
      before: Type.Optional(Id('ID of an invoice: the ones before it, instead of a page')),
      createdFrom: Type.Optional(DateTime({ description: 'Only invoices created at or after this time' })),
      createdTo: Type.Optional(DateTime({ description: 'Only invoices created before this time' })),
      sort: Type.Optional(
        oneOf(TIME_SORTS, { description: 'Order of the list; - means descending', default: '-createdAt' }),
      ),
    }),
    Topup,
  ],
  { $id: 'BillingRequest' },
);
export type BillingRequest = Static<typeof BillingRequest>;

const NullableTime = Nullable(Timestamp());
const { id: _id, ...subscription } = Subscription.properties;

const BankDetails = Type.Object(
  {
    payee: Type.String({ description: 'Holder of the account' }),
    bank: Nullable(Type.String({ description: 'Name of the bank' })),
    iban: Nullable(Type.String({ description: 'In groups of four characters' })),
    bic: Nullable(Type.String()),
    account: Nullable(Type.String({ description: 'Account number in a country without IBAN' })),
    routing: Nullable(Type.String({ description: 'Routing number or sort code of the account' })),
  },
  {
    $id: 'BankDetails',
    description: 'Where to pay invoices by bank transfer, from BILLING_BANK_DETAILS; null if it is not set',
  },
);

export const BillingStatus = Type.Object(
  {
    ...subscription,
    graceEndsAt: Nullable(Timestamp({ description: 'While pastDue: when the grace period ends' })),
    usage: Usage,
    offersPlans: Type.Boolean({
      description:
        'Whether this installation charges businesses: it has a payment provider or BILLING_DEFAULT_PLAN',
    }),
    bankDetails: Nullable(BankDetails),
  },
  { $id: 'BillingStatus' },
);
export type BillingStatus = Static<typeof BillingStatus>;

export const Invoice = Type.Object(
  {
    id: Id(),
    number: Type.String({ description: 'Increases by one with each invoice in a year' }),
    businessId: Id(),
    kind: oneOf(INVOICE_KINDS),
    planId: Nullable(Type.String()),
    interval: Nullable(oneOf(BILLING_INTERVALS)),
    amount: Type.Number({ description: 'Dollars' }),
    currency: Type.Literal(BILLING_CURRENCY),
    status: oneOf(INVOICE_STATUSES),
    reference: Type.String({ description: 'Bank transfer reference (ISO 11649)' }),
    refunded: Type.Number({ description: 'Amount refunded or charged back, in dollars' }),
    chargedBack: Type.Number({ description: 'Amount held by an open chargeback, in dollars' }),
    shortfall: Type.Number({
      description: 'Refunded amount the wallet could not cover, in dollars; deducted from later top-ups',
    }),
    createdAt: Timestamp(),
    dueAt: Timestamp(),
    paidAt: NullableTime,
  },
  { $id: 'Invoice' },
);
export type Invoice = Static<typeof Invoice>;

export const PortalLink = Type.Object({ url: Url() }, { $id: 'PortalLink' });

/** The amount due now and where to pay it; changing a running plan bills the card on file and has neither. */
export const Purchase = Type.Object(
  {
    invoice: Type.Optional(Invoice),
    checkoutUrl: Type.Optional(Type.String({ description: 'Where to pay it; absent for a bank transfer' })),
  },
  { $id: 'Purchase' },
);
export type Purchase = Static<typeof Purchase>;

const EventObject = customType<Record<string, unknown>>(
  'BillingObject',
  {
    type: 'object',
    additionalProperties: true,
    description: 'The Stripe object; `metadata` identifies the Perkmint record',
  },
  'an object',
  (_schema, value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** A payment provider's event, in Stripe's format. */
export const BillingEvent = Type.Object(
  {
    id: Text(MAX_EVENT_ID, { description: "The provider's event ID; repeated events are ignored" }),
    type: Text(MAX.name, { description: 'Event type, such as invoice.paid' }),
    created: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_SECONDS,
        description: 'Unix time in seconds; defaults to now',
      }),
    ),
    data: Type.Object({ object: EventObject }),
  },
  {
    $id: 'BillingEvent',
    examples: [
      {
        id: 'pay-8842',
        type: 'invoice.paid',
        created: 1_780_315_200,
        data: { object: { amount_paid: 1_900, metadata: { invoiceId: 'INV-2026-000001' } } },
      },
    ],
  },
);
export type BillingEvent = Static<typeof BillingEvent>;

export const BillingReceipt = Type.Object(
  { received: Type.Literal(true), duplicate: Type.Optional(Type.Literal(true)) },
  { $id: 'BillingReceipt' },
);
export type BillingReceipt = Static<typeof BillingReceipt>;
