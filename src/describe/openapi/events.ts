import { EVENT_KINDS, EVENT_TYPES, type EventKind } from '../../events/model.ts';
import { eventSchema } from '../../webhooks/payloads.ts';
import type { Sample } from '../../webhooks/service/deliveries.ts';
import type { EventOperation, Parameter } from './document.ts';
import { type ExampleContext, ExampleGenerator } from './examples/examples.ts';
import { SchemaRegistry } from './schemas.ts';

/**
 * Returns `webhooks` of the document: every event type with its payload schema and an example. The component `Event`
 * becomes the union of all payloads, so that `type` tells clients the record in `data.object`.
 */
export function describeEvents(
  schemas: SchemaRegistry,
  examples: ExampleGenerator,
): Record<string, { post: EventOperation }> {
  const references = EVENT_TYPES.map(kind => [kind, schemas.add(eventSchema(kind))] as const);
  schemas.replace(EVENT, {
    description: 'A change of a record. `type` tells which record is in `data.object`.',
    anyOf: references.map(([, reference]) => reference),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(references.map(([kind, { $ref }]) => [kind, $ref as string])),
    },
  });
  return Object.fromEntries(
    references.map(([kind, schema]) => {
      const payload = schemas.find(schema).schema;
      const example = { value: examples.valueOf(payload, toExampleContext(kind)) };
      const operation: EventOperation = {
        operationId: `on${toPascalCase(kind)}`,
        summary: EVENT_KINDS[kind],
        description:
          'Sent to webhook endpoints that subscribe to this kind of event, at least once: skip an `id` that you have' +
          ' processed. Endpoints with `thin: true` receive only the ID of the record.',
        tags: ['Webhooks'],
        security: [],
        parameters: [...DELIVERY_HEADERS, toKindHeader(kind)],
        requestBody: {
          required: true,
          content: { 'application/json': { schema, examples: { default: example } } },
        },
        responses: RESPONSES,
      };
      return [kind, { post: operation }];
    }),
  );
}

const EVENT = 'Event';
const RESPONSES = {
  '2XX': { description: 'Any 2xx within 10 seconds: delivered' },
  '410': { description: 'The endpoint is gone and is disabled immediately' },
  '4XX': {
    description: 'Any other response: retried up to 8 times over about 42 hours; Retry-After is honored',
  },
};

const TEXT = { type: 'string' };
const TIMESTAMP = '1780315200';
const ID = 'evt_01jwnkr2g0f5v9t8d6mxyq4h12';

/** Headers of every delivery. */
const DELIVERY_HEADERS: Parameter[] = [
  toHeaderParameter('X-Webhook-Id', 'The event ID; the same for every retry', ID),
  toHeaderParameter(
    'X-Webhook-Timestamp',
    'Time of this attempt in Unix seconds; reject requests older than 5 minutes. Not covered by X-Webhook-Signature',
    TIMESTAMP,
  ),
  toHeaderParameter(
    'X-Webhook-Signature',
    'sha256= followed by the lowercase hex HMAC-SHA256 of the raw body, keyed with the full secret',
    `sha256=${'5f0c9a7be1d24c6f'.repeat(4)}`,
  ),
  {
    ...toHeaderParameter(
      'X-Webhook-Signature-Next',
      'Same as X-Webhook-Signature but keyed with the other secret of a rotation; sent while both are valid',
      `sha256=${'7a1e4c9d02b85f36'.repeat(4)}`,
    ),
    required: false,
  },
  toHeaderParameter('webhook-id', 'Same as X-Webhook-Id (Standard Webhooks)', ID),
  toHeaderParameter('webhook-timestamp', 'Same as X-Webhook-Timestamp (Standard Webhooks)', TIMESTAMP),
  toHeaderParameter(
    'webhook-signature',
    'v1, followed by the base64 HMAC-SHA256 of id.timestamp.body, keyed with the decoded secret; covers the' +
      ' timestamp, so prefer this signature;' +
      ' contains two, separated by a space, while both secrets of a rotation are valid',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  {
    ...toHeaderParameter(
      'traceparent',
      'The trace of the request that caused the event (W3C Trace Context); absent if it had none',
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    ),
    required: false,
  },
];

function toKindHeader(kind: EventKind): Parameter {
  const parameter = toHeaderParameter('X-Webhook-Event', 'The event type', kind);
  return { ...parameter, schema: { ...TEXT, const: kind } };
}

function toHeaderParameter(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', description, required: true, schema: TEXT, example };
}

/** Builds a sample event for endpoint tests, like the example in the document. */
export function buildSampleEvent(kind: EventKind): Sample {
  const schemas = new SchemaRegistry();
  const { schema } = schemas.find(schemas.add(eventSchema(kind)));
  return new ExampleGenerator(schemas).valueOf(schema, toExampleContext(kind)) as Sample;
}

function toExampleContext(kind: EventKind): ExampleContext {
  return { operationId: kind, owner: EVENT, fields: [], kind: 'event', isRequest: false };
}

function toPascalCase(kind: EventKind): string {
  return kind.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase());
}
