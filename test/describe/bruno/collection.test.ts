import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { generateBrunoCollection } from '../../../src/describe/bruno/collection.ts';
import { listOperationCalls, type OperationCall } from '../../../src/describe/operation-calls.ts';
import { createBusiness } from '../../support/accounts.ts';
import { readDescribedRoutes } from '../../support/routes.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let files: Record<string, string>;
let calls: OperationCall[];

beforeAll(async () => {
  app = await createTestApp();
  const { contract } = await readDescribedRoutes();
  files = generateBrunoCollection(contract.document);
  calls = listOperationCalls(contract.document);
});
afterAll(() => app.close());

/** Reads the blocks of a file as Bruno does: a block ends at the first line with a single brace. */
function readBlocks(text: string): Map<string, string> {
  const blocks = [...text.matchAll(/^([\w:-]+) \{\n([\s\S]*?)\n\}$/gm)];
  const rest = blocks.reduce((left, [block]) => left.replace(block, ''), text);
  expect(rest.trim()).toBe('');
  return new Map(blocks.map(([, name = '', content = '']) => [name, content.replaceAll(/^ {2}/gm, '')]));
}

function findRequest(id: string): Map<string, string> {
  const path = Object.keys(files).find(name => name.endsWith(`/${id}.bru`));
  return readBlocks(files[path ?? ''] ?? '');
}

describe('the collection for Bruno', () => {
  test('the collection has a request for each operation, except for those that a provider signs', () => {
    const requests = Object.keys(files).filter(name => /^(?!environments).+\/(?!folder)\w+\.bru$/.test(name));
    const ids = calls.filter(({ isSigned }) => !isSigned).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(150);
    expect(requests.map(name => name.slice(name.lastIndexOf('/') + 1, -'.bru'.length)).sort()).toEqual(
      ids.sort(),
    );
    for (const name of requests) expect(files).toHaveProperty([`${name.split('/')[0]}/folder.bru`]);
  });

  test('every request has a method, an address, and values for the parameters of its path', () => {
    for (const { id, method, inputs } of calls.filter(({ isSigned }) => !isSigned)) {
      const blocks = findRequest(id);
      const url = /^url: (\S+)$/m.exec(blocks.get(method.toLowerCase()) ?? '')?.[1] ?? '';
      expect(url).toStartWith('{{baseUrl}}/');
      const named = [...url.matchAll(/\/:(\w+)/g)].map(([, name]) => name);
      const given = [...(blocks.get('params:path') ?? '').matchAll(/^(\w+): \S/gm)].map(([, name]) => name);
      expect(given).toEqual(named);
      expect(named).toHaveLength(inputs.filter(({ place }) => place === 'path').length);
    }
  });

  test('query parameters, which are all optional, are off', () => {
    expect(findRequest('listCampaigns').get('params:query')).toContain('~perPage: 20');
    for (const { id } of calls) expect(findRequest(id).get('params:query') ?? '~').not.toMatch(/^[^~]/m);
  });

  test('a public operation is sent without the token, all others with it', () => {
    expect(findRequest('getReadiness').get('get')).toContain('auth: none');
    expect(findRequest('listCampaigns').get('get')).toContain('auth: inherit');
    expect(readBlocks(files['collection.bru']!).get('auth:bearer')).toBe('token: {{token}}');
    expect(files['environments/Perkmint.bru']).toContain('/api/v1\n');
  });

  test('an upload sends a file', () => {
    expect(findRequest('createUpload').get('body:multipart-form')).toBe('file: @file()');
  });

  test('the body of a request is accepted by the server', async () => {
    const { token } = await createBusiness(app, 'Blue Cup');
    const body = JSON.parse(findRequest('createCampaign').get('body:json') ?? '');
    expect((await app.call('POST', '/campaigns', body, { as: token })).status).toBe(201);
  });
});
