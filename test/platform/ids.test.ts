import { expect, test } from 'bun:test';
import { createIds, getFirstId, ID_PREFIXES, type IdKind } from '../../src/platform/ids.ts';

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];

test('an id is a prefix, _, and a UUIDv7 in Crockford base32', () => {
  const ids = createIds({ now: () => Date.parse('2026-06-01T12:00:00Z') });
  for (const kind of KINDS)
    expect(ids.next(kind)).toMatch(new RegExp(`^${ID_PREFIXES[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
});

test('every kind has its documented, unique prefix', () => {
  const named = 'usr biz cmp sub rwd prg mem cbk prk ord trd inf evt whk dlv key con inv upl'.split(' ');
  for (const prefix of named) expect(Object.values(ID_PREFIXES) as string[]).toContain(prefix);
  expect(new Set(Object.values(ID_PREFIXES)).size).toBe(KINDS.length);
});

test('20,000 ids created in one millisecond are strictly increasing', () => {
  const ids = createIds({ now: () => 1_780_000_000_000 });
  const made = Array.from({ length: 20_000 }, () => ids.next('order'));
  expect(made).toEqual([...made].sort());
  expect(new Set(made).size).toBe(made.length);
});

test('ids increase with time, even if the clock is set back', () => {
  let now = 1_780_000_000_000;
  const ids = createIds({ now: () => now });
  const made = [1, 5, 1_000, -3_600_000, 1, -1, 3_700_000].map(step => {
    now += step;
    return ids.next('event');
  });
  expect(made).toEqual([...made].sort());
});

test('the first id of a time is between the ids before it and those from it on', () => {
  for (const timeMs of [1, 255, 1_780_000_000_000, 1_780_000_000_257]) {
    const first = getFirstId('member', timeMs);
    expect(createIds({ now: () => timeMs - 1 }).next('member') < first).toBeTrue();
    expect(createIds({ now: () => timeMs }).next('member') > first).toBeTrue();
  }
});
