import { describe, expect, test } from 'bun:test';
import { CAMPAIGN, shop } from '../support/people.ts';
import { world } from '../support/world.ts';

describe('where an object belongs', () => {
  const others: [string, unknown][] = [
    ['true', true],
    ['a word', 'x'],
    ['a number', 7],
    ['a list', [1]],
    ['nothing', null],
  ];
  test.each(others)('%s is refused, and not taken for an empty one', async (_, value) => {
    const stage = await world();
    const { token } = await shop(stage);
    for (const field of ['limits', 'requirements', 'reviewPolicy', 'disclosure', 'reward']) {
      const answer = await stage.call('POST', '/campaigns', { ...CAMPAIGN, [field]: value }, { as: token });
      expect([answer.status, answer.error?.details]).toEqual([400, [{ field, issue: 'must be an object' }]]);
    }
    await stage.close();
  });
});
