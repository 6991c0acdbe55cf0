import { describe, expect, test } from 'bun:test';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp } from '../support/test-app.ts';

describe('POST /campaigns', () => {
  const others: [string, unknown][] = [
    ['true', true],
    ['a string', 'x'],
    ['a number', 7],
    ['an array', [1]],
    ['null', null],
  ];
  test.each(others)('rejects %s instead of an object', async (_, value) => {
    const ctx = await createTestApp();
    const { token } = await createBusiness(ctx);
    for (const field of ['limits', 'requirements', 'reviewPolicy', 'disclosure', 'reward']) {
      const response = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, [field]: value }, { as: token });
      expect([response.status, response.error?.details]).toEqual([
        400,
        [{ field, issue: 'must be an object', rule: 'type' }],
      ]);
    }
    await ctx.close();
  });
});
