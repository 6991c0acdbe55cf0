import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { Kind, type TSchema, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../../src/http/api.ts';
import { ok, success } from '../../src/http/envelope.ts';
import { fitResponse } from '../../src/http/mismatched-response.ts';
import { createLog } from '../../src/platform/log.ts';
import { Nullable, oneOf } from '../../src/platform/schema.ts';
import { CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { mountRoutes, toTestResponse } from './fixture.ts';

let ctx: TestApp;
afterEach(() => ctx?.close());

const Person = Type.Object({
  name: Type.String(),
  age: Type.Integer(),
  address: Type.Optional(Nullable(Type.Object({ city: Type.String() }))),
});
const people = Type.Object({ items: Type.Array(Person) });
const whole = { name: 'Ada', age: 36, address: { city: 'London' } };

describe('reducing a response to its schema', () => {
  const fitted = (schema: TSchema, value: unknown) => {
    const { body, mismatches } = fitResponse(schema, value);
    return { body, mismatches: [...mismatches] };
  };

  test('keeps a matching response unchanged', () => {
    expect(fitted(people, { items: [whole, { name: 'Ben', age: 1, address: null }] })).toEqual({
      body: { items: [whole, { name: 'Ben', age: 1, address: null }] },
      mismatches: [],
    });
  });

  test('names fields by their path, without positions and values', () => {
    const items = [whole, { ...whole, age: 'old' }, { ...whole, address: { city: 7 } }, { age: 1 }];
    const { body, mismatches } = fitted(people, { items });
    expect(body).toEqual({ items });
    expect(mismatches).toEqual(['items.*.age', 'items.*.address.city', 'items.*.name']);
  });

  test('removes undeclared fields at every depth, also in optional and nullable objects', () => {
    const leaky = { ...whole, age: 'old', hash: 's3cret', address: { city: 7, hash: 's3cret' } };
    expect(JSON.stringify(fitted(people, { items: [leaky], hash: 's3cret' }).body)).not.toContain('s3cret');
  });

  test('removes objects in place of other types', () => {
    const { body, mismatches } = fitted(Person, { name: { hash: 's3cret' }, age: ['s3cret'] });
    expect(body).toEqual({});
    expect(mismatches).toEqual(['name', 'age']);
  });

  test('applies the closest variant of a union', () => {
    const One = Type.Object({ kind: Type.Literal('one'), a: Type.Integer() });
    const Two = Type.Object({ kind: Type.Literal('two'), b: Type.Integer(), c: Type.Integer() });
    const given = { kind: 'two', a: 1, b: 'x', c: 2, hash: 's3cret' };
    expect(fitted(Type.Union([One, Two]), given)).toEqual({
      body: { kind: 'two', b: 'x', c: 2 },
      mismatches: ['b'],
    });
  });

  test('keeps the keys of free-form objects and records', () => {
    const schema = Type.Object({
      free: Type.Object({ known: Type.Integer() }, { additionalProperties: true }),
      record: Type.Record(Type.String(), Type.Object({ n: Type.Integer() })),
      any: Type.Unknown(),
    });
    const given = { free: { known: 1, more: 'x' }, record: { a: { n: 'x', m: 1 } }, any: { x: 1 } };
    expect(fitted(schema, given)).toEqual({
      body: { free: { known: 1, more: 'x' }, record: { a: { n: 'x' } }, any: { x: 1 } },
      mismatches: ['record.*.n'],
    });
  });

  test('supports every kind of schema that responses have', async () => {
    ctx = await createTestApp();
    const kinds = new Set<string>();
    const walk = (schema: TSchema) => {
      kinds.add(schema[Kind]);
      for (const inner of Object.values(schema.properties ?? {})) walk(inner as TSchema);
      for (const inner of Object.values(schema.patternProperties ?? {})) walk(inner as TSchema);
      for (const inner of schema.anyOf ?? []) walk(inner);
      if (schema.items) walk(schema.items);
    };
    const { operations } = ctx.app.handler.routes;
    for (const { responseSchemas } of operations) for (const schema of responseSchemas.values()) walk(schema);
    const leaves = [
      'String',
      'Integer',
      'Number',
      'Boolean',
      'Literal',
      'Null',
      'OneOf',
      'FreeId',
      'Decimal',
      'DateTime',
    ];
    for (const leaf of leaves) kinds.delete(leaf);
    expect([...kinds].sort()).toEqual(['Array', 'Object', 'Record', 'Union', 'Unknown']);
  });
});

describe('a response that does not match its schema', () => {
  const note = 'diabetic, write to ü@private.example';
  const routes = new Elysia()
    .use(api)
    .post(
      '/misshapen',
      ({ status }) => status(201, success({ name: note, age: note, hash: 's3cret' } as never)),
      {
        access: 'public',
        tier: 'standard',
        response: { 200: ok(Type.Object({ other: oneOf(['x']) })), 201: ok(Person) },
        detail: describeRoute('misshapen', 'returns a response that its schema does not allow'),
      },
    );

  test('a response that does not match its schema is sent with its status, without undeclared fields, and the log names the field but no value', async () => {
    const lines: string[] = [];
    const clock = { now: () => 0 };
    const log = createLog({ level: 'debug', clock, write: text => void lines.push(text) });
    ctx = await createTestApp({}, { log });
    const { handler } = mountRoutes(ctx, routes).app;
    const request = new Request('http://localhost/api/v1/misshapen', { method: 'POST' });
    const response = await toTestResponse(await handler.fetch(request, '127.0.0.1'));
    expect([response.status, response.data]).toEqual([201, { name: note, age: note }]);
    expect(response.headers.get('x-request-id')).toBeString();
    log.flush();
    const written = lines.join('');
    expect(written).toContain('response does not match its schema');
    expect(written).toContain('data.age');
    for (const value of ['diabetic', 'private.example', 's3cret']) expect(written).not.toContain(value);
  });

  const title = 'does not make lists with the record fail and is counted in the metrics';
  // PostgreSQL stores no text in a column of integers.
  test.skipIf(isOnPostgres)(title, async () => {
    ctx = await createTestApp({ METRICS_TOKEN: 'scraper' });
    const owner = await createBusiness(ctx);
    const { token } = await createCustomer(ctx);
    const campaign = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, { as: owner.token });
    const sent = { campaignId: campaign.data.id, proofUrl: 'https://www.instagram.com/p/1' };
    const { data } = await ctx.call('POST', '/submissions', sent, { as: token });
    // A row as no input can make it, past every check of ours.
    const db = new Database(`${ctx.app.services.config.dataDir}/perkmint.sqlite`);
    db.run("update submissions set followers = 'many', proof_url = 'no url' where id = ?", [data.id]);
    db.close();
    const read = (path: string, as?: string) =>
      ctx.send(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${as}` } }));
    for (const path of ['/submissions', `/submissions/${data.id}`]) {
      for (const as of [owner.token, token]) expect((await read(`/api/v1${path}`, as)).status).toBe(200);
    }
    expect(ctx.app.responseMismatches.fields.sort()).toEqual([
      'getSubmission data.followers',
      'listSubmissions data.items.*.followers',
    ]);
    const metrics = await (await read('/metrics', 'scraper')).text();
    expect(metrics).toContain(
      'perkmint_response_mismatches_total{operation="getSubmission",field="data.followers"} 2\n',
    );
    await expect(ctx.call('GET', '/submissions', undefined, { as: token })).rejects.toThrow(
      'responses violate their schemas: ',
    );
  });
});
