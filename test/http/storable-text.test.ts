import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type ListedOperation,
  type Parameter,
  resolveReference,
} from '../../src/describe/openapi/document.ts';
import { CAMPAIGN } from '../support/accounts.ts';
import { createAdmin, type Fixtures, pictureForm, seedFixtures } from '../support/fixtures.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import { type CallOptions, createTestApp, type TestApp, type TestResponse } from '../support/test-app.ts';

/**
 * Not every database stores U+0000, so no route lets it pass: in a body or a query it is a validation error that names
 * the field, and in a path there is no such record.
 */
const { contract, operations: OPERATIONS, fillPath, listExampleBodies } = await readDescribedRoutes();
const NUL = 'a\u0000b';

let ctx: TestApp;
let own: Fixtures;
let admin: string;

beforeAll(async () => {
  ctx = await createTestApp();
  own = await seedFixtures(ctx);
  admin = await createAdmin(ctx);
});
afterAll(() => ctx.close());

function callerFor({ operation }: ListedOperation): CallOptions {
  const isSigned = (operation.parameters ?? []).some(
    parameter => '$ref' in parameter && /\/(Webhook|Shopify)Signature$/.test(parameter.$ref),
  );
  if (operation['x-access'] === 'public') return { isSigned };
  return { as: operation['x-access'] === 'admin' ? admin : own.owner };
}

/** Lists copies of a value in which one of its strings contains U+0000, each with the name of the field. */
function withNul(value: unknown, field = ''): [field: string, value: unknown][] {
  if (typeof value === 'string') return [[field, `${value}${NUL}`]];
  if (typeof value !== 'object' || value === null) return [];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([name, item]) =>
    withNul(item, field === '' ? name : `${field}.${name}`).map(([path, changed]): [string, unknown] => [
      path,
      isArray ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ]),
  );
}

function expectRejected({ status, error }: TestResponse, field: string): void {
  expect([status, error?.code, error?.details?.map(detail => detail.rule)]).toEqual([
    400,
    'VALIDATION_ERROR',
    ['format'],
  ]);
  // A free-form object is named as a whole.
  const named = error.details?.[0]?.field as string;
  expect(field === named || field.startsWith(`${named}.`)).toBe(true);
}

describe('U+0000', () => {
  const bodies = OPERATIONS.flatMap(listed =>
    listExampleBodies(listed).flatMap(({ name, value }) =>
      withNul(value)
        // Another action has another body.
        .filter(([field]) => field !== 'action')
        .map(([field, body]) => [listed.operation.operationId, name, field, listed, body] as const),
    ),
  );

  test('every route with text in its body is covered', () => {
    expect(bodies.length).toBeGreaterThan(120);
  });

  test.each(bodies)('%s (%s) rejects it in the field %s', async (_id, _name, field, listed, body) => {
    expectRejected(await ctx.call(listed.method, fillPath(listed, own), body, callerFor(listed)), field);
  });

  const queries = OPERATIONS.flatMap(listed =>
    (listed.operation.parameters ?? []).flatMap(given => {
      const { name, in: place } = resolveReference<Parameter>(contract.document, given);
      return place === 'query' ? [[listed.operation.operationId, name, listed] as const] : [];
    }),
  );

  test.each(queries)('%s rejects it in the query parameter %s', async (_, name, listed) => {
    const path = `${fillPath(listed, own)}?${name}=${encodeURIComponent(NUL)}`;
    const raw = listed.operation.requestBody ? pictureForm() : undefined;
    expectRejected(await ctx.call(listed.method, path, undefined, { ...callerFor(listed), raw }), name);
  });

  const paths = OPERATIONS.filter(({ path }) => path.includes('{'));

  test.each(paths.map(listed => [listed.operation.operationId, listed] as const))(
    '%s finds no record whose ID contains it',
    async (_, listed) => {
      const path = listed.path.slice('/api/v1'.length).replaceAll(/\{\w+\}/g, encodeURIComponent(NUL));
      const [body] = listExampleBodies(listed);
      const { status, error } = await ctx.call(listed.method, path, body?.value, callerFor(listed));
      expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test('stored headers accept only visible ASCII characters', async () => {
    const response = await ctx.call('POST', '/campaigns', CAMPAIGN, {
      as: own.owner,
      headers: { 'idempotency-key': 'é' },
    });
    expect(response.error.details?.[0]).toMatchObject({ field: 'Idempotency-Key', rule: 'pattern' });
    const { headers } = await ctx.call('GET', '/health', undefined, {
      headers: { 'x-request-id': 'é'.repeat(8) },
    });
    expect(headers.get('x-request-id')).toStartWith('req_');
  });
});
