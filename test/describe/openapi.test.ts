import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  type Example,
  listOperations,
  type MediaType,
  type OpenApiDocument,
  type Parameter,
  type ResponseObject,
  resolveReference,
} from '../../src/describe/openapi/document.ts';
import { ERRORS } from '../../src/errors.ts';
import { yieldToEventLoop } from '../../src/platform/runtime/event-loop.ts';
import { createBusiness } from '../support/accounts.ts';
import { Contract } from '../support/contract.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

// Linting the whole description takes seconds, and more on a shared machine.
setDefaultTimeout(60_000);

/** A response that is made in one piece takes fewer. */
const MIN_TURNS = 10;

let ctx: TestApp;
let document: OpenApiDocument;
let text: string;
let contract: Contract;

beforeAll(async () => {
  ctx = await createTestApp();
  const response = await ctx.send(new Request('http://localhost/api/v1/docs'));
  text = await response.text();
  document = JSON.parse(text);
  contract = new Contract(document);
});
afterAll(() => ctx.close());

describe('the API description', () => {
  test('the OpenAPI document is valid OpenAPI 3.1.0 according to an external validator', async () => {
    const result = await new Validator().validate(JSON.parse(text));
    expect(result).toEqual({ valid: true });
    expect(document.openapi).toBe('3.1.0');
  });

  test('the OpenAPI document does not depend on which operations were called before', async () => {
    // Another address, because a process generates the document of each address once.
    const used = await createTestApp({ PUBLIC_URL: 'https://used.example' });
    await seedFixtures(used);
    const { body } = await used.call('GET', '/docs');
    await used.close();
    const moved = JSON.stringify(body).replaceAll('https://used.example', document.servers[0]?.url ?? '');
    expect(JSON.parse(moved)).toEqual(document);
  });

  test('other requests run while files are made for the first time', async () => {
    // Another address, because a process makes the files of each address once.
    const fresh = await createTestApp({ PUBLIC_URL: 'https://fresh.example' });
    const { token } = await createBusiness(fresh);
    const get = (path: string) => fresh.send(new Request(`http://localhost/api/v1${path}`));
    const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const files: [string, () => Promise<unknown>][] = [
      ['the document', () => get('/docs')],
      ['the module for Python', () => get('/sdk/python')],
      ['the wheel', () => get('/sdk/python?format=wheel')],
      ['the module for TypeScript', () => get('/sdk/typescript')],
      ['the package for npm', () => get('/sdk/typescript?format=tarball')],
      ['the nodes for n8n', () => get('/sdk/n8n')],
      ['the definition of the tools', () => get('/mcp')],
      ['the tools', () => fresh.call('POST', '/mcp', listTools, { as: token })],
    ];
    for (const [what, make] of files) {
      const turns = await countTurns(make());
      expect([what, turns > MIN_TURNS]).toEqual([what, true]);
    }
    await fresh.close();
  });

  test("passes Redocly's strict rules without warnings", async () => {
    expect(await lint(text)).toEqual([]);
  });

  test("Redocly's strict rules detect a flaw", async () => {
    const [[path, item] = ['', {}]] = Object.entries(structuredClone(document.paths));
    const [first] = Object.values(item);
    if (first) first.summary = '';
    expect((await lint(JSON.stringify({ ...document, paths: { [path]: item } }))).join()).toContain(
      'summary',
    );
  });

  test('the OpenAPI document is identical every time it is generated', async () => {
    const other = await createTestApp();
    const again = await other.send(new Request('http://localhost/api/v1/docs'));
    expect(await again.text()).toBe(text);
    await other.close();
  });

  test('lists exactly the routes of the API', () => {
    const listed = listOperations(document).map(({ method, path }) => `${method} ${path}`);
    const served = ctx.app.handler.routes.operations.map(
      ({ method, pathPattern }) => `${method} ${pathPattern.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(listed.sort()).toEqual(served.sort());
  });

  test('contains no implementation details', () => {
    for (const trace of [
      'x-perkmint',
      'x-errors',
      'x-cached',
      'x-produces',
      'x-example',
      'x-signed',
      'x-signatures',
      '$id',
      'patternHint',
    ])
      expect(text).not.toContain(`"${trace}"`);
  });

  test('every operation has a unique camelCase id, a summary and described tags', () => {
    const operations = listOperations(document).map(({ operation }) => operation);
    const ids = operations.map(operation => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter(id => !/^[a-z][a-zA-Z0-9]+$/.test(id))).toEqual([]);
    expect(operations.filter(operation => operation.summary.length < 5)).toEqual([]);
    expect(operations.filter(operation => operation.tags.length !== 1)).toEqual([]);
    expect(document.tags.filter(tag => tag.description === '')).toEqual([]);
  });

  test('every operation declares its access, required scope and rate tier', () => {
    for (const { operation } of listOperations(document)) {
      const needsNobody = operation['x-access'] === 'public';
      expect(operation.security.length === 0).toBe(needsNobody);
      const takesKeys = operation.security.some(choice => 'apiKey' in choice);
      const hasScope = takesKeys && operation['x-access'] !== 'optional';
      // The operations of a batch require their own scopes.
      expect('x-required-scope' in operation).toBe(hasScope && operation.operationId !== 'runBatch');
      expect(operation['x-rate-tier']).toBeString();
    }
  });

  test('every body, response, parameter and error has an example that matches its schema', () => {
    const violations = listOperations(document).flatMap(({ operation }) => {
      const { operationId, requestBody, parameters = [], responses } = operation;
      const bodies = Object.entries(requestBody?.content ?? {});
      const contents = Object.entries(responses).flatMap(([status, response]) =>
        Object.entries(resolveReference<ResponseObject>(document, response).content ?? {}).map(
          ([type, media]) => [`${type} ${status}`, media] as const,
        ),
      );
      return [
        ...bodies.flatMap(([type, media]) => badExamples(`${operationId} ${type}`, media)),
        ...contents.flatMap(([key, media]) => badExamples(`${operationId} ${key}`, media)),
        ...parameters.flatMap(node => {
          const { schema, example } = resolveReference<Parameter>(document, node);
          return contract.findViolation(schema, example) ?? [];
        }),
      ];
    });
    expect(violations).toEqual([]);
  });

  test('lists errors by status with all of their codes', () => {
    for (const { operation } of listOperations(document)) {
      const listed = Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, node]) => {
          const media = resolveReference<ResponseObject>(document, node).content?.['application/json'];
          return Object.keys(media?.examples ?? {}).map(code => [code, Number(status)]);
        });
      expect(listed.map(([code]) => String(code)).sort()).toEqual([...operation['x-error-codes']].sort());
      for (const [code, status] of listed)
        expect(ERRORS[code as keyof typeof ERRORS].status as number).toBe(status as number);
    }
  });

  test('records are references to named components', () => {
    const named = Object.keys(document.components.schemas);
    expect(named).toContain('Campaign');
    expect(named).toContain('Failure');
    const list = document.paths['/api/v1/campaigns']?.get?.responses[200] as ResponseObject;
    const reference = list.content?.['application/json']?.schema.properties?.data;
    expect(reference).toEqual({ $ref: '#/components/schemas/CampaignList' });
    const data = resolveReference(document, reference ?? {});
    expect(data?.properties?.items?.items).toEqual({ $ref: '#/components/schemas/Campaign' });
    expect(data?.properties?.pagination).toEqual({ $ref: '#/components/schemas/Pagination' });
  });

  test('uses the public URL and is served with an ETag', async () => {
    const elsewhere = await createTestApp({ PUBLIC_URL: 'https://perks.blue-cup.example/' });
    const { body, headers } = await elsewhere.call('GET', '/docs');
    expect(body.servers[0].url).toBe('https://perks.blue-cup.example');
    const etag = headers.get('etag') as string;
    const again = await elsewhere.call('GET', '/docs', undefined, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    await elsewhere.close();
  });
});

/** Counts the turns of the event loop until a response is there. */
async function countTurns(pending: Promise<unknown>): Promise<number> {
  let isDone = false;
  let turns = 0;
  const done = pending.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await yieldToEventLoop();
    turns++;
  }
  await done;
  return turns;
}

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`);
}

/** A media type of ours has an example unless it is bytes; each must fit. */
function badExamples(key: string, { schema, examples }: MediaType): string[] {
  if (schema.format === 'binary') return [];
  const values = Object.values(examples ?? {});
  if (values.length === 0) return [`${key} has no example`];
  return values.flatMap(node => {
    const violation = contract.findViolation(schema, resolveReference<Example>(document, node).value);
    return violation ? [`${key}: ${violation}`] : [];
  });
}
