import { expect, test } from 'bun:test';
import { readAll, toCsv } from '../../src/dashboard/data/csv.ts';
import { toInfluencerRows } from '../../src/dashboard/pages/business/influencer-labels.ts';
import { readCsv } from '../../src/influencers/csv.ts';
import type { Influencer } from '../../src/influencers/model.ts';

test('a table is written with quotes where they are needed', () => {
  const rows = [
    ['Campaign', 'Cost'],
    ['Cup, large', 4.5],
    ['He said "foam"', null],
    ['two\nlines', -3],
  ];
  expect(toCsv(rows)).toBe('Campaign,Cost\r\n"Cup, large",4.5\r\n"He said ""foam""",\r\n"two\nlines",-3\r\n');
});

test.each(['=1+1', '+1', '-1', '@sum', "'=1"])('a spreadsheet does not execute %p', text => {
  expect(toCsv([[text]])).toBe(`'${text}\r\n`);
});

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
  const { rows, problems, ignored } = readCsv(toCsv(toInfluencerRows([influencer])));
  expect([problems, ignored]).toEqual([[], []]);
  const { id, businessId, suggestedPrices, createdAt, ...fields } = influencer;
  expect(rows[0]?.fields).toEqual(fields);
});

test('an export reads all pages of a list', async () => {
  const read = ({ page }: { page: number }) =>
    Promise.resolve({ items: [`item of page ${page}`], pagination: { totalPages: 3 } });
  expect(await readAll(read)).toEqual(['item of page 1', 'item of page 2', 'item of page 3']);
});
