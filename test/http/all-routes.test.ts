import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type ListedOperation,
  type Reference,
  resolveReference,
  type Schema,
} from '../../src/describe/openapi/document.ts';
import { readCredentials } from '../support/credentials.ts';
import { createAdmin, type Fixtures, pictureForm, seedFixtures } from '../support/fixtures.ts';
import {
  exampleForm,
  NEEDS_PROVIDER,
  pickCaller,
  prepareSettings,
  setupSeeded,
  withLiveIds,
} from '../support/operation-fixture.ts';
import { JSON_TYPE, readDescribedRoutes } from '../support/routes.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';

/**
 * Tests that run for every route of the OpenAPI document, so a new route is tested without further work.
 * `ctx.call` validates each response against the document.
 */
const { contract, operations: OPERATIONS, fillPath, listExampleBodies } = await readDescribedRoutes();

let ctx: TestApp;
let own: Fixtures;
let admin: string;

beforeAll(async () => {
  ctx = await createTestApp();
  own = await seedFixtures(ctx);
  admin = await createAdmin(ctx);
});
afterAll(() => ctx.close());

const named = (operations: ListedOperation[]) =>
  operations.map(listed => [listed.operation.operationId, listed] as const);
const accessOf = ({ operation }: ListedOperation) => operation['x-access'];
const takesJson = OPERATIONS.filter(({ operation }) => operation.requestBody?.content[JSON_TYPE]);
const takesBody = OPERATIONS.filter(({ operation }) => operation.requestBody);
const SCOPES = contract.document.components.schemas.NewApiKey?.properties?.scopes?.items?.enum as string[];

/** Whether a body without one of its fields is another valid body of the route, or read as a variant without an action. */
function isOtherVariant({ operation }: ListedOperation, body: object, field: string): boolean {
  const schema = operation.requestBody?.content[JSON_TYPE]?.schema as Schema;
  const { anyOf = [] } = resolveReference(contract.document, schema);
  const hasDefault = anyOf.some(
    each => !resolveReference(contract.document, each).required?.includes('action'),
  );
  return contract.findViolation(schema, body) === undefined || (field === 'action' && hasDefault);
}

/** Returns the options of a call that the route permits. */
function callerFor(listed: ListedOperation): CallOptions {
  const access = accessOf(listed);
  if (access === 'public') return { isSigned: isSigned(listed) };
  return { as: access === 'admin' ? admin : pickCaller(listed.operation.operationId, own) };
}

/** Whether the route is an inbound webhook, authenticated by its signature. */
function isSigned({ operation }: ListedOperation): boolean {
  return (operation.parameters ?? []).some(
    parameter => '$ref' in parameter && /\/(Webhook|Shopify)Signature$/.test(parameter.$ref),
  );
}

/** Returns an example body from the OpenAPI document, or a picture for a multipart route. */
function buildBody(listed: ListedOperation): [unknown, CallOptions] {
  if (listed.operation.requestBody && !takesJson.includes(listed)) return [undefined, { raw: pictureForm() }];
  return [listExampleBodies(listed)[0]?.value, {}];
}

