import { type Static, type TLiteral, type TSchema, type TUnion, Type } from '@sinclair/typebox';

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
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Money = Type.Number({ minimum: 0, maximum: 1_000_000 });
export const Text = Type.String({ minLength: 1, maxLength: 2_000 });
export const Slug = Type.String({ pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$', maxLength: 80 });
export const Year = Type.Integer({ minimum: 1990, maximum: 2100 });

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
 * - `assisted`: the proof can be a public link, so that account, date and disclosure are checked automatically and a
 *   person confirms
 * - `manual`: a person must check a screenshot, text or list
 */
export const Verifiability = oneOf(
  ['auto', 'assisted', 'manual', 'unverifiable'],
  "auto: by the business's own records; assisted: a quick check of a public link; manual: by a person; unverifiable",
);
export type Verifiability = Static<typeof Verifiability>;

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

/** An action as returned to clients. `sources` lists all its sources: of the value, the range and the policy. */
export const Action = Type.Object(
  { ...actionFields, sources: Type.Array(Slug, { uniqueItems: true }) },
  { $id: 'Action' },
);
export type Action = Static<typeof Action>;

const pagination = Type.Object({
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

export const FigureMatch = oneOf(
  ['exact', 'closest', 'derived'],
  'exact: the source covers this industry; closest: the nearest industry; derived: computed, see derivation',
);

/** Details of a figure besides its value. */
export const figureDetails = {
  low: Type.Optional(Money),
  high: Type.Optional(Money),
  highSource: Type.Optional(Slug),
  campaign: Type.Optional(Text),
  group: Type.Optional(Text),
  derivation: Type.Optional(Text),
  doubt: Type.Optional(Text),
  note: Type.Optional(Text),
};

/** One published figure. `platform` is `all` if the source doesn't split by platform; `scope` then gives details. */
export const BenchmarkFigure = Type.Object(
  {
    platform: Slug,
    metric: Text,
    value: nullable(Type.Number()),
    unit: Text,
    year: Year,
    sourceId: Slug,
    match: FigureMatch,
    scope: Type.Optional(Text),
    ...figureDetails,
  },
  { $id: 'BenchmarkFigure' },
);
export type BenchmarkFigure = Static<typeof BenchmarkFigure>;

/**
 * This installation's own figures. Requires at least 20 approvals from at least 3 businesses, so that no business is
 * identifiable; otherwise null.
 */
export const ObservedFigures = Type.Object(
  {
    approvals: Type.Integer({ minimum: 0 }),
    businesses: Type.Integer({ minimum: 0 }),
    figures: Type.Array(
      Type.Object({
        platform: Slug,
        metric: Text,
        value: Type.Number(),
        unit: Text,
        sampleSize: Type.Integer(),
      }),
    ),
  },
  { $id: 'ObservedFigures' },
);
export type ObservedFigures = Static<typeof ObservedFigures>;

export const IndustryBenchmark = Type.Object(
  {
    industry: Slug,
    name: Text,
    figures: Type.Array(BenchmarkFigure),
    observed: nullable(ObservedFigures),
  },
  { $id: 'IndustryBenchmark' },
);
export type IndustryBenchmark = Static<typeof IndustryBenchmark>;

/** The interpretation of the requested industry. `fallback`: it is unknown, and the overall figures are returned. */
export const IndustryMatch = Type.Object(
  {
    asked: Type.String(),
    industry: Slug,
    kind: oneOf(['exact', 'synonym', 'fallback']),
    matched: nullable(Type.String({ description: 'The slug, name or synonym that matched' })),
    message: Text,
  },
  { $id: 'IndustryMatch' },
);
export type IndustryMatch = Static<typeof IndustryMatch>;

/** Benchmarks without paging, as the library returns them; `match` is null if no industry was requested. */
export const BenchmarkLookup = Type.Object({
  items: Type.Array(IndustryBenchmark),
  match: nullable(IndustryMatch),
  sources: Type.Array(Source),
});
export type BenchmarkLookup = Static<typeof BenchmarkLookup>;

/** The data of GET /benchmarks. */
export const Benchmarks = Type.Object({ ...BenchmarkLookup.properties, pagination }, { $id: 'Benchmarks' });
export type Benchmarks = Static<typeof Benchmarks>;

export const Jurisdiction = oneOf(['us', 'uk', 'eu']);
export type Jurisdiction = Static<typeof Jurisdiction>;

/** A source as cited in a warning. */
export const Citation = Type.Pick(Source, ['id', 'title', 'publisher', 'year', 'url']);
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

export const WARNING_CODES = [
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
