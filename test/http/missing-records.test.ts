import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ListedOperation } from '../../src/describe/openapi/document.ts';
import { type Fixtures, seedFixtures, withMissingIds } from '../support/fixtures.ts';
import { exampleForm, withLiveIds } from '../support/operation-fixture.ts';
import { JSON_TYPE, readDescribedRoutes } from '../support/routes.ts';
import { type CallOptions, createTestApp, type TestApp, type TestResponse } from '../support/test-app.ts';

/**
 * Tests what callers learn about records that are not theirs by each field of each body: a record of another business and an
 * absent one give the same response, which names the kind of record and the field. For paths, the access matrix does.
 */
const { operations, fillPath, listExampleBodies } = await readDescribedRoutes();

let ctx: TestApp;
let own: Fixtures;
let foreign: Fixtures;
let absent: Fixtures;
let callers: CallOptions[];
beforeAll(async () => {
  ctx = await createTestApp();
  own = await seedFixtures(ctx);
  foreign = await seedFixtures(ctx, 'Red Bowl');
  absent = withMissingIds(foreign);
  const { data } = await ctx.call('POST', '/api-keys', { name: 'A program' }, { as: own.owner });
  callers = [{ as: own.owner }, { as: own.customer }, { as: { apiKey: data.key } }];
});
afterAll(() => ctx.close());

async function ask(
  listed: ListedOperation,
  caller: CallOptions,
  path: Fixtures,
  body?: object,
): Promise<TestResponse> {
  const isForm = listed.operation.requestBody && !listed.operation.requestBody.content[JSON_TYPE];
  return ctx.call(listed.method, fillPath(listed, path), body, {
    ...caller,
    ...(isForm ? { raw: exampleForm(listed.operation.operationId, path) } : {}),
  });
}

function expectNamedRecord({ error }: TestResponse): void {
  expect(error?.message).toMatch(/^(API )?[a-zA-Z ]+ not found$/);
  const name = error?.message
    .replace(/ not found$/, '')
    .replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase());
  expect(error?.details).toEqual([
    {
      field: expect.stringMatching(/^(\w+\.)?\w+$/),
      issue: `must refer to an existing ${name}`,
      rule: 'unknown',
    },
  ]);
}

/** The fields of example bodies that name a record. */
const REFERENCES = operations.flatMap(listed =>
  listExampleBodies(listed).flatMap(({ name, value }) =>
    Object.keys(value)
      .filter(field => /Ids?$/.test(field) || field === 'id' || field === 'code')
      .map(field => [`${listed.operation.operationId} ${name} ${field}`, listed, name, field] as const),
  ),
);

describe('a record in the body', () => {
  test.each(REFERENCES)('%s', async (_, listed, name, field) => {
    const example = listExampleBodies(listed).find(body => body.name === name);
    const mine = await withLiveIds(example?.value ?? {}, name, ctx, own);
    const theirs: Record<string, unknown> = {
      ...(await withLiveIds(example?.value ?? {}, name, ctx, foreign)),
    };
    const unknown: Record<string, unknown> = {
      ...(await withLiveIds(example?.value ?? {}, name, ctx, absent)),
    };
    for (const caller of callers) {
      const missing = await ask(listed, caller, own, { ...mine, [field]: unknown[field] });
      const other = await ask(listed, caller, own, { ...mine, [field]: theirs[field] });
      if (missing.status === 404) expectNamedRecord(missing);
      if (other.status === 404) expect(other.body).toEqual(missing.body);
    }
  });
});

test.each([
  ['Campaign not found', 'id', 'GET', '/campaigns/cmp_none', undefined],
  [
    'Campaign not found',
    'campaignId',
    'POST',
    '/submissions',
    { campaignId: 'cmp_none', proofUrl: 'https://x.example/1' },
  ],
  [
    'Submission not found',
    'submissionId',
    'POST',
    '/submissions/review',
    { submissionId: 'sub_none', action: 'approve' },
  ],
  ['Reward not found', 'code', 'POST', '/rewards/redeem', { code: 'ABCDEFGH23' }],
  ['API key not found', 'id', 'DELETE', '/api-keys/key_none', undefined],
  ['Business not found', 'businessId', 'GET', '/business?businessId=biz_none', undefined],
  ['Shop not found', 'slug', 'GET', '/shops/nowhere', undefined],
] as const)('%s (%s): %s %s', async (message, field, method, path, body) => {
  const { status, error } = await ctx.call(method, path, body, { as: own.owner });
  expect([status, error?.message, error?.details?.[0]?.field]).toEqual([404, message, field]);
});

test('an unknown path is named, too', async () => {
  const { status, error } = await ctx.call('GET', '/nowhere', undefined, { as: own.owner });
  expect([status, error?.message]).toEqual([404, 'Route not found']);
  expect(error?.details?.[0]?.field).toBe('path');
});
