import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type ListedOperation,
  type Parameter,
  resolveReference,
  type Schema,
} from '../../src/describe/openapi/document.ts';
import { createAdmin, type Fixtures, seedFixtures } from '../support/fixtures.ts';
import { JSON_TYPE, readDescribedRoutes } from '../support/routes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Tests that run for every list of the OpenAPI document, so that a new list has cursors, periods and orders, too. */
const { contract, operations, fillPath } = await readDescribedRoutes();
const { document } = contract;

/** Lists in an order of their own: by rank, by name or by activity. */
const RANKED = [
  'listActions',
  'listBenchmarks',
  'listOpportunities',
  'listRecommendations',
  'listShops',
  'searchMembers',
];
const resolve = (schema: Schema | undefined): Schema => (schema ? resolveReference(document, schema) : {});

function getParameters({ operation }: ListedOperation): Map<string, Parameter> {
  const all = (operation.parameters ?? []).map(node => resolveReference<Parameter>(document, node));
  return new Map(
    all.filter(({ in: place }) => place === 'query').map(parameter => [parameter.name, parameter]),
  );
}

function getItem({ operation }: ListedOperation): Schema {
  const answer = resolveReference<{ content?: Record<string, { schema: Schema }> }>(
    document,
    operation.responses['200'] as never,
  );
  const data = resolve(resolve(answer.content?.[JSON_TYPE]?.schema).properties?.data);
  return resolve(data.properties?.items?.items);
}

const LISTS = operations.filter(listed => listed.method === 'GET' && getParameters(listed).has('perPage'));
const named = LISTS.map(listed => [listed.operation.operationId, listed] as const);
const ofRecords = named.filter(([id]) => !RANKED.includes(id));

let ctx: TestApp;
let own: Fixtures;
let admin: string;

beforeAll(async () => {
  ctx = await createTestApp();
  own = await seedFixtures(ctx);
  admin = await createAdmin(ctx);
});
afterAll(() => ctx.close());

async function ask(listed: ListedOperation, query: string) {
  const as = listed.operation['x-access'] === 'admin' ? admin : own.owner;
  const { status, error, data } = await ctx.call('GET', `${fillPath(listed, own)}?${query}`, undefined, {
    as,
  });
  return { status, details: error?.details, data };
}

describe('every list', () => {
  test('is known', () => {
    expect(LISTS.length).toBeGreaterThan(30);
    expect(RANKED.filter(id => !named.some(([name]) => name === id))).toEqual([]);
  });

  test.each(named)('%s has cursors', async (_, listed) => {
    expect([...getParameters(listed).keys()]).toEqual(
      expect.arrayContaining(['after', 'before', 'page', 'strict']),
    );
    for (const cursor of ['after', 'before']) {
      const unknown = await ask(listed, `${cursor}=none`);
      expect([unknown.status, unknown.details]).toMatchObject([400, [{ field: cursor, rule: 'unknown' }]]);
      const both = await ask(listed, `${cursor}=none&page=1`);
      expect([both.status, both.details]).toMatchObject([400, [{ field: 'page', rule: 'conflict' }]]);
    }
    const { data } = await ask(listed, 'perPage=1');
    expect(data.pagination).toMatchObject({ page: 1, previous: null });
    if (data.pagination.total < 2) return;
    const second = (await ask(listed, `perPage=1&after=${data.pagination.next}`)).data;
    expect(second.items).toEqual((await ask(listed, 'perPage=1&page=2')).data.items);
    const back = (await ask(listed, `perPage=1&before=${second.pagination.previous}`)).data;
    expect(back.items).toEqual(data.items);
  });

  test.each(named)('%s names an unknown parameter in strict mode', async (_, listed) => {
    expect((await ask(listed, 'shade=blue')).status).toBe(200);
    const { status, details } = await ask(listed, 'shade=blue&strict=true');
    expect([status, details]).toMatchObject([400, [{ field: 'shade', rule: 'unknown' }]]);
    expect((await ask(listed, 'strict=true')).status).toBe(200);
  });
});

describe('every list of records', () => {
  test.each(ofRecords)('%s takes a period and an order', async (_, listed) => {
    const parameters = getParameters(listed);
    expect([...parameters.keys()]).toEqual(expect.arrayContaining(['createdFrom', 'createdTo', 'sort']));
    expect(parameters.get('sort')?.schema.enum).toEqual(expect.arrayContaining(['createdAt', '-createdAt']));
    const [first, last] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
    const turned = await ask(listed, `createdFrom=${last}&createdTo=${first}`);
    expect([turned.status, turned.details]).toMatchObject([400, [{ field: 'createdTo', rule: 'conflict' }]]);
    expect((await ask(listed, `createdFrom=${first}&createdTo=${last}`)).data.items).toEqual([]);
    const newest = (await ask(listed, 'perPage=100')).data.items;
    const oldest = (await ask(listed, 'perPage=100&sort=createdAt')).data.items;
    expect(oldest).toEqual(newest.toReversed());
    expect((await ask(listed, `perPage=100&createdFrom=${last}`)).data.items).toEqual(newest);
  });

  const withState = named.flatMap(([id, listed]) => {
    const { properties = {} } = getItem(listed);
    return ['status', 'state'].flatMap(name => {
      const values = resolve(properties[name]).enum as string[] | undefined;
      return values ? [[id, name, values, listed] as const] : [];
    });
  });
  test.each(withState)('%s takes several values of %s', async (_, name, values, listed) => {
    const parameter = getParameters(listed).get(name);
    expect(parameter).toBeDefined();
    const two = values.slice(0, 2).join(',');
    expect((await ask(listed, `${name}=${two}`)).status).toBe(200);
    const unknown = await ask(listed, `${name}=${values[0]},none`);
    expect([unknown.status, unknown.details]).toMatchObject([400, [{ field: name, rule: 'enum' }]]);
  });
});
