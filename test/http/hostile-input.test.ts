import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Kind, type TSchema } from '@sinclair/typebox';
import { type ListedOperation, resolveReference, type Schema } from '../../src/describe/openapi/document.ts';
import { normalizeEmail, normalizeUrl } from '../../src/platform/formats.ts';
import { createCustomer } from '../support/accounts.ts';
import { createAdmin, type Fixtures, seedFixtures } from '../support/fixtures.ts';
import { HOSTILE_EMAILS, HOSTILE_TEXTS, HOSTILE_URLS, hostileStrings } from '../support/hostile.ts';
import { isLongRun } from '../support/long-run.ts';
import { NEEDS_PROVIDER } from '../support/operation-fixture.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import { createTestApp, type TestApp, type TestResponse } from '../support/test-app.ts';

/**
 * Input that is accepted can be read back by everyone with access: `ctx.call` validates each response against the
 * OpenAPI document, including formats. A single invalid record would make its list fail permanently.
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

const READABLE = OPERATIONS.filter(
  ({ method, operation }) => method === 'GET' && !JSON.stringify(operation).includes('text/event-stream'),
);

/** Marks that are not seen are removed around an address, and refused inside of it. */
const storedEmail = (text: string) => normalizeEmail(text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, ''));

/** Returns the lists and records that fail for any kind of caller. */
async function brokenReads(): Promise<string[]> {
  const broken: string[] = [];
  for (const listed of READABLE) {
    for (const [caller, as] of Object.entries({ owner: own.owner, customer: own.customer, admin })) {
      const { status } = await ctx.call('GET', fillPath(listed, own), undefined, { as });
      if (status >= 500) broken.push(`${caller} ${listed.operation.operationId}: ${status}`);
    }
  }
  return broken;
}

/** Values that are sent between two readings of the lists, whose pages hold more. */
const BATCH = 16;

/** Sends each value in a field and reads the lists after every few. Returns the number accepted. */
async function sendAll(
  values: readonly string[],
  send: (value: string) => Promise<TestResponse>,
  { field, lists, stored }: { field: string; lists: [string, string][]; stored?: (value: string) => unknown },
): Promise<number> {
  let accepted = 0;
  for (const [index, value] of values.entries()) {
    const response = await send(value);
    if (response.status < 300) {
      accepted++;
      if (stored) expect((response.data as Record<string, unknown>)[field]).toBe(stored(value.trim()));
    } else {
      expect([400, 409]).toContain(response.status);
      if (response.status === 400)
        expect(response.error.details?.map(detail => detail.field)).toEqual([field]);
    }
    if (index % BATCH > 0 && index < values.length - 1) continue;
    for (const [path, as] of lists) {
      const list = await ctx.call('GET', path, undefined, { as });
      expect([path, list.status]).toEqual([path, 200]);
    }
  }
  return accepted;
}

