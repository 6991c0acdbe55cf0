import { ERRORS, type ErrorCode } from '../../errors.ts';
import { GUIDES_PATH } from '../../guides/index.ts';
import { BOM, FORMAT, FORMATS } from '../../http/csv/options.ts';
import { DRY_RUN_HEADER } from '../../http/dry-run.ts';
import { Failure } from '../../http/envelope.ts';
import { STRICT } from '../../http/query.ts';
import type { RouteTable } from '../../http/routes.ts';
import { type App, readSwagger, type SwaggerDocument } from '../../http/swagger.ts';
import { yieldToEventLoop } from '../../platform/runtime/event-loop.ts';
import { VERSION } from '../../platform/version.ts';
import { completeDescriptions } from './descriptions/complete.ts';
import type { Components, OpenApiDocument, Operation, Parameter, ResponseObject } from './document.ts';
import { toErrorExample, toErrorResponse } from './errors.ts';
import { describeEvents } from './events.ts';
import { ExampleGenerator } from './examples/examples.ts';
import { HEADERS } from './headers.ts';
import { INBOUND_SIGNATURES } from './inbound-signatures.ts';
import { API_INFO, describeTags } from './labels.ts';
import { type OperationContext, type PluginOperation, toOperation } from './operation.ts';
import { SchemaRegistry } from './schemas.ts';
import { shareParameters } from './shared-parameters.ts';

/**
 * Generates the API description: converts the swagger plugin's output to a strict OpenAPI 3.1 document and adds what
 * the routes declare beyond it. Depends only on the routes and the public URL.
 * @throws Error if two different schemas have the same `$id`
 */
export async function generateOpenApiDocument(
  app: App,
  routes: RouteTable,
  publicUrl: string,
): Promise<OpenApiDocument> {
  const plugin = await readSwagger(app);
  await yieldToEventLoop();
  return buildDocument(plugin, routes, publicUrl);
}

/** Operations described before yielding to the event loop. */
const BATCH_SIZE = 10;

async function buildDocument(
  plugin: SwaggerDocument,
  routes: RouteTable,
  publicUrl: string,
): Promise<OpenApiDocument> {
  const schemas = new SchemaRegistry();
  const failures = new Map<string, ResponseObject>();
  const names = new Map<string, string>();
  const context: OperationContext = {
    schemas,
    examples: new ExampleGenerator(schemas),
    shareErrorResponse: group => {
      const codes = group.codes.join();
      const name = names.get(codes) ?? group.name;
      names.set(codes, name);
      if (!failures.has(name)) failures.set(name, toErrorResponse(group));
      return { $ref: `#/components/responses/${name}` };
    },
  };
  schemas.add(Failure);
  const webhooks = describeEvents(schemas, context.examples);

  const paths: OpenApiDocument['paths'] = {};
  for (const [index, route] of routes.operations.entries()) {
    if (index % BATCH_SIZE === 0) await yieldToEventLoop();
    const path = route.pathPattern.replaceAll(/:(\w+)\??/g, '{$1}');
    const method = route.method.toLowerCase();
    const operation = plugin.paths[path]?.[method];
    if (!operation) continue;
    paths[path] ??= {};
    paths[path][method] = toOperation(operation as PluginOperation, route, context);
  }
  await yieldToEventLoop();
  const operations = Object.values(paths).flatMap(Object.values) as Operation[];
  const shared = shareParameters([...operations, ...Object.values(webhooks).map(({ post }) => post)]);
  await yieldToEventLoop();
  const components = toComponents(operations, webhooks, schemas, failures, shared);
  await yieldToEventLoop();
  const url = publicUrl.replace(/\/+$/, '');
  return {
    openapi: '3.1.0',
    info: { ...API_INFO, contact: { name: 'Operator of this installation', url }, version: VERSION },
    externalDocs: { description: 'Guides', url: url + GUIDES_PATH },
    servers: [{ url, description: 'This installation' }],
    tags: describeTags(operations),
    paths,
    webhooks,
    components,
  };
}

