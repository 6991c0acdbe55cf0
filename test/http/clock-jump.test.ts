import { describe, expect, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { CAMPAIGN, createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const HOUR_MS = 3_600_000;
const LOGIN = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };

async function failLogins(ctx: TestApp, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await ctx.call('POST', '/auth', { ...LOGIN, password: 'guessed it wrong' });
}

describe('when the clock is set back by one hour', () => {
  test('a client is not blocked for an hour', async () => {
    const ctx = await createTestApp({ RATE_LIMIT: 'on' });
    for (let n = 0; n < TIER_LIMITS.strict; n++) await ctx.call('GET', '/auth');
    expect((await ctx.call('GET', '/auth')).status).toBe(429);
    ctx.clock.advance(-HOUR_MS);
    const response = await ctx.call('GET', '/auth');
    expect([response.status, response.headers.get('x-ratelimit-remaining')]).toEqual([
      401,
      String(TIER_LIMITS.strict - 1),
    ]);
    await ctx.close();
  });

  test('an account is not slowed down for an hour', async () => {
    const ctx = await createTestApp();
    await createBusiness(ctx);
    await failLogins(ctx, 12);
    expect((await ctx.call('POST', '/auth', LOGIN)).status).toBe(429);
    ctx.clock.advance(-HOUR_MS);
    expect((await ctx.call('POST', '/auth', LOGIN)).status).toBe(200);
    await ctx.close();
  });

  test('sessions stay valid', async () => {
    const ctx = await createTestApp();
    const { token } = await createBusiness(ctx);
    ctx.clock.advance(-HOUR_MS);
    expect((await ctx.call('POST', '/campaigns', CAMPAIGN, { as: token })).status).toBe(201);
    await ctx.close();
  });
});
