import { type Clock, getYear, nowIso } from '../platform/clock.ts';
import { isOldFigure, isStale } from './freshness.ts';
import type { ReferenceLibrary } from './library.ts';
import type { Source } from './model.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The parts of the reference data that must be read again, or that count less because of their age. */
interface Outdated {
  /** IDs of sources that must be read again. */
  staleSources: string[];
  /** Benchmark figures older than 24 months, such as `restaurants-food/facebook/ctr`. */
  oldFigures: string[];
  /** IDs of actions whose value rests on a figure older than 24 months. */
  oldActions: string[];
}

/** Lists the IDs of documents of the platforms that must be read again. */
export function listStaleRules({ data }: ReferenceLibrary, clock: Clock): string[] {
  return listStale(data.platformTerms.sources, clock);
}

function listStale(sources: readonly Source[], clock: Clock): string[] {
  const today = nowIso(clock).slice(0, DAY_LENGTH);
  return sources.filter(source => isStale(source, today)).map(({ id }) => id);
}

/** Lists what is outdated at a time. */
export function listOutdated(library: ReferenceLibrary, clock: Clock): Outdated {
  const year = getYear(clock);
  const { data } = library;
  return {
    staleSources: listStale([...data.sources, ...data.platformTerms.sources], clock),
    oldFigures: library
      .benchmarks()
      .items.flatMap(({ industry, figures }) =>
        figures
          .filter(figure => isOldFigure(figure.year, year))
          .map(({ platform, metric }) => `${industry}/${platform}/${metric}`),
      ),
    oldActions: library
      .actions()
      .filter(({ valueYear }) => isOldFigure(valueYear, year))
      .map(({ id }) => id),
  };
}
