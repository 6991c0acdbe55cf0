import { expect, test } from 'bun:test';
import { groupRewards } from '../../src/dashboard/pages/business/reward/reward-groups.ts';
import type { OpenReward } from '../../src/programs/members/model.ts';

function reward(id: string, day: number, fields: Partial<OpenReward> = {}): OpenReward {
  const expiresAt = `2026-03-0${day}T00:00:00.000Z`;
  return {
    id,
    source: 'submission',
    type: 'fixed',
    value: 5,
    name: null,
    expiresAt,
    ...fields,
  } as OpenReward;
}

test('Equal rewards are one group, and what expires first comes first', () => {
  const groups = groupRewards([
    reward('late', 9),
    reward('coffee', 3, { type: 'item', name: 'Coffee', source: 'goal' }),
    reward('early', 2),
    reward('bought', 5, { source: 'shop' }),
  ]);
  expect(groups.map(group => group.map(({ id }) => id))).toEqual([['early', 'late'], ['coffee'], ['bought']]);
});
