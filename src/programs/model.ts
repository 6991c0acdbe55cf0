import { type SchemaOptions, type Static, Type } from '@sinclair/typebox';
import { AMOUNT_TYPES, CARD_KINDS, PROGRAM_STATUSES } from '../../db/enums.ts';
import { IncludedBusiness } from '../businesses/model.ts';
import {
  CurrencyCode,
  Decimal,
  FreeId,
  Id,
  MAX,
  Money,
  MoneyOrZero,
  Name,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../platform/schema.ts';
import { NewReward } from '../rewards/model.ts';
import { Referral } from './referrals/model.ts';

export const DEFAULT_HOLD_DAYS = 14;
const MAX_DAYS = 3_650;
const MAX_POINTS = 1_000_000_000;
const MAX_POINTS_PER_DOLLAR = 10_000;
/** Enough for one point per 10,000 rupiah and less. */
export const PER_DOLLAR_DECIMALS = 6;
const MAX_MULTIPLIER = 100;
const MAX_TIERS = 20;
const MAX_GOALS = 50;
const MAX_SHOP_ITEMS = 100;
const MAX_COOLDOWN_MINUTES = 525_600;
const MAX_VISITS_PER_DAY = 1_000;
/** Accepts unknown properties. */
export const FREE = { additionalProperties: true };

const NullableText = Nullable(Type.String());
const AdminBusinessId = Type.Optional(Id('Business ID (admins only)'));
const AutoCreditLimit = (options: SchemaOptions = {}) =>
  Type.Optional(
    MoneyOrZero({
      ...options,
      description:
        'Maximum credit that automatic approval may grant on an unconfirmed order value; above it, the submission stays pending. Compared with the uncapped percentage cashback, or with the order value itself if points or a goal count spending',
    }),
  );

const ReferralField = Type.Optional(Referral());

const CardKind = (options: SchemaOptions = {}) =>
  oneOf(CARD_KINDS, {
    ...options,
    description:
      "The members' cards: a static card is valid until it is replaced and works without a network; a rotating card changes every minute, so that a copy of it soon stops working",
  });

const CashbackTerms = Type.Object(
  {
    type: oneOf(AMOUNT_TYPES),
    value: Money({ description: 'An amount per transaction, or a percentage up to 100' }),
    maxPerTransaction: Type.Optional(Nullable(Money())),
    maxPerMember: Type.Optional(Nullable(Money({ description: 'Maximum total granted to one member' }))),
    holdDays: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DAYS, default: DEFAULT_HOLD_DAYS })),
    expiresInDays: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: MAX_DAYS,
          description:
            "Counted from availability; it can be spent to the end of the last day in the business's time zone",
        }),
      ),
    ),
  },
  FREE,
);
export type CashbackTerms = Static<typeof CashbackTerms>;

const PointsTerms = Type.Object(
  {
    perAction: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_POINTS, description: 'Points per approved submission' }),
    ),
    perDollar: Type.Optional(
      Decimal({
        minimum: 0,
        maximum: MAX_POINTS_PER_DOLLAR,
        decimals: PER_DOLLAR_DECIMALS,
        description: 'Points per unit of the currency, such as a dollar, of order value',
      }),
    ),
  },
  FREE,
);

export const Tier = Type.Object(
  {
    name: Text(MAX.name),
    threshold: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Lifetime points' }),
    multiplier: Type.Optional(
      Decimal({ minimum: 0.01, maximum: MAX_MULTIPLIER, description: 'Of points earned in it', default: 1 }),
    ),
  },
  FREE,
);
export type Tier = Static<typeof Tier>;

export const GOAL_METRICS = ['submissions', 'points', 'spend', 'visits'] as const;

/** A reward that is issued, or a promise in the business's own words. Rules check the former. */
const GoalReward = Type.Unsafe<NewReward | string | Record<string, unknown> | null>(
  Type.Unknown({
    'x-variants': [NewReward, Type.String(), Type.Object({}, FREE), Type.Array(Type.Unknown()), Type.Null()],
    description:
      'A reward with a type (fixed, percentage or item), whose code is issued when the goal is completed; or a promise in any other form, which is stored as sent',
  }),
);

export const Goal = Type.Object(
  {
    id: Type.Optional(FreeId({ description: 'Generated from its position in the list if omitted' })),
    name: Text(MAX.name),
    metric: oneOf(GOAL_METRICS, {
      description: 'Approved submissions, points earned, amount spent, or visits',
    }),
    target: Money(),
    reward: Type.Optional(GoalReward),
    repeats: Type.Optional(
      Type.Boolean({
        description:
          'Start again after each completion, such as a stamp card; what exceeds the target counts toward the next one. Counts from the moment that the goal starts to repeat',
        default: false,
      }),
    ),
  },
  FREE,
);
export type Goal = Static<typeof Goal>;

