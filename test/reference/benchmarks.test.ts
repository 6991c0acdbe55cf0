import { describe, expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import { loadReference } from '../../seed/load.ts';
import { BenchmarkLookup } from '../../src/library/benchmark-model.ts';
import { createLibrary } from '../../src/library/library.ts';

const { data } = loadReference();
const { benchmarks } = createLibrary(data);

describe('benchmarks', () => {
  test('a request without an industry returns all twenty industries, each figure with its source', () => {
    const all = benchmarks();
    expect([...Value.Errors(BenchmarkLookup, all)]).toEqual([]);
    expect(all.items).toHaveLength(20);
    expect(all.match).toBeNull();
    const known = new Set(all.sources.map(source => source.id));
    const figures = all.items.flatMap(item => item.figures);
    for (const figure of figures) expect(known).toContain(figure.sourceId);
    // The validator counts the same figures in the file, the bands without a middle aside.
    expect(figures.filter(figure => figure.value !== null)).toHaveLength(340);
  });

  test('figures have platform, metric, value, unit, year, source and match', () => {
    const [item] = benchmarks('restaurants-food').items;
    expect(
      item!.figures.find(({ platform, metric }) => platform === 'instagram' && metric === 'engagementRate'),
    ).toMatchObject({
      value: data.benchmarks.industries[1]!.platforms.instagram!.engagementRate!.value!,
      unit: 'fraction of followers per post',
      year: 2025,
      sourceId: 'rivaliq-2025',
    });
    expect(item!.figures.find(({ metric }) => metric === 'acquisitionCost')).toMatchObject({
      platform: 'all',
      value: null,
      low: 15,
      high: 45,
    });
    expect(item!.figures.find(({ metric }) => metric === 'purchaseRate')).toMatchObject({
      platform: 'all',
      scope: 'all ad channels together',
    });
  });

  const asked: [string, string, string][] = [
    ['restaurants-food', 'restaurants-food', 'exact'],
    ['Restaurants and food', 'restaurants-food', 'exact'],
    ['all', 'all', 'exact'],
    ['cafe', 'restaurants-food', 'synonym'],
    ['Cafés', 'restaurants-food', 'synonym'],
    ['Coffee Shop', 'restaurants-food', 'synonym'],
    ['bakery', 'restaurants-food', 'synonym'],
    ['Best Italian restaurants', 'restaurants-food', 'synonym'],
    ['salon', 'beauty-personal-care', 'synonym'],
    ['barber', 'beauty-personal-care', 'synonym'],
    ['gym', 'health-fitness', 'synonym'],
    ['pet shop', 'animals-pets', 'synonym'],
    ['shop', 'retail-shopping', 'synonym'],
    ['law school', 'education', 'synonym'],
    ['Law firm', 'legal', 'synonym'],
    ['blockchain', 'all', 'fallback'],
    ['constructor', 'all', 'fallback'],
    ['???', 'all', 'fallback'],
  ];
  for (const [words, industry, kind] of asked) {
    test(`"${words}" resolves to ${industry} (${kind})`, () => {
      const { items, match } = benchmarks(words);
      expect(items.map(item => item.industry)).toEqual([industry]);
      expect(match).toMatchObject({ asked: words, industry, kind } as object);
    });
  }

  test('an unknown industry returns the overall figures with a message', () => {
    expect(benchmarks('blockchain').match!.message).toBe(
      '"blockchain" is not a known industry; showing the overall figures.',
    );
  });

  test('every synonym resolves to its industry', () => {
    for (const [word, industry] of Object.entries(data.synonyms))
      expect(benchmarks(word).match).toMatchObject({ industry });
  });

  test('an industry returns only the sources that it cites', () => {
    const { items, sources } = benchmarks('dental');
    const cited = new Set(
      items[0]!.figures.flatMap(figure => [figure.sourceId, figure.highSource ?? figure.sourceId]),
    );
    expect(new Set(sources.map(source => source.id))).toEqual(cited);
  });
});