function toComponents(
  operations: Operation[],
  webhooks: ReturnType<typeof describeEvents>,
  schemas: SchemaRegistry,
  failures: Map<string, ResponseObject>,
  shared: Record<string, Parameter>,
): Components {
  const codes = new Set(operations.flatMap(operation => operation['x-error-codes'])) as Set<ErrorCode>;
  const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter(code => codes.has(code));
  const responses = Object.fromEntries([...failures].sort(([a], [b]) => (a < b ? -1 : 1)));
  const examples = Object.fromEntries(inOrder.map(code => [code, toErrorExample(code)]));
  const parameters = pickReferenced('parameters', { ...PARAMETERS, ...shared }, [operations, webhooks]);
  const components = schemas.components();
  completeDescriptions({ schemas: components });
  const headers = pickReferenced('headers', HEADERS, [operations, responses]);
  return {
    schemas: components,
    responses,
    parameters,
    examples,
    headers,
    securitySchemes: SECURITY_SCHEMES,
  };
}

/** Picks the components that are referenced, because strict validators reject unused ones. */
function pickReferenced<T>(section: string, all: Record<string, T>, nodes: unknown): Record<string, T> {
  const text = JSON.stringify(nodes);
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => text.includes(`"#/components/${section}/${name}"`)),
  );
}

const PARAMETERS: Record<string, Parameter> = {
  Strict: {
    name: STRICT,
    in: 'query',
    description:
      'true rejects unknown query parameters, which are otherwise ignored and named in X-Ignored-Fields',
    required: false,
    schema: { type: 'boolean', default: false },
    example: true,
  },
  Format: {
    name: FORMAT,
    in: 'query',
    description:
      'csv sends all records that match the filters as a file, without page, perPage, after and before. Nested fields ' +
      'have columns such as customer.name',
    required: false,
    schema: { type: 'string', enum: [...FORMATS], default: FORMATS[0] },
    example: 'csv',
  },
  Bom: {
    name: BOM,
    in: 'query',
    description:
      'With format=csv, true starts the file with a byte order mark, by which Excel recognizes UTF-8',
    required: false,
    schema: { type: 'boolean', default: false },
    example: true,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Unique key for safe retries: repeating the same request within 24 hours returns the original response',
    required: false,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
    },
    example: 'order-4711-approve',
  },
  DryRun: {
    name: DRY_RUN_HEADER,
    in: 'header',
    description:
      'true validates and runs the request, then rolls it back. The response shows what would have happened; nothing is ' +
      "stored or sent, Idempotency-Key is ignored, and the IDs in the response don't exist",
    required: false,
    schema: { type: 'boolean', default: false },
    example: false,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of a cached response; returns 304 if it is still current',
    required: false,
    schema: { type: 'string', minLength: 1 },
    example: '"5f0c9a7be1d24c6f8a3b2e1d0c9f8a7b"',
  },
  WebhookSignature: {
    name: 'X-Webhook-Signature',
    in: 'header',
    description: 'sha256= followed by the lowercase hex HMAC-SHA256 of the raw body',
    required: true,
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    example: `sha256=${'5f0c9a7be1d24c6f'.repeat(4)}`,
  },
  WebhookTimestamp: {
    name: 'X-Webhook-Timestamp',
    in: 'header',
    description: 'Time of sending in Unix seconds; rejected if more than 5 minutes from the current time',
    required: true,
    schema: { type: 'string', pattern: '^\\d{1,12}$' },
    example: '1780315200',
  },
  ...INBOUND_SIGNATURES,
};

const SECURITY_SCHEMES: Components['securitySchemes'] = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The accessToken returned by POST /auth with action: login. API keys, and access tokens of apps that a person connected with OAuth, are also accepted.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'An API key for one business, created with POST /api-keys. x-required-scope lists the scope each operation requires.',
  },
};
