import { describe, expect, test } from 'bun:test';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp } from '../support/test-app.ts';

describe('where an object belongs', () => {
  const others: [string, unknown][] = [
    ['true', true],
    ['a word', 'x'],
    ['a number', 7],
    ['a list', [1]],
    ['nothing', null],
  ];
  test.each(others)('%s is refused, and not taken for an empty one', async (_, value) => {
    const stage = await createTestApp();
    const { token } = await createBusiness(stage);
    for (const field of ['limits', 'requirements', 'reviewPolicy', 'disclosure', 'reward']) {
      const answer = await stage.call('POST', '/campaigns', { ...CAMPAIGN, [field]: value }, { as: token });
      expect([answer.status, answer.error?.details]).toEqual([
        400,
        [{ field, issue: 'must be an object', rule: 'type' }],
      ]);
    }
    await stage.close();
  });
});
