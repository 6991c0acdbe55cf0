import { type Static, Type } from '@sinclair/typebox';
import { ACTOR_KINDS, COUNTER_ACTIONS } from '../../db/enums.ts';
import {
  CalendarDate,
  CurrencyCode,
  Id,
  Name,
  NO_TRIM,
  Nullable,
  oneOf,
  Timestamp,
} from '../platform/schema.ts';

export const Place = Type.Object(
  {
    id: Id(),
    businessId: Id(),
    name: Type.String(),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { $id: 'Place' },
);
export type Place = Static<typeof Place>;

const PlaceName = Name({ description: 'Name of the branch, unique within the business' });

export const NewPlace = Type.Object(
  { name: PlaceName, businessId: Type.Optional(Id('Business ID (admins only)')) },
  { $id: 'NewPlace' },
);
export type NewPlace = Static<typeof NewPlace>;

export const PlaceChange = Type.Object({ name: PlaceName }, { $id: 'PlaceChange' });
export type PlaceChange = Static<typeof PlaceChange>;

/** The field with which a request at a counter names its place. */
export const PlaceId = Type.Optional(
  Id("ID of the place where it happened; defaults to the shared device's place"),
);

/** A shared device at a counter. */
export const Device = Type.Object(
  {
    id: Id(),
    businessId: Id(),
    placeId: Id(),
    name: Type.String(),
    description: Type.String({ description: 'Browser and system of the device' }),
    createdAt: Timestamp(),
    createdBy: Type.String({ description: 'ID of the user who signed the device in' }),
    lastUsedAt: Timestamp(),
  },
  { $id: 'Device' },
);
export type Device = Static<typeof Device>;

/** A person who can't sign in on a shared device for some time, after too many wrong PINs. */
export const PinLock = Type.Object(
  {
    id: Id('ID of the user'),
    deviceId: Id(),
    deviceName: Type.String({ description: 'Name of the device' }),
    placeId: Id(),
    lockedUntil: Timestamp({ description: 'When the person can sign in there again' }),
  },
  { $id: 'PinLock' },
);
export type PinLock = Static<typeof PinLock>;

export const NewDevice = Type.Object({
  name: Name({ description: 'Name of the device, such as Front counter' }),
  placeId: Id('ID of the place of the device'),
  businessId: Type.Optional(Id('Business ID (admins only)')),
});
export type NewDevice = Static<typeof NewDevice>;

const Person = Type.Object({ id: Id(), name: Type.String() });

/** The state of a signed-in device: its place, the people who may sign in by PIN, and the one who has. */
export const DeviceState = Type.Object({
  device: Type.Object({ id: Id(), name: Type.String() }),
  business: Type.Object({ id: Id(), name: Type.String() }),
  place: Type.Object({ id: Id(), name: Type.String() }),
  people: Type.Array(Person),
  person: Nullable(Person),
  idleSeconds: Type.Integer({
    description: 'Seconds without a request after which the person is signed out',
  }),
});
export type DeviceState = Static<typeof DeviceState>;

export const PinSignIn = Type.Object({
  userId: Id(),
  pin: Type.String({ pattern: '^[0-9]{4,6}$', patternHint: '4 to 6 digits', [NO_TRIM]: true }),
});
export type PinSignIn = Static<typeof PinSignIn>;

const Count = Type.Integer({ minimum: 0 });
const Amount = Type.Number({ minimum: 0 });

/** The person and the place of an action at a counter. */
const counterName = {
  actor: Type.Object({
    kind: oneOf(ACTOR_KINDS),
    id: Type.String(),
    name: Nullable(Type.String({ description: "The user's name; null for other callers and removed users" })),
  }),
  place: Nullable(Type.Object({ id: Id(), name: Type.String() })),
};
export const CounterName = Type.Object(counterName);

export const CounterAction = Type.Object(
  {
    id: Id(),
    businessId: Id(),
    kind: oneOf(COUNTER_ACTIONS),
    ...counterName,
    deviceId: Nullable(Id()),
    programId: Nullable(Id()),
    memberId: Nullable(Type.String({ description: "The member's or holder's ID" })),
    memberName: Nullable(Type.String({ description: 'Null for references without a name' })),
    resourceId: Type.String({
      description: 'ID of the visit, reward, cashback or purchase with points that changed',
    }),
    visits: Count,
    stamps: Count,
    purchase: Nullable(Type.Number({ description: 'Value of the purchase; null without one' })),
    value: Type.Number({ description: 'Value that was redeemed, reinstated or refunded' }),
    createdAt: Timestamp(),
  },
  { $id: 'CounterAction' },
);
export type CounterAction = Static<typeof CounterAction>;

const figures = {
  visits: Count,
  stamps: Count,
  purchases: Count,
  purchaseValue: Amount,
  redemptions: Count,
  redemptionValue: Amount,
  reinstatements: Count,
  reinstatementValue: Amount,
  refunds: Count,
  refundValue: Amount,
  shopOrders: Type.Integer({ minimum: 0, description: 'Rewards bought with points' }),
  cancellations: Type.Integer({ minimum: 0, description: 'Purchases with points that were canceled' }),
};
export const CounterFigures = Type.Object(figures);
export type CounterFigures = Static<typeof CounterFigures>;

export const CounterReport = Type.Object(
  {
    from: CalendarDate({ description: 'First day of the report' }),
    to: CalendarDate({ description: 'Last day of the report' }),
    currency: CurrencyCode(),
    rows: Type.Array(
      Type.Object({
        actor: CounterAction.properties.actor,
        place: CounterAction.properties.place,
        ...figures,
      }),
      { description: 'One row per person and place, most visits and redemptions first' },
    ),
    totals: CounterFigures,
    complete: Type.Boolean({ description: 'False if only the newest actions of the period were counted' }),
  },
  { $id: 'CounterReport' },
);
export type CounterReport = Static<typeof CounterReport>;

/** The sums of one person at one place, in cents. */
export interface CounterSums {
  actorKind: CounterAction['actor']['kind'];
  actorId: string;
  placeId: string | null;
  actions: number;
  visits: number;
  stamps: number;
  purchases: number;
  purchaseCents: number;
  redemptions: number;
  redemptionCents: number;
  reinstatements: number;
  reinstatementCents: number;
  refunds: number;
  refundCents: number;
  shopOrders: number;
  cancellations: number;
}
