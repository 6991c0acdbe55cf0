import {
  type SchemaOptions,
  type Static,
  type TLiteral,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';

/*
 * The API representation of reference data. Money is in US dollars, rates are fractions (0.0171 = 1.71%), and `null`
 * means that no published figure was found. Sources are referenced by their ID in seed/sources.json. The schemas of
 * the files are in seed-model.ts.
 */

type Literals<T extends readonly string[]> = { -readonly [K in keyof T]: TLiteral<T[K]> };

/** Creates a TypeBox string enum with its static type. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  description?: string,
): TUnion<Literals<T>> {
  const literals = values.map(value => Type.Literal(value));
  return Type.Union(literals, description ? { description } : {}) as unknown as TUnion<Literals<T>>;
}

export const closed = { additionalProperties: false } as const;
export const nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);
export const Money = Type.Number({ minimum: 0, maximum: 1_000_000 });
export const Text = Type.String({ minLength: 1, maxLength: 2_000 });
export const Slug = Type.String({ pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$', maxLength: 80 });
export const Year = Type.Integer({ minimum: 1990, maximum: 2100 });

/** A calendar day without a time, such as 2026-11-22. */
export function day(description: string) {
  return Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
}

/** The whole library fits one page. */
export const ALL_ACTIONS = 107;
export const ACTION_TYPES = ['content', 'review', 'engage', 'share', 'referral'] as const;
export const ActionType = oneOf(ACTION_TYPES);
export type ActionType = Static<typeof ActionType>;

/** From mildest to strictest: if several apply, the strictest wins. */
export const POLICIES = ['allowed', 'disclose', 'forbidden'] as const;
export const Policy = oneOf(
  POLICIES,
  'allowed: can be rewarded; disclose: only with a clear disclosure; forbidden: must not be rewarded',
);
export type Policy = Static<typeof Policy>;

export const PolicyBasis = oneOf(
  ['explicit', 'inferred'],
  'explicit: stated in the rule; inferred: a conservative interpretation of the rule',
);

/**
 * How reliably a proof can be verified. The first matching rule decides the value of each action in seed/actions.json:
 * - `unverifiable`: only the customer can see the result, or the available proof shows little
 * - `auto`: records of the business confirm it (a code on a paid order, counted visits, a confirmed opt-in, a
 *   completed survey)
 * - `assisted`: the proof can be a public link that a person confirms; a program helps where `publicCheck` says so
 * - `manual`: a person must check a screenshot, text or list
 */
const Verifiability = oneOf(
  ['auto', 'assisted', 'manual', 'unverifiable'],
  "auto: by the business's own records; assisted: a public link that a person confirms; manual: by a person; unverifiable",
);

/** The ways to check a public post without an account. The terms behind it are in seed/platform-terms.json. */
const PUBLIC_CHECKS = ['program', 'display', 'person', 'none'] as const;
export const PublicCheck = oneOf(
  PUBLIC_CHECKS,
  'What the platform allows for a public link: program: link, author and title are read by a program; display: the ' +
    'post may be shown, but nothing may be read from it; person: a person opens the link; none: there is no public link',
);
export type PublicCheck = Static<typeof PublicCheck>;

export const Source = Type.Object(
  {
    id: Slug,
    title: Text,
    publisher: Text,
    year: Year,
    url: nullable(Type.String({ pattern: '^https?://', maxLength: 2_048 })),
    read: Type.String({
      description: 'How it was read: full text, an excerpt, or a secondary transcription',
    }),
    note: nullable(Text),
    checkedAt: day('When it was last read'),
    staleAfter: day('After this day it must be read again'),
    used: Type.Boolean(),
  },
  { ...closed, $id: 'Source' },
);
export type Source = Static<typeof Source>;

const SuggestedReward = Type.Object(
  {
    type: Type.Literal('fixed'),
    currency: Type.Literal('USD'),
    low: Money,
    high: Money,
    highWithLicence: nullable(Money),
    rule: Text,
  },
  closed,
);

export const actionFields = {
  id: Slug,
  platform: Slug,
  name: Text,
  type: ActionType,
  effort: Type.Integer({
    minimum: 0,
    maximum: 5,
    description: 'From 0 (one tap) to 5 (an hour of work or a paid purchase)',
  }),
  value: Type.Number({
    minimum: 0,
    description: 'Conservative market value of the result, in US dollars',
  }),
  description: Text,
  proofTypes: Type.Array(oneOf(['url', 'screenshot', 'text']), { minItems: 1, uniqueItems: true }),
  policy: Policy,
  policyBasis: PolicyBasis,
  policyNote: Text,
  policySources: Type.Array(Slug, { minItems: 1, uniqueItems: true }),
  askAllowed: Type.Boolean({ description: 'Whether the business may ask for it without offering a reward' }),
  rewardable: Type.Boolean({ description: 'Whether it can be rewarded under the strict default policy' }),
  rewardableNote: Type.Optional(
    Type.String({ description: 'Why it is disabled even though the policy allows it' }),
  ),
  verifiability: Verifiability,
  publicCheck: PublicCheck,
  publicCheckSources: Type.Array(Slug, {
    uniqueItems: true,
    description: "The platform's terms behind publicCheck; empty if none were published",
  }),
  verificationHint: Text,
  valueMethod: oneOf([
    'media-equivalent',
    'engagement-price',
    'click-price',
    'follower-year',
    'creator-floor',
    'asset-floor',
    'acquisition-cost',
    'review-uplift',
    'subscriber-cost',
    'paid-time',
    'none-published',
  ]),
  valueBasis: Type.String({
    minLength: 1,
    description: 'The formula and its inputs, each with its [source]',
  }),
  valueConfidence: oneOf(['none', 'low', 'medium', 'high']),
  valueRange: Type.Object(
    { low: nullable(Money), high: nullable(Money), basis: nullable(Text) },
    { ...closed, description: 'Other published figures for the same metric' },
  ),
  assetValue: nullable(Money),
  referenceAudience: nullable(Text),
  recompute: nullable(Text),
  suggestedReward: nullable(SuggestedReward),
};

export const stale = Type.Optional(
  Type.Boolean({
    description: 'Present if the figure is older than 24 months; the planner gives it less weight',
  }),
);

/** The name of an action in the words of its customers. */
export const Task = Type.String({
  description: 'The name, with {shop} where it names the business: Mention {shop} in your Story',
});

/** An action as returned to clients. `sources` lists all its sources: of the value, the range and the policy. */
export const Action = Type.Object(
  {
    ...actionFields,
    task: Task,
    valueYear: Type.Integer({ description: "The year of the value's oldest source" }),
    stale,
    sources: Type.Array(Slug, { uniqueItems: true }),
  },
  { $id: 'Action' },
);
export type Action = Static<typeof Action>;

export const pagination = Type.Object({
  page: Type.Integer(),
  perPage: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
  next: nullable(Type.String()),
  previous: nullable(Type.String()),
});

/** The data of GET /actions. `sources` lists the sources of the page. */
export const Actions = Type.Object(
  { items: Type.Array(Action), pagination, sources: Type.Array(Source) },
  { $id: 'Actions' },
);
export type Actions = Static<typeof Actions>;

export const Jurisdiction = oneOf(['us', 'uk', 'eu']);
export type Jurisdiction = Static<typeof Jurisdiction>;

/** A source as cited in a warning. Warnings stored before version 0.2 have no days. */
export const Citation = Type.Object({
  ...Type.Pick(Source, ['id', 'title', 'publisher', 'year', 'url']).properties,
  checkedAt: Type.Optional(Source.properties.checkedAt),
  staleAfter: Type.Optional(Source.properties.staleAfter),
});
export type Citation = Static<typeof Citation>;

/** A permitted alternative to reward. */
export const Alternative = Type.Object({
  actionId: Slug,
  platform: Slug,
  type: ActionType,
  name: Text,
  policy: Policy,
});
export type Alternative = Static<typeof Alternative>;

const WARNING_CODES = [
  'unknownPlatform',
  'unknownActionType',
  'policyForbidden',
  'policyDisclose',
  'actionSwitchedOff',
  'hashtagsTraded',
] as const;

/** A warning for a campaign's owner; `source` is null if no published rule is behind it. */
export const Warning = Type.Object({
  code: oneOf(WARNING_CODES),
  message: Type.String(),
  source: nullable(Citation),
  alternative: Type.Optional(Alternative),
});
export type Warning = Static<typeof Warning>;