describe('hostile values', () => {
  test('hostile proof URLs of submissions are rejected or normalized, and lists stay readable', async () => {
    const { token } = await createCustomer(ctx, 'collector');
    const campaign = {
      name: 'Open',
      platform: 'blog',
      actionType: 'post',
      reward: { type: 'fixed', value: 1 },
    };
    const { data } = await ctx.call('POST', '/campaigns', { ...campaign, launch: true }, { as: own.owner });
    let n = 0;
    const send = (proofUrl: string) =>
      ctx.call(
        'POST',
        '/submissions',
        { campaignId: data.id, proofUrl, userId: `ref-${n++}` },
        { as: own.owner },
      );
    const lists: [string, string][] = [
      ['/submissions?perPage=20', own.owner],
      ['/submissions?perPage=20', admin],
      ['/submissions', token],
    ];
    expect(
      await sendAll(HOSTILE_URLS, send, { field: 'proofUrl', lists, stored: normalizeUrl }),
    ).toBeGreaterThan(50);
    const mine = { campaignId: data.id, proofUrl: 'https://www.instagram.com/p/é' };
    expect((await ctx.call('POST', '/submissions', mine, { as: token })).status).toBe(201);
    expect((await ctx.call('GET', '/submissions', undefined, { as: token })).data.items[0].proofUrl).toBe(
      'https://www.instagram.com/p/%C3%A9',
    );
  });

  test('hostile notes of submissions are rejected or stored, and lists stay readable', async () => {
    const send = (notes: string) => {
      const proofUrl = `https://x.example/${Bun.hash(notes)}`;
      const body = { campaignId: own.records.campaigns, proofUrl, notes, userId: `n-${Bun.hash(notes)}` };
      return ctx.call('POST', '/submissions', body, { as: own.owner });
    };
    const lists: [string, string][] = [['/submissions?perPage=20', own.owner]];
    expect(await sendAll(HOSTILE_TEXTS, send, { field: 'notes', lists })).toBeGreaterThan(50);
  });

  test('hostile email addresses of influencers are rejected or normalized, and lists stay readable', async () => {
    const send = (email: string) => {
      const handle = `h${Bun.hash(email)}`;
      const platforms = [{ platform: 'instagram', handle, followers: 1 }];
      return ctx.call('POST', '/influencers', { name: 'Mia', email, platforms }, { as: own.owner });
    };
    const lists: [string, string][] = [
      ['/influencers?perPage=20', own.owner],
      ['/influencers?perPage=20', admin],
    ];
    expect(
      await sendAll(HOSTILE_EMAILS, send, { field: 'email', lists, stored: storedEmail }),
    ).toBeGreaterThan(20);
  });

  test('hostile email addresses of members are rejected or normalized, and lists stay readable', async () => {
    const path = `/programs/${own.records.programs}/members`;
    const send = (email: string) =>
      ctx.call('POST', path, { memberId: `m${Bun.hash(email)}`, email }, { as: own.owner });
    const lists: [string, string][] = [
      [`${path}?perPage=20`, own.owner],
      [`${path}?perPage=20`, admin],
    ];
    expect(
      await sendAll(HOSTILE_EMAILS, send, { field: 'email', lists, stored: storedEmail }),
    ).toBeGreaterThan(20);
  });

  test('hostile email addresses of users are rejected or normalized, and lists stay readable', async () => {
    const send = (email: string) =>
      ctx.call('POST', '/business/users', { email, name: 'Sam' }, { as: own.owner });
    const lists: [string, string][] = [['/business/users?perPage=20', own.owner]];
    expect(
      await sendAll(HOSTILE_EMAILS, send, { field: 'email', lists, stored: storedEmail }),
    ).toBeGreaterThan(20);
  });

  test('hostile URLs of webhooks are rejected or normalized, and lists stay readable', async () => {
    const send = async (url: string) => {
      const made = await ctx.call('POST', '/webhooks', { url }, { as: own.owner });
      const { data } = await ctx.call('GET', '/webhooks', undefined, { as: own.owner });
      expect(data).toBeDefined();
      if (made.status === 201)
        await ctx.call('DELETE', `/webhooks/${made.data.id}`, undefined, { as: own.owner });
      return made;
    };
    const lists: [string, string][] = [['/webhooks', own.owner]];
    expect(await sendAll(HOSTILE_URLS, send, { field: 'url', lists, stored: normalizeUrl })).toBeGreaterThan(
      50,
    );
  });
});

test('registration, login and invitation find an account by another spelling of its email address', async () => {
  const password = 'correct horse battery';
  const register = { action: 'register', password, name: 'Jo' };
  const first = await ctx.call('POST', '/auth', { ...register, email: 'Jo@Bücher.example' });
  expect(first.data.user.email).toBe('jo@xn--bcher-kva.example');
  const again = await ctx.call('POST', '/auth', { ...register, email: 'JO@xn--bcher-kva.EXAMPLE' });
  expect(again.error.code).toBe('EMAIL_TAKEN');
  const invited = await ctx.call(
    'POST',
    '/business/users',
    { email: 'jo@BÜCHER.example', name: 'Jo' },
    { as: own.owner },
  );
  expect(invited.error.code).toBe('EMAIL_TAKEN');
  const login = await ctx.call('POST', '/auth', { action: 'login', email: 'jo@bücher.example', password });
  expect(login.data.user.id).toBe(first.data.user.id);
});

