import { type Static, Type } from '@sinclair/typebox';
import { POLICY_GUARDS } from '../../db/enums.ts';
import {
  Country,
  Currency,
  CurrencyCode,
  customType,
  HttpUrl,
  Id,
  Locale,
  Name,
  Nullable,
  oneOf,
  Text,
  Timestamp,
  TimeZone,
  Url,
  VIOLATION,
} from '../platform/schema.ts';
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '../platform/slug.ts';

const MAX_HANDLES = 20;
const MAX_HANDLE_LENGTH = 100;
const PLATFORM = /^[a-z0-9]+([_-][a-z0-9]+)*$/;
const MAX_PLATFORM_LENGTH = 40;
const MIN_SLUG_LENGTH = 2;
const MAX_REINSTATE_HOURS = 24 * 365;
const MAX_REFUND_DAYS = 365;
const REINSTATE_WINDOW =
  'Hours after a redemption in which its reward can be reinstated (default 24); 0 prevents it';
const REFUND_WINDOW =
  'Days after an order, or after cashback was spent, in which it can be refunded (default 30); 0 prevents it';

/** The shop's account names by platform. */
export const ShopHandles = Type.Record(Type.String(), Type.String(), {
  description: "The shop's account name on each platform, without the @",
});

/** Input: the shop's account names by platform. */
const Handles = customType<Record<string, string>>(
  'Handles',
  {
    type: 'object',
    // Elysia's copy of a body requires it.
    properties: {},
    additionalProperties: { type: 'string', maxLength: MAX_HANDLE_LENGTH },
    description: "The shop's account name on each platform, by platform ID such as instagram",
    [VIOLATION]: { rule: 'format' },
  },
  `an object of up to ${MAX_HANDLES} platform IDs, each with an account name of up to ${MAX_HANDLE_LENGTH} characters`,
  (_schema, value) => isHandles(value),
);

/** Returns whether a value maps platform IDs to account names. */
function isHandles(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= MAX_HANDLES && entries.every(isHandle);
}

function isHandle([platform, handle]: [string, unknown]): boolean {
  return (
    PLATFORM.test(platform) &&
    platform.length <= MAX_PLATFORM_LENGTH &&
    typeof handle === 'string' &&
    handle.length <= MAX_HANDLE_LENGTH &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects
    !/[\u0000-\u001f\u2028\u2029]/.test(handle)
  );
}

const COUNTRY_ABOUT =
  'ISO 3166-1 alpha-2 code of the country. Phone numbers without a country code are read in its notation; null requires international notation';

const ZONE_ABOUT =
  'IANA time zone of the shop (default UTC): where its days start. Times of the API stay UTC.';
const LOCALE_ABOUT =
  'BCP 47 language tag (default en-US): language and notation for people who have chosen none';
const CURRENCY_ABOUT =
  'ISO 4217 code of the currency of all amounts; fixed once an amount was promised or paid to a customer';
/** A dinar is worth about three dollars; a dollar is worth tens of thousands of rials. */
const MIN_USD_RATE = 0.000001;
const MAX_USD_RATE = 1_000_000_000;
const USD_RATE_ABOUT =
  'What one US dollar is worth in the currency, by which planner and statistics read published figures, which are in US dollars. Null if unknown, so that they state no value; always 1 for USD. Balances are never converted';

const MAX_WORDS = 300;
const INVITATION_ABOUT = "The shop's own words at the top of its public page; null for those of Perkmint";
const REWARD_ABOUT =
  "The shop's own words to people who get a reward, on campaigns and in mails; null for none";
const SENDER_ABOUT = "The sender's name in mails to customers; null for the name of the business";
const SHOWS_ABOUT = 'Whether the public pages of the shop name Perkmint at their end (default true)';

const AccentColor = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  patternHint: 'a color such as #0a7d33',
  description: "Color of the shop's pages and signs, with a contrast of at least 3:1 with white",
});

