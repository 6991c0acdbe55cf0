import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  type Example,
  listOperations,
  type MediaType,
  type OpenApiDocument,
  type Parameter,
  resolveReference,
  type Schema,
} from '../../src/describe/openapi/document.ts';
import type { Event } from '../../src/events/model.ts';
import { EVENT_TYPES } from '../../src/events/model.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

// Generating the whole description takes seconds on a shared machine.
setDefaultTimeout(60_000);

let ctx: TestApp;
let document: OpenApiDocument;
/** The largest share of the size of the full variant. */
const MAX_COMPACT_SHARE = 0.7;
const JSON_TYPE = 'application/json';

beforeAll(async () => {
  ctx = await createTestApp();
  document = (await ctx.call('GET', '/docs')).body;
});
afterAll(() => ctx.close());

function component(name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`There is no schema ${name}`);
  return schema;
}

function exampleOf(media: MediaType | undefined): Event {
  return resolveReference<Example>(document, media?.examples?.default ?? { value: undefined }).value as Event;
}

describe('names in the API description', () => {
  test('every request with several actions names its branches and the action that selects them', () => {
    const requests = listOperations(document)
      .map(({ operation }) => operation.requestBody?.content[JSON_TYPE]?.schema)
      .filter(schema => schema !== undefined && resolveReference(document, schema).anyOf !== undefined)
      .map(schema => resolveReference(document, schema as Schema));
    expect(requests.length).toBeGreaterThan(3);
    for (const { anyOf = [], discriminator } of requests) {
      expect(discriminator?.propertyName).toBe('action');
      expect(anyOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator?.mapping ?? {}));
      for (const [action, $ref] of Object.entries(discriminator?.mapping ?? {})) {
        const { const: word, enum: words } =
          resolveReference<Schema>(document, { $ref }).properties?.action ?? {};
        expect(word ?? words?.[0]).toBe(action);
      }
    }
    expect(component('AuthRequest').discriminator?.mapping.login).toEndWith('/LoginRequest');
    expect(component('BillingRequest').discriminator?.mapping.subscribe).toEndWith(
      '/BillingSubscribeRequest',
    );
  });

  test('the data of every successful response is a component or a union of components', () => {
    const unnamed = listOperations(document).flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) => {
        const content = 'content' in response ? response.content?.[JSON_TYPE] : undefined;
        const data = content && status < '300' ? content.schema.properties?.data : undefined;
        if (!data || data.$ref) return [];
        return data.anyOf?.every(({ $ref }) => $ref) ? [] : [`${operation.operationId} ${status}`];
      }),
    );
    expect(unnamed).toEqual([]);
    expect(Object.keys(document.components.schemas)).toContain('CampaignList');
  });

  test('the type of an event selects the record that it has', () => {
    const event = component('Event');
    expect(Object.keys(event.discriminator?.mapping ?? {})).toEqual([...EVENT_TYPES]);
    const created = component('CampaignCreatedEvent');
    expect(created.properties?.type?.const).toBe('campaign.created');
    expect(created.properties?.data?.properties?.object).toEqual({ $ref: '#/components/schemas/Campaign' });
    for (const kind of EVENT_TYPES) {
      const body = document.webhooks[kind]?.post.requestBody.content[JSON_TYPE];
      expect(body?.schema.$ref).toBe(event.discriminator?.mapping[kind] as string);
    }
  });
});

describe('the compact variant', () => {
  test('has the same operations without examples and payloads, and is valid', async () => {
    const { body: compact } = await ctx.call('GET', '/docs?variant=compact');
    expect(await new Validator().validate(structuredClone(compact))).toEqual({ valid: true });
    const ids = (from: OpenApiDocument) => listOperations(from).map(({ operation }) => operation.operationId);
    expect(ids(compact)).toEqual(ids(document));
    expect(compact.webhooks).toBeUndefined();
    expect(compact.components.schemas.Event.properties.type.enum).toEqual([...EVENT_TYPES]);
    expect(compact.components.schemas).not.toHaveProperty('CampaignCreatedEvent');
    expect(JSON.stringify(compact)).not.toContain('"examples"');
    expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(document).length * MAX_COMPACT_SHARE);
  });
});

describe('examples of webhooks', () => {
  test.each([...EVENT_TYPES])('%s has its kind in body and header, and an actor that fits', kind => {
    const { parameters, requestBody } = document.webhooks[kind]?.post ?? {};
    const headers = (parameters ?? []).map(node => resolveReference<Parameter>(document, node));
    expect(headers.find(({ name }) => name === 'X-Webhook-Event')?.example).toBe(kind);
    const { type, actor, requestId, ...rest } = exampleOf(requestBody?.content[JSON_TYPE]);
    expect(type).toBe(kind);
    expect(rest).not.toHaveProperty('test');
    if (actor.kind === 'user') expect(actor.id).toStartWith('usr_');
    else expect([actor.kind, requestId]).toEqual(['system', null]);
  });

  test('an approved submission has a review and a reward', () => {
    const { data } = exampleOf(document.webhooks['submission.approved']?.post.requestBody.content[JSON_TYPE]);
    expect(data.object).toMatchObject({ status: 'approved', reviewedAt: expect.any(String) });
    expect(data.object).toMatchObject({ rewardId: expect.stringMatching(/^rwd_/) });
  });
});
