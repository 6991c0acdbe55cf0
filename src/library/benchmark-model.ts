import { type Static, Type } from '@sinclair/typebox';
import { Money, nullable, oneOf, pagination, Slug, Source, stale, Text, Year } from './model.ts';

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
    stale,
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
