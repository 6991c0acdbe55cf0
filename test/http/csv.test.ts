import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Papa from 'papaparse';
import type { ListedOperation, ResponseObject } from '../../src/describe/openapi/document.ts';
import { createAdmin, type Fixtures, seedFixtures } from '../support/fixtures.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const { operations, fillPath } = await readDescribedRoutes();
const CSV = 'text/csv';
const LISTS = operations
  .filter(({ operation }) => !['readExportLink', 'getImportTemplate'].includes(operation.operationId))
  .filter(({ operation }) => CSV in ((operation.responses['200'] as ResponseObject)?.content ?? {}))
  .map(listed => [listed.operation.operationId, listed] as const);

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
  return await ctx.call('GET', `${fillPath(listed, own)}?${query}`, undefined, { as });
}

function parse(text: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

describe('every list', () => {
  test('is offered as CSV', () => {
    const lists = operations.filter(({ operation }) =>
      JSON.stringify(operation.parameters ?? []).includes('PerPage'),
    );
    expect(lists.length).toBeGreaterThan(30);
    expect(LISTS.map(([id]) => id)).toEqual(
      expect.arrayContaining(lists.map(({ operation }) => operation.operationId)),
    );
  });

  test.each(LISTS)('%s contains as CSV what it contains as JSON', async (_, listed) => {
    const { body, status, headers } = await ask(listed, 'format=csv&strict=true');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv;charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z][a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const { data } = await ask(listed, 'perPage=100');
    const rows = parse(body);
    expect(rows).toHaveLength(data.pagination.total);
    for (const [index, item] of data.items.entries())
      for (const [field, value] of Object.entries(item).filter(([, each]) => typeof each !== 'object')) {
        const shown = typeof value === 'string' ? value.replace(/^(?=[=+\-@])/, "'") : String(value);
        expect([field, rows[index]?.[field]]).toEqual([field, shown]);
      }
  });

  test.each(LISTS)('%s has the same columns without records', async (_, listed) => {
    const columns = (text: string) => text.split('\r\n')[0]?.split(',');
    const { body } = await ask(listed, 'format=csv');
    expect(columns(body)).toEqual([...new Set(columns(body))]);
    if (!JSON.stringify(listed.operation.parameters).includes('CreatedFrom')) return;
    const empty = await ask(listed, 'format=csv&createdFrom=2031-01-01T00:00:00Z');
    expect(empty.body).toBe(`${columns(body)?.join(',')}\r\n`);
  });

  test.each(LISTS)('%s rejects an unknown format and a page of a file', async (_, listed) => {
    const unknown = await ask(listed, 'format=xml');
    expect([unknown.status, unknown.error.details]).toMatchObject([
      400,
      [{ field: 'format', rule: 'enum', allowed: ['json', 'csv'] }],
    ]);
    const paged = await ask(listed, 'format=csv&perPage=5');
    expect([paged.status, paged.error.details]).toMatchObject([
      400,
      [{ field: 'perPage', rule: 'conflict' }],
    ]);
    expect((await ask(listed, 'format=json&perPage=5')).data.items).toBeArray();
  });
});
