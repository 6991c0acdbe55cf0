import { type Static, Type } from '@sinclair/typebox';
import { PERK_STATUSES, TRADER_ROLES, TRADER_STATUSES } from '../../../db/enums.ts';
import {
  Currency,
  CurrencyCode,
  DateTime,
  FreeId,
  Id,
  MAX,
  Money,
  Name,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../../platform/schema.ts';
import { Reward } from '../../rewards/model.ts';

/** Maximum units per order; a perk's whole supply fits in one. */
export const MAX_QUANTITY = 1_000_000;
const MAX_REDEMPTION = 100;
const Time = Timestamp();
const NullableTime = Nullable(Time);
export const AdminBusinessId = Type.Optional(Id('Business ID (admins only)'));

export const NewPerk = Type.Object(
  {
    name: Name(),
    description: Type.Optional(Nullable(Text(MAX.text))),
    programId: Type.Optional(Nullable(Id('A program of the issuer'))),
    faceValue: Money({ description: 'Face value per unit at the business, in its currency' }),
    supply: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'Number of units to issue' }),
    expiresAt: Type.Optional(Nullable(DateTime())),
    listPrice: Type.Optional(
      Nullable(
        Money({ description: 'Price per unit; if set, the whole supply is listed for sale immediately' }),
      ),
    ),
  },
  { $id: 'NewPerk' },
);
export type NewPerk = Static<typeof NewPerk>;

export const NewEnrollment = Type.Object(
  {
    role: Type.Optional(oneOf(TRADER_ROLES, { default: 'trader' })),
    displayName: Type.Optional(Nullable(Name())),
    perk: Type.Optional(NewPerk),
    businessId: AdminBusinessId,
  },
  { $id: 'NewEnrollment', examples: [{ role: 'trader' }] },
);
export type NewEnrollment = Static<typeof NewEnrollment>;

export const Wallet = Type.Object(
  {
    cash: Type.Number({ description: 'Available cash in US dollars' }),
    cashReserved: Type.Number({ description: 'US dollars reserved by open buy orders' }),
    balances: Type.Array(
      Type.Object({ currency: CurrencyCode(), available: Type.Number(), reserved: Type.Number() }),
      { description: 'Cash by currency, which is never converted' },
    ),
    perks: Type.Array(Type.Object({ perkId: Id(), available: Type.Integer(), reserved: Type.Integer() })),
  },
  { $id: 'Wallet' },
);
export type Wallet = Static<typeof Wallet>;

export const Perk = Type.Object(
  {
    id: Id(),
    programId: Nullable(Id()),
    businessId: Id(),
    name: Type.String(),
    description: Nullable(Type.String()),
    currency: CurrencyCode(),
    faceValue: Type.Number(),
    supply: Type.Integer({ description: 'Total units issued' }),
    circulating: Type.Integer({
      description: 'Units issued that are neither redeemed nor held by the issuer',
    }),
    redeemed: Type.Integer(),
    expiresAt: NullableTime,
    status: oneOf(PERK_STATUSES),
  },
  { $id: 'Perk' },
);
export type Perk = Static<typeof Perk>;

export const Enrollment = Type.Object(
  {
    id: Id(),
    userId: Type.String(),
    businessId: Nullable(Id()),
    role: oneOf(TRADER_ROLES),
    status: oneOf(TRADER_STATUSES),
    displayName: Nullable(Type.String()),
    wallet: Wallet,
    perk: Type.Optional(Perk),
    createdAt: Time,
  },
  { $id: 'Enrollment' },
);
export type Enrollment = Static<typeof Enrollment>;

export const NewDeposit = Type.Object(
  {
    userId: Type.Optional(Id('ID of the user or business that owns the wallet')),
    programId: Type.Optional(Id('For converting cashback: the program ID')),
    memberId: Type.Optional(Id('For converting cashback: the member ID')),
    amount: Money(),
    currency: Type.Optional(
      Currency({
        description: "For deposits by admins (default USD); converted cashback keeps its program's",
      }),
    ),
    reference: Type.Optional(
      FreeId({
        description:
          'Must be unique: for deposits within the installation, for conversions within the business and wallet',
      }),
    ),
  },
  {
    $id: 'NewDeposit',
    examples: [
      {
        programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h05',
        memberId: 'usr_01jwnkr2g0f5v9t8d6mxyq4hm0',
        amount: 5,
      },
    ],
  },
);
export type NewDeposit = Static<typeof NewDeposit>;

export const Deposit = Type.Object({ transferId: Id(), wallet: Wallet }, { $id: 'Deposit' });
export type Deposit = Static<typeof Deposit>;

export const PerkRedemption = Type.Object(
  {
    perkId: Id(),
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_REDEMPTION, default: 1 })),
    businessId: AdminBusinessId,
  },
  { $id: 'PerkRedemption', examples: [{ perkId: 'prk_01jwnkr2g0f5v9t8d6mxyq4h08', quantity: 2 }] },
);
export type PerkRedemption = Static<typeof PerkRedemption>;

export const PerkRedeemed = Type.Object({ rewards: Type.Array(Reward) }, { $id: 'PerkRedeemed' });
export type PerkRedeemed = Static<typeof PerkRedeemed>;