export const Business = Type.Object(
  {
    id: Id(),
    name: Type.String(),
    slug: Type.String({ description: "The name in the address of the shop's page, /s/<slug>" }),
    industry: Nullable(Type.String()),
    website: Nullable(Url()),
    country: Nullable(Type.String({ description: COUNTRY_ABOUT })),
    handles: ShopHandles,
    logoUploadId: Nullable(Id('ID of the uploaded logo')),
    accentColor: Nullable(AccentColor),
    invitationText: Nullable(Type.String({ description: INVITATION_ABOUT })),
    rewardText: Nullable(Type.String({ description: REWARD_ABOUT })),
    senderName: Nullable(Type.String({ description: SENDER_ABOUT })),
    showsPerkmint: Type.Boolean({ description: SHOWS_ABOUT }),
    timeZone: Type.String({ description: ZONE_ABOUT }),
    locale: Type.String({ description: LOCALE_ABOUT }),
    currency: CurrencyCode({ description: CURRENCY_ABOUT }),
    usdRate: Nullable(Type.Number({ description: USD_RATE_ABOUT })),
    policyGuard: oneOf(POLICY_GUARDS, {
      description: 'block: launching a campaign that violates platform policy requires acknowledgePolicy',
    }),
    requireRejectReason: Type.Boolean({ description: 'Rejections require a reason' }),
    reinstateWindowHours: Type.Integer({ description: REINSTATE_WINDOW }),
    refundWindowDays: Type.Integer({ description: REFUND_WINDOW }),
    test: Type.Boolean({ description: 'Whether its records are test data, which only test keys can see' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { $id: 'Business' },
);
export type Business = Static<typeof Business>;

export const NewBusiness = Type.Object(
  {
    name: Name(),
    industry: Type.Optional(Name()),
    website: Type.Optional(HttpUrl()),
    currency: Type.Optional(Currency({ description: CURRENCY_ABOUT })),
    timeZone: Type.Optional(TimeZone({ description: ZONE_ABOUT })),
    locale: Type.Optional(Locale({ description: LOCALE_ABOUT })),
  },
  { $id: 'NewBusiness' },
);
export type NewBusiness = Static<typeof NewBusiness>;

export const BusinessChange = Type.Object(
  {
    businessId: Type.Optional(Id('ID of the business to update (admins only)')),
    name: Type.Optional(Name()),
    industry: Type.Optional(Nullable(Name())),
    website: Type.Optional(Nullable(HttpUrl())),
    country: Type.Optional(Nullable(Country({ description: COUNTRY_ABOUT }))),
    slug: Type.Optional(
      Type.String({
        minLength: MIN_SLUG_LENGTH,
        maxLength: MAX_SLUG_LENGTH,
        pattern: SLUG_PATTERN,
        patternHint: 'lower-case letters, digits and single hyphens between them',
        description: "The name in the address of the shop's page. Earlier addresses lead to the new one.",
      }),
    ),
    handles: Type.Optional(Handles),
    logoUploadId: Type.Optional(Nullable(Id('ID of an uploaded PNG, JPEG, WebP or GIF image'))),
    accentColor: Type.Optional(Nullable(AccentColor)),
    invitationText: Type.Optional(Nullable(Text(MAX_WORDS, { description: INVITATION_ABOUT }))),
    rewardText: Type.Optional(Nullable(Text(MAX_WORDS, { description: REWARD_ABOUT }))),
    senderName: Type.Optional(Nullable(Name({ description: SENDER_ABOUT }))),
    showsPerkmint: Type.Optional(Type.Boolean({ description: SHOWS_ABOUT })),
    timeZone: Type.Optional(TimeZone({ description: ZONE_ABOUT })),
    locale: Type.Optional(Locale({ description: LOCALE_ABOUT })),
    currency: Type.Optional(Currency({ description: CURRENCY_ABOUT })),
    usdRate: Type.Optional(
      Nullable(Type.Number({ minimum: MIN_USD_RATE, maximum: MAX_USD_RATE, description: USD_RATE_ABOUT })),
    ),
    policyGuard: Type.Optional(oneOf(POLICY_GUARDS)),
    requireRejectReason: Type.Optional(Type.Boolean()),
    reinstateWindowHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_REINSTATE_HOURS, description: REINSTATE_WINDOW }),
    ),
    refundWindowDays: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_REFUND_DAYS, description: REFUND_WINDOW }),
    ),
  },
  { $id: 'BusinessChange' },
);
export type BusinessChange = Static<typeof BusinessChange>;

/** The names of the records that a submission or reward refers to, for people who cannot read those records. */
export const RecordNames = Type.Object(
  { business: Type.String(), campaign: Nullable(Type.String()), program: Nullable(Type.String()) },
  { $id: 'RecordNames' },
);
export type RecordNames = Static<typeof RecordNames>;

export const BUSINESS_INCLUDES = ['business'] as const;

/** The business of a record that a request includes. */
export const IncludedBusiness = Type.Optional(
  Type.Object(
    { id: Id(), name: Type.String() },
    { description: 'The business of the record; only with include=business' },
  ),
);
