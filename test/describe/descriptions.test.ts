import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { listUndescribed } from '../../src/describe/openapi/descriptions/complete.ts';
import operations from '../../src/describe/openapi/descriptions/operations.json';
import schemas from '../../src/describe/openapi/descriptions/schemas.json';
import { listOperations, type OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

// Generating the whole description takes seconds on a shared machine.
setDefaultTimeout(60_000);

let ctx: TestApp;
let document: OpenApiDocument;

beforeAll(async () => {
  ctx = await createTestApp();
  document = (await ctx.call('GET', '/docs')).body;
});
afterAll(() => ctx.close());

describe('the texts of the API description', () => {
  /** Describe a field in its model, or by its name in src/describe/openapi/descriptions. */
  test('describe every operation, parameter, schema and field', () => {
    expect(listUndescribed(document)).toEqual([]);
  });

  test('a missing description is noticed', () => {
    const flawed = structuredClone(document);
    const [first] = listOperations(flawed);
    if (first) delete first.operation.description;
    delete flawed.components.schemas.Campaign?.properties?.state?.description;
    expect(listUndescribed(flawed)).toEqual([
      `operation ${first?.operation.operationId}`,
      'field Campaign.state',
    ]);
  });

  test('describe only operations and schemas that exist', () => {
    const ids = new Set(listOperations(document).map(({ operation }) => operation.operationId));
    expect(Object.keys(operations).filter(id => !ids.has(id))).toEqual([]);
    const names = Object.keys(schemas).filter(name => !document.components.schemas[name]);
    expect(names).toEqual([]);
  });

  test('say the defaults of optional fields, which generators would otherwise require', () => {
    const { expiresInDays } = document.components.schemas.NewReward?.properties ?? {};
    expect(expiresInDays?.description).toEndWith('; default: 90');
    expect(expiresInDays).not.toHaveProperty('default');
  });

  test('have no open placeholder', () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('{record}');
  });
});
