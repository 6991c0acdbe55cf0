import { expect, test } from 'bun:test';
import { readAll } from '../../src/dashboard/data/csv.ts';
import { toInfluencerRows } from '../../src/dashboard/pages/business/influencer/influencer-labels.ts';
import { readCsv } from '../../src/influencers/csv.ts';
import type { Influencer } from '../../src/influencers/model.ts';
import { formatCsvRow } from '../../src/platform/csv.ts';

test('the page exports influencers in the format that the import reads', () => {
  const influencer: Influencer = {
    id: 'inf_1',
    businessId: 'biz_1',
    name: '=Ada',
    email: 'ada@b.example',
    platforms: [
      { platform: 'x', handle: 'a;b%', followers: 7 },
      { platform: 'tiktok', handle: 'ada', followers: 900 },
    ],
    rateCard: [{ platform: 'x', format: 'post', price: 12.5, currency: 'USD', includes: [] }],
    suggestedPrices: [],
    niches: ['tea, coffee'],
    country: 'DE',
    engagementRate: 3.5,
    notes: 'Two\nlines',
    status: 'contacted',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const { rows, problems, ignored } = readCsv(toInfluencerRows([influencer]).map(formatCsvRow).join(''));
  expect([problems, ignored]).toEqual([[], []]);
  const { id, businessId, suggestedPrices, createdAt, ...fields } = influencer;
  expect(rows[0]?.fields).toEqual(fields);
});

test('an export has each record once that is there throughout, while others are created and deleted', async () => {
  const stable = Array.from({ length: 250 }, (_, index) => `m${String(index).padStart(3, '0')}`);
  let list = [...stable].reverse();
  let created = 0;
  const found = await readAll(async ({ after, perPage }) => {
    const start = after === undefined ? 0 : list.findIndex(name => name < after);
    const items = start < 0 ? [] : list.slice(start, start + perPage);
    const isLast = start < 0 || start + perPage >= list.length;
    // Between two pages, three are created, and those of the last page deleted.
    list = [
      ...['x', 'y', 'z'].map(name => `${name}${created++}`),
      ...list.filter(name => !items.includes(name) || stable.includes(name)),
    ];
    return { items, pagination: { next: isLast ? null : (items.at(-1) ?? null) } };
  });
  expect(found.filter(name => stable.includes(name))).toEqual([...stable].reverse());
  expect(new Set(found).size).toBe(found.length);
});