/** A reward that members can buy with points. */
export const ShopItem = Type.Object(
  {
    id: Type.Optional(FreeId({ description: 'Generated from its position in the list if omitted' })),
    name: Text(MAX.name),
    points: Type.Integer({ minimum: 1, maximum: MAX_POINTS, description: 'The price in points' }),
    reward: NewReward,
    stock: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'How many can be bought in total, including those already bought; null for any number',
        }),
      ),
    ),
    perMember: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'How many each member can buy in total; null for any number',
        }),
      ),
    ),
  },
  FREE,
);
export type ShopItem = Static<typeof ShopItem>;

const visitTerms = {
  cooldownMinutes: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_COOLDOWN_MINUTES,
        description: 'Minutes that must pass between two visits of a member; null for none',
      }),
    ),
  ),
  maxPerDay: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_VISITS_PER_DAY,
        description: 'Maximum number of visits of a member per day (UTC); null for any number',
      }),
    ),
  ),
};
/** The limits on visits; omitted fields keep their value. */
const VisitLimits = (options: SchemaOptions = {}) => Type.Optional(Type.Object(visitTerms, options));

/** The rewards of a program; unknown fields are stored as sent. */
export const ProgramRewards = Type.Object(
  {
    cashback: Type.Optional(Nullable(CashbackTerms)),
    points: Type.Optional(Nullable(PointsTerms)),
    tiers: Type.Optional(Type.Array(Tier, { maxItems: MAX_TIERS })),
    goals: Type.Optional(Type.Array(Goal, { maxItems: MAX_GOALS })),
    shop: Type.Optional(
      Type.Array(ShopItem, { maxItems: MAX_SHOP_ITEMS, description: 'Rewards that members buy with points' }),
    ),
  },
  {
    ...FREE,
    $id: 'ProgramRewards',
    examples: [
      {
        cashback: { type: 'percentage', value: 10, maxPerTransaction: 20, holdDays: 14, expiresInDays: 180 },
        points: { perAction: 10, perDollar: 1 },
        tiers: [
          { name: 'Silver', threshold: 100, multiplier: 1.25 },
          { name: 'Gold', threshold: 200, multiplier: 1.5 },
        ],
        goals: [
          { id: 'ten-posts', name: 'Ten posts', metric: 'submissions', target: 10, reward: 'A free cup' },
          {
            id: 'card',
            name: '10th coffee free',
            metric: 'visits',
            target: 10,
            repeats: true,
            reward: { type: 'item', name: 'Coffee', cost: 1.2 },
          },
        ],
        shop: [
          {
            id: 'cake',
            name: 'A slice of cake',
            points: 80,
            reward: { type: 'item', name: 'Cake', cost: 1.5 },
            perMember: 5,
          },
        ],
      },
    ],
  },
);
export type ProgramRewards = Static<typeof ProgramRewards>;

export const NewProgram = Type.Object(
  {
    name: Name(),
    description: Type.Optional(Nullable(Text(MAX.text))),
    rewards: Type.Optional(ProgramRewards),
    visits: VisitLimits(),
    referral: ReferralField,
    autoCreditLimit: AutoCreditLimit({ default: 0 }),
    card: Type.Optional(CardKind({ default: 'static' })),
    businessId: AdminBusinessId,
  },
  { $id: 'NewProgram' },
);
export type NewProgram = Static<typeof NewProgram>;

export const ProgramChange = Type.Object(
  {
    name: Type.Optional(Name()),
    description: Type.Optional(Nullable(Text(MAX.text))),
    status: Type.Optional(oneOf(PROGRAM_STATUSES)),
    rewards: Type.Optional(ProgramRewards),
    visits: VisitLimits({ description: 'Omitted fields keep their value' }),
    referral: ReferralField,
    autoCreditLimit: AutoCreditLimit(),
    card: Type.Optional(CardKind()),
    businessId: AdminBusinessId,
  },
  { $id: 'ProgramChange', examples: [{ name: 'Regulars', status: 'paused' }] },
);
export type ProgramChange = Static<typeof ProgramChange>;

export const Program = Type.Object(
  {
    id: Id(),
    name: Type.String(),
    description: NullableText,
    businessId: Id(),
    currency: CurrencyCode(),
    status: oneOf(PROGRAM_STATUSES),
    memberCount: Type.Integer(),
    rewards: ProgramRewards,
    visits: Type.Object({
      cooldownMinutes: Nullable(Type.Integer()),
      maxPerDay: Nullable(Type.Integer()),
    }),
    referral: Referral(),
    autoCreditLimit: Type.Number({ description: '0 credits nothing unconfirmed' }),
    card: CardKind(),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
    business: IncludedBusiness,
  },
  { $id: 'Program' },
);
export type Program = Static<typeof Program>;
