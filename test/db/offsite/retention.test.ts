import { expect, test } from 'bun:test';
import type { Chain } from '../../../db/offsite/contents.ts';
import { chooseKept } from '../../../db/offsite/retention.ts';
import { DAY_MS, iso } from '../../../src/platform/clock.ts';

const chainAt = (at: string): Chain => ({ backup: { key: at, chain: at, at, bytes: 1 }, changes: [] });
const days = (kept: Set<Chain>) => [...kept].map(({ backup }) => backup.at.slice(0, 10));

test('of daily backups of a year, 7 days are kept whole, and one backup of 4 weeks and 12 months each', () => {
  const chains = Array.from({ length: 400 }, (_, age) =>
    chainAt(iso(Date.parse('2026-06-18T03:00:00.000Z') - age * DAY_MS)),
  );
  const { whole, backupOnly } = chooseKept(chains, 7);
  expect(days(whole)).toEqual([
    ...['2026-06-18', '2026-06-17', '2026-06-16', '2026-06-15', '2026-06-14', '2026-06-13', '2026-06-12'],
  ]);
  // 2026-06-07 and 2026-05-31 are Sundays; the rest are last days of months.
  expect(days(backupOnly)).toEqual([
    ...['2026-06-07', '2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
    ...['2025-11-30', '2025-10-31', '2025-09-30', '2025-08-31', '2025-07-31'],
  ]);
});

test('after a pause of a year, the newest backups are kept, not the newest dates', () => {
  const chains = ['2026-06-18', '2025-06-02', '2025-06-01'].map(day => chainAt(`${day}T03:00:00.000Z`));
  expect(days(chooseKept(chains, 2).whole)).toEqual(['2026-06-18', '2025-06-02']);
  expect(days(chooseKept(chains, 1).whole)).toEqual(['2026-06-18']);
  expect(chooseKept([], 7)).toEqual({ whole: new Set(), backupOnly: new Set() });
});

test('every chain of a day is kept whole while the day is', () => {
  const chains = ['2026-06-18T20:00:00.000Z', '2026-06-18T03:00:00.000Z'].map(chainAt);
  expect(chooseKept(chains, 1).whole).toEqual(new Set(chains));
});
