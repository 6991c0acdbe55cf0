import { type Static, Type } from '@sinclair/typebox';
import { FigureMatch, figureDetails } from './benchmark-model.ts';
import {
  ActionType,
  actionFields,
  closed,
  day,
  Jurisdiction,
  Money,
  nullable,
  oneOf,
  Policy,
  PolicyBasis,
  Slug,
  Source,
  Text,
  Year,
} from './model.ts';
import { Plan } from './plan-model.ts';
import { PlatformTermsFile } from './platform-terms-model.ts';

/*
 * The schemas of the files in seed/. Objects are closed where a misspelled field would go unnoticed; parts that are
 * only displayed stay open. Units are the same as in model.ts.
 */

const SourceIds = Type.Array(Slug, { uniqueItems: true });
const Day = day('A calendar day');

/** A record of seed/actions.json. */
export const SeedAction = Type.Object(
  { ...actionFields, valueSources: Type.Array(Slug, { minItems: 1, uniqueItems: true }) },
  closed,
);
export type SeedAction = Static<typeof SeedAction>;

const SeedFigure = Type.Object(
  {
    value: Type.Optional(Type.Number()),
    unit: Text,
    source: Slug,
    year: Year,
    match: FigureMatch,
    ...figureDetails,
  },
  closed,
);
export type SeedFigure = Static<typeof SeedFigure>;

export const METRICS = ['engagementRate', 'postsPerWeek', 'ctr', 'cpc', 'cvr', 'cpl', 'cpm'] as const;
const SeedMetrics = Type.Record(oneOf(METRICS), nullable(SeedFigure), closed);
const Figures = Type.Record(Slug, SeedFigure);

const SeedIndustry = Type.Object(
  {
    id: Slug,
    name: Text,
    aliases: Type.Array(Text),
    platforms: Type.Record(Slug, SeedMetrics),
    facebookLeads: nullable(Figures),
    ecommerceAds: nullable(Type.Intersect([Type.Object({ scope: Text }), Type.Record(Slug, Type.Unknown())])),
    referral: nullable(Figures),
    more: Type.Optional(nullable(Figures)),
    acquisitionCost: nullable(SeedFigure),
  },
  closed,
);
export type SeedIndustry = Static<typeof SeedIndustry>;

/** seed/benchmarks.json. */
const BenchmarksFile = Type.Object({
  asOf: Day,
  currency: Type.Literal('USD'),
  units: Text,
  market: Text,
  metrics: Type.Array(Text),
  definitions: Type.Array(Text),
  industries: Type.Array(SeedIndustry),
});

const PriceFigure = Type.Object({
  value: nullable(Type.Number()),
  unit: Text,
  low: nullable(Type.Number()),
  high: nullable(Type.Number()),
  source: Slug,
  year: Year,
  derived: Type.Boolean(),
  note: nullable(Text),
});
const PriceBand = Type.Object({ low: Money, high: Money }, closed);
const TypePrices = Type.Object(
  {
    actions: Type.Integer({ minimum: 1 }),
    rewardable: Type.Integer({ minimum: 0 }),
    value: Type.Object({ low: Money, median: Money, high: Money }, closed),
    suggestedReward: nullable(PriceBand),
    sources: SourceIds,
  },
  closed,
);
const CreatorTier = oneOf(['nano', 'micro', 'mid', 'macro', 'mega']);
const CreatorRates = Type.Partial(Type.Record(CreatorTier, PriceFigure, closed));

const PlatformPrices = Type.Object(
  {
    cpm: nullable(PriceFigure),
    cpc: nullable(PriceFigure),
    costPerEngagement: nullable(PriceFigure),
    costPerView: Type.Optional(PriceFigure),
    costPerSubscriber: Type.Optional(PriceFigure),
    costPerLead: nullable(PriceFigure),
    costPerPurchase: nullable(PriceFigure),
    creatorRates: nullable(CreatorRates),
    types: Type.Record(ActionType, nullable(TypePrices)),
    note: Type.Optional(Text),
  },
  closed,
);

/** seed/pricing.json. */
const PricingFile = Type.Object({
  asOf: Day,
  currency: Type.Literal('USD'),
  rewardRule: Type.Object({ text: Text, derivedFrom: Text }),
  platforms: Type.Record(Slug, PlatformPrices),
  creatorTiers: Type.Object(
    {
      basis: Text,
      /** Ascending without gaps; followers from `from` up to, but not including, `below`. */
      bands: Type.Array(
        Type.Object(
          { id: CreatorTier, from: Type.Integer({ minimum: 1 }), below: nullable(Type.Integer()) },
          closed,
        ),
        { minItems: 1 },
      ),
    },
    closed,
  ),
  timePrice: Type.Object({
    perHour: PriceFigure,
    byEffort: Type.Array(Type.Object({ effort: Type.Integer(), typicalMinutes: Type.Number(), cost: Money })),
    note: Text,
  }),
});