describe('rejected requests of every route', () => {
  const inNeedOfScope = OPERATIONS.filter(({ operation }) => operation['x-required-scope']);
  test.each(named(inNeedOfScope))('%s rejects an API key without the required scope', async (_, listed) => {
    const scopes = SCOPES.filter(scope => scope !== listed.operation['x-required-scope']);
    const key = await ctx.call('POST', '/api-keys', { name: 'Too small', scopes }, { as: own.owner });
    const [body, options] = buildBody(listed);
    const as = { apiKey: key.data.key };
    const response = await ctx.call(listed.method, fillPath(listed, own), body, { ...options, as });
    expect([response.status, response.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  const withRequired = takesJson.flatMap(listed =>
    listExampleBodies(listed).flatMap(({ name, value, schema }) =>
      requiredIn(schema, value)
        .filter(field => !isOtherVariant(listed, without(value, field.split('.')), field))
        .map(field => [`${listed.operation.operationId} ${name}`, field, listed, value] as const),
    ),
  );
  test.each(withRequired)('%s rejects a body without %s', async (_name, field, listed, value) => {
    const response = await ctx.call(
      listed.method,
      fillPath(listed, own),
      without(value, field.split('.')),
      callerFor(listed),
    );
    expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(response.error.details?.map(detail => detail.field)).toContain(field);
    expect(response.error.message).toContain(field);
  });

  test.each(named(takesBody))('%s rejects another content type', async (_, listed) => {
    const options = { ...callerFor(listed), raw: 'name=value', headers: { 'content-type': 'text/plain' } };
    const response = await ctx.call(listed.method, fillPath(listed, own), undefined, options);
    expect([response.status, response.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test.each(named(takesJson))('%s rejects invalid JSON', async (_, listed) => {
    const options = { ...callerFor(listed), raw: '{"name":', headers: { 'content-type': JSON_TYPE } };
    const response = await ctx.call(listed.method, fillPath(listed, own), undefined, options);
    expect([response.status, response.error.code]).toEqual([400, 'INVALID_JSON']);
  });
});

describe('responses of every route', () => {
  const successes = OPERATIONS.flatMap(listed => {
    const names = listExampleBodies(listed)
      .map(body => body.name)
      .filter(name => !NEEDS_PROVIDER.has(name));
    return (names.length > 0 ? names : ['default']).map(
      name => [`${listed.operation.operationId} ${name}`, name, listed] as const,
    );
  });

  test.each(successes)('%s responds to its example as documented', async (_title, name, listed) => {
    const { testApp: ctx, fixture: fixtures } = await setupSeeded();
    prepareSettings(ctx, listed.operation.operationId);
    const as =
      listed.operation['x-access'] === 'admin'
        ? await createAdmin(ctx)
        : pickCaller(listed.operation.operationId, fixtures);
    const options: CallOptions = accessOf(listed) === 'public' ? { isSigned: isSigned(listed) } : { as };
    const given = listExampleBodies(listed).find(body => body.name === name)?.value;
    const isForm = listed.operation.requestBody !== undefined && given === undefined;
    const body = given && (await withLiveIds(given, name, ctx, fixtures));
    const before = await readCredentials(ctx);
    const response = await ctx.call(listed.method, fillPath(listed, fixtures), body, {
      ...options,
      ...(isForm ? { raw: exampleForm(listed.operation.operationId, fixtures) } : {}),
    });
    expect(response.error).toBeUndefined();
    expect(response.status).toBeOneOf([200, 201]);
    expectStandardHeaders(response.headers);
    if ((await readCredentials(ctx)) !== before) expectProof(listed);
    await ctx.close();
  });

  // A link to a list streams CSV without an ETag; test/campaigns/calendar.test.ts reads one to a calendar.
  const cached = OPERATIONS.filter(
    ({ operation }) => operation.responses[304] && operation.operationId !== 'readExportLink',
  );
  test.each(named(cached))('%s responds with 304 if the ETag matches', async (_, listed) => {
    const options = callerFor(listed);
    const first = await ctx.call('GET', fillPath(listed, own), undefined, options);
    const headers = { 'if-none-match': first.headers.get('etag') as string };
    const again = await ctx.call('GET', fillPath(listed, own), undefined, { ...options, headers });
    expect([again.status, again.body]).toEqual([304, '']);
    expectStandardHeaders(again.headers);
  });

  const read = OPERATIONS.filter(({ method }) => method === 'GET');
  test.each(named(read))('%s responds to HEAD without a body', async (_, listed) => {
    const response = await ctx.call('HEAD', fillPath(listed, own), undefined, callerFor(listed));
    expect([response.status, response.body]).toEqual([200, '']);
    expectStandardHeaders(response.headers);
  });

  test.each(named(OPERATIONS))(
    '%s responds with the standard headers, even to an invalid token',
    async (_, listed) => {
      const headers = { authorization: 'Bearer invalid' };
      const response = await ctx.call(listed.method, fillPath(listed, own), undefined, { headers });
      expectStandardHeaders(response.headers);
    },
  );

  test.each(named(OPERATIONS))(
    '%s responds to an unsupported method with 405 and the supported methods',
    async (_, listed) => {
      const response = await ctx.call('PATCH', fillPath(listed, own), {}, callerFor(listed));
      expect([response.status, response.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(response.headers.get('allow')?.split(', ')).toContain(listed.method);
    },
  );
});

function expectStandardHeaders(headers: Headers): void {
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(headers.get('x-response-time')).toMatch(/^\d+\.\d+ms$/);
  for (const name of ['limit', 'remaining', 'reset'])
    expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
}

/** Expects that an operation, which has changed credentials, requires a recent proof; each action of authenticate takes one. */
function expectProof({ operation: { operationId = '', responses } }: ListedOperation): void {
  if (operationId === 'authenticate') return;
  const answer = resolveReference(contract.document, responses[401] as Reference);
  expect([operationId, JSON.stringify(answer).includes('RECENT_PROOF_REQUIRED')]).toEqual([
    operationId,
    true,
  ]);
}

/** Returns the required fields of a body and of its nested objects, by the names that errors use. */
function requiredIn(reference: Schema, value: unknown, prefix = ''): string[] {
  const schema = resolveReference(contract.document, reference);
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.entries(value).flatMap(([name, inner]) => {
    const property = schema.properties?.[name];
    const meant = property?.anyOf?.find(({ type, $ref }) => type === 'object' || $ref) ?? property;
    return meant && !Array.isArray(inner) ? requiredIn(meant, inner, `${prefix}${name}.`) : [];
  });
  return [...(schema.required ?? []).map(name => prefix + name), ...nested];
}

function without(value: Record<string, unknown>, [field = '', ...rest]: string[]): Record<string, unknown> {
  const { [field]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [field]: without(inner as Record<string, unknown>, rest) };
}