/** Returns formats that have no validator. */
function listUnvalidatedFormats(schema: TSchema): string[] {
  const own = schema[Kind] === 'String' && schema.format ? [schema.format as string] : [];
  const inner = [
    ...Object.values((schema.properties ?? {}) as Record<string, TSchema>),
    ...((schema.anyOf ?? []) as TSchema[]),
    ...(schema.items ? [schema.items as TSchema] : []),
  ];
  return [...own, ...inner.flatMap(listUnvalidatedFormats)];
}

test('every input with a format is validated', () => {
  const unvalidated = ctx.app.handler.routes.operations.flatMap(({ operationId, bodySchema, querySchema }) =>
    [bodySchema, querySchema].flatMap(schema =>
      schema ? listUnvalidatedFormats(schema).map(format => `${operationId} ${format}`) : [],
    ),
  );
  expect(unvalidated).toEqual([]);
});

interface Field {
  path: string[];
  schema: Schema;
}

/** Returns the strings with a format in a body, at any depth. */
function formatFields(schema: Schema, path: string[] = []): Field[] {
  const whole = resolveReference(contract.document, schema);
  const variants = whole.anyOf?.map(variant => resolveReference(contract.document, variant)) ?? [whole];
  return variants.flatMap(variant => [
    ...(variant.type === 'string' && variant.format ? [{ path, schema: variant }] : []),
    ...Object.entries(variant.properties ?? {}).flatMap(([name, inner]) =>
      formatFields(inner, [...path, name]),
    ),
  ]);
}

function withValue(body: object, [name = '', ...rest]: string[], value: unknown): object {
  const inner = (body as Record<string, object>)[name] ?? {};
  return { ...body, [name]: rest.length > 0 ? withValue(inner, rest, value) : value };
}

type Case = [title: string, ListedOperation, body: object, Field];

/** One case for each field, even if several variants of a body have it. */
const CASES: Case[] = [
  ...new Map(
    OPERATIONS.flatMap(listed =>
      listExampleBodies(listed).flatMap(({ name, value, schema }) =>
        // Without a payment provider, the portal answers 501 to everything.
        (NEEDS_PROVIDER.has(name) ? [] : formatFields(schema)).map((field): [string, Case] => {
          const title = `${listed.operation.operationId} ${name} ${field.path.join('.')}`;
          return [title, [title, listed, value, field]];
        }),
      ),
    ),
  ).values(),
];

test('the OpenAPI document has inputs with a format', () => expect(CASES.length).toBeGreaterThan(15));

test.each(CASES)('%s: hostile values cause no 5xx', async (_, listed, body, field) => {
  const entries = Object.entries(body).map(([name, item]) => [
    name,
    own.exampleReplacements.get(item) ?? item,
  ]);
  const live = Object.fromEntries(entries);
  const isSigned = /(Webhook|Shopify)Signature/.test(JSON.stringify(listed.operation.parameters ?? []));
  const as = listed.operation['x-access'] === 'admin' ? admin : own.owner;
  for (const value of hostileStrings(field.schema)) {
    const sent = withValue(live, field.path, value);
    const response = await ctx.call(
      listed.method,
      fillPath(listed, own),
      sent,
      isSigned ? { isSigned } : { as },
    );
    expect(response.status).toBeLessThan(500);
  }
  // Names the case that broke a record, if the test below fails.
  if (isLongRun) expect(await brokenReads()).toEqual([]);
});

test('after all hostile values, all lists and records are readable', async () => {
  expect(await brokenReads()).toEqual([]);
});