export const LegalRule = Type.Object(
  {
    id: Slug,
    title: Text,
    summary: Text,
    requires: Type.Array(Text),
    appliesTo: Type.Array(ActionType),
    inForceFrom: nullable(Day),
    penalty: nullable(Text),
    sources: Type.Array(Slug, { minItems: 1 }),
    confidence: oneOf(['low', 'medium', 'high']),
    note: nullable(Text),
  },
  closed,
);
export type LegalRule = Static<typeof LegalRule>;

export const MatrixCell = Type.Object(
  {
    status: Policy,
    mixed: Type.Boolean(),
    basis: PolicyBasis,
    exceptions: Type.Array(Type.Object({ action: Slug, status: Policy }, closed)),
    note: Text,
    sources: Type.Array(Slug, { minItems: 1 }),
  },
  closed,
);

const PlatformLaw = Type.Object(
  {
    summary: Text,
    askingWithoutRewardAllowed: Type.Boolean(),
    matrix: Type.Record(ActionType, MatrixCell),
    warnings: Type.Array(Text),
    sources: Type.Array(Slug, { minItems: 1 }),
  },
  closed,
);

export const Notice = Type.Object(
  { id: Slug, channel: Text, text: Text, platforms: Type.Array(Slug), types: Type.Array(ActionType) },
  closed,
);

/** A default text that the operator may replace. */
export const LegalText = Type.Object(
  {
    title: Text,
    isTemplate: Type.Boolean(),
    note: Text,
    sections: Type.Array(Type.Object({ heading: Text, text: Text }, closed), { minItems: 1 }),
  },
  closed,
);

/** seed/legal.json. `alternatives` maps an action that must not be rewarded to one that may. */
const LegalFile = Type.Object({
  asOf: Day,
  disclaimer: Text,
  matrixRule: Text,
  terms: LegalText,
  privacy: LegalText,
  jurisdictions: Type.Array(
    Type.Object({ id: Jurisdiction, name: Text, disclosureRule: Slug, rules: Type.Array(LegalRule) }, closed),
  ),
  platforms: Type.Record(Slug, PlatformLaw),
  otherPlatforms: Type.Record(
    Slug,
    Type.Object({ summary: nullable(Text), sources: SourceIds, status: nullable(Text) }, closed),
  ),
  disclosureTemplates: Type.Array(Notice),
  disclosureBasis: SourceIds,
  disclosureHashtags: Type.Object(
    {
      tags: Type.Array(Type.String({ pattern: '^[^\\sA-Z#]+$' })),
      basis: Text,
      sources: Type.Optional(SourceIds),
    },
    closed,
  ),
  neutralReviewRequest: Type.Object(
    {
      text: Text,
      usableOn: Type.Array(Slug),
      notOn: Type.Array(Slug),
      reward: Type.Null(),
      sources: SourceIds,
    },
    closed,
  ),
  safeDefaults: Type.Array(Type.Object({ id: Slug, rule: Text }, closed)),
  alternatives: Type.Record(Slug, Slug),
  typeAlternatives: Type.Record(ActionType, Slug),
  alternativesBasis: Text,
});

/**
 * seed/action-aliases.json. `platforms`: aliases of the 15 platforms. `actionTypes`: common words; `type` is the
 * general meaning, `actions` the meaning per platform.
 */
const AliasesFile = Type.Object(
  {
    platforms: Type.Record(Slug, Slug),
    actionTypes: Type.Record(
      Slug,
      Type.Object(
        {
          type: ActionType,
          actions: Type.Record(Slug, Type.Array(Slug, { minItems: 1, uniqueItems: true })),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** seed/industry-synonyms.json: common word → industry id. */
const SynonymsFile = Type.Record(Slug, Slug);

/** The schema of each file by its name in ReferenceData. */
export const SEED_FILES = {
  actions: Type.Array(SeedAction),
  benchmarks: BenchmarksFile,
  pricing: PricingFile,
  legal: LegalFile,
  sources: Type.Array(Source),
  platformTerms: PlatformTermsFile,
  aliases: AliasesFile,
  synonyms: SynonymsFile,
  plans: Type.Array(Plan),
} as const;

/** All reference data, validated. */
export type ReferenceData = {
  -readonly [File in keyof typeof SEED_FILES]: Static<(typeof SEED_FILES)[File]>;
};

/** Records a problem unless the condition holds. `where` names the file and record. */
export type Check = (holds: boolean, where: string, problem: string) => void;
