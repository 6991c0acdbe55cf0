import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { VALIDATION_RULES, type ValidationRule } from '../../src/errors.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const YESTERDAY = '2026-05-31T12:00:00.000Z';
const REWARD = { type: 'fixed', value: 5 };

interface Case {
  path: string;
  body: unknown;
  field: string;
  limit?: number | string;
  allowed?: unknown[];
}

const campaign = (fields: object) => ({ path: '/campaigns', body: { ...CAMPAIGN, ...fields } });
const program = (rewards: object) => ({ path: '/programs', body: { name: 'Regulars', rewards } });

/** One request for each rule; `future` needs a clock. */
const CASES: Record<Exclude<ValidationRule, 'future'>, Case> = {
  required: { ...campaign({ name: undefined }), field: 'name' },
  type: { ...campaign({ name: 5 }), field: 'name' },
  enum: {
    ...campaign({ reward: { type: 'points', value: 5 } }),
    field: 'reward.type',
    allowed: ['percentage', 'fixed', 'item'],
  },
  format: { ...campaign({ endsAt: 'tomorrow' }), field: 'endsAt' },
  pattern: { ...campaign({ name: 'two\nlines' }), field: 'name' },
  minLength: { ...campaign({ name: '' }), field: 'name', limit: 1 },
  maxLength: { ...campaign({ name: 'x'.repeat(201) }), field: 'name', limit: 200 },
  minItems: { path: '/webhooks', body: { url: 'https://a.example/', events: [] }, field: 'events', limit: 1 },
  maxItems: {
    ...campaign({ requirements: { hashtags: Array.from({ length: 31 }, (_, n) => `#tag${n}`) } }),
    field: 'requirements.hashtags',
    limit: 30,
  },
  minimum: { ...campaign({ reward: { ...REWARD, value: 0 } }), field: 'reward.value', limit: 0.01 },
  maximum: {
    ...campaign({ reward: { type: 'percentage', value: 101 } }),
    field: 'reward.value',
    limit: 100,
  },
  unique: {
    ...program({
      tiers: [
        { name: 'Gold', threshold: 1 },
        { name: 'Gold', threshold: 2 },
      ],
    }),
    field: 'rewards.tiers',
  },
  unknown: { ...campaign({ actionId: 'instagram-nothing' }), field: 'actionId' },
  conflict: { ...campaign({ reward: { ...REWARD, maxAmount: 5 } }), field: 'reward.maxAmount' },
};

describe('a validation error', () => {
  let ctx: TestApp;
  let owner: string;
  beforeAll(async () => {
    ctx = await createTestApp();
    owner = (await createBusiness(ctx)).token;
  });
  afterAll(() => ctx.close());

  test.each(Object.entries(CASES))(
    'a validation error has the rule %s',
    async (rule, { path, body, field, ...bound }) => {
      const { status, error } = await ctx.call('POST', path, body, { as: owner });
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      const detail = error.details?.find(each => each.field === field);
      expect(detail as object).toEqual({ field, issue: expect.any(String), rule, ...bound });
    },
  );

  test('a validation error has the rule future, with the time of the request', async () => {
    const { error } = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, endsAt: YESTERDAY }, { as: owner });
    const now = new Date(ctx.clock.now()).toISOString();
    expect(error.details).toEqual([
      { field: 'endsAt', issue: 'must be in the future', rule: 'future', limit: now },
    ]);
  });

  test('a validation error has a rule for each keyword that the OpenAPI document uses', async () => {
    const { components } = (await ctx.call('GET', '/docs')).body;
    const unsupported = /"(exclusiveMaximum|minProperties|maxProperties|minContains|maxContains)":\d/g;
    expect(JSON.stringify(components).match(unsupported)).toBeNull();
  });

  test('a validation error has the smallest order value that earns a cent as the minimum', async () => {
    const cashback = { type: 'percentage', value: 0.3 };
    const { data } = await ctx.call('POST', '/programs', program({ cashback }).body, { as: owner });
    await ctx.call('POST', `/programs/${data.id}/members`, { memberId: 'till-1' }, { as: owner });
    const path = `/programs/${data.id}/cashback`;
    const earn = (orderValue: number) =>
      ctx.call('POST', path, { memberId: 'till-1', orderValue }, { as: owner });
    const { error } = await earn(3.33);
    expect(error.details).toMatchObject([{ field: 'orderValue', rule: 'minimum', limit: 3.34 }]);
    expect((await earn(3.34)).status).toBe(201);
  });
});

test('every rule has a description for the OpenAPI document and the guide', () => {
  for (const { about } of Object.values(VALIDATION_RULES)) expect(about).toMatch(/^The .*[^.]$/);
});
