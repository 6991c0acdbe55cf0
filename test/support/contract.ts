import { Value } from '@sinclair/typebox/value';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  listOperations,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type ResponseObject,
  resolveReference,
  type Schema,
} from '../../src/describe/openapi/document.ts';
import { normalizeAccountEmail, normalizeUrl } from '../../src/platform/formats.ts';
import { DateTime } from '../../src/platform/schema.ts';

const JSON_TYPE = 'application/json';
/** Cents as a double: 19.99 / 0.01 is not quite whole. */
const MONEY_PRECISION = 6;
/** The headers of every response. */
const TRACE_HEADERS: Record<string, RegExp> = {
  'x-request-id': /^[A-Za-z0-9_-]{8,64}$/,
  'x-response-time': /^\d+\.\d+ms$/,
  'x-ratelimit-limit': /^\d+$/,
  'x-ratelimit-remaining': /^\d+$/,
  'x-ratelimit-reset': /^\d{10}$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /^default-src 'none'; /,
};

/** A request and its response. */
export interface HttpExchange {
  method: string;
  /** With the API prefix, without the query string. */
  path: string;
  /** The JSON request body, if any. */
  sent?: unknown;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Checks requests and responses against the OpenAPI document. */
export class Contract {
  readonly document: OpenApiDocument;
  readonly #operations: { method: string; pattern: RegExp; operation: Operation }[];
  readonly #closed: Ajv2020;
  readonly #open: Ajv2020;
  /** By schema, because compiling one takes milliseconds, and most responses have one of few. */
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    // As in every router, `/x/review` takes precedence over `/x/{id}`.
    const listed = listOperations(document).sort(
      (a, b) => a.path.split('{').length - b.path.split('{').length,
    );
    this.#operations = listed.map(({ method, path, operation }) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    }));
    this.#closed = createAjv(document, forbidExtraProperties);
    this.#open = createAjv(document, schema => schema);
    // Requests may contain values that become valid by normalization, such as non-ASCII URLs.
    this.#open.addFormat('uri', text => normalizeUrl(text.trim()) !== undefined);
    this.#open.addFormat('email', text => normalizeAccountEmail(text.trim()) !== undefined);
    this.#open.addFormat('date-time', text => Value.Check(DateTime(), text.trim()));
  }

  findOperation(method: string, path: string): Operation | undefined {
    const lookup = method === 'HEAD' ? 'GET' : method;
    return this.#operations.find(({ method: m, pattern }) => m === lookup && pattern.test(path))?.operation;
  }

  /** Lists everything about a request and its response that the document does not allow. */
  findProblems(exchange: HttpExchange): string[] {
    const { method, path, status, headers } = exchange;
    if (method === 'OPTIONS' || !path.startsWith('/api/')) return [];
    const problems = Object.entries(TRACE_HEADERS)
      .filter(([name, form]) => !form.test(headers.get(name) ?? ''))
      .map(([name]) => `${name} is ${headers.get(name)}`);
    const operation = this.findOperation(method, path);
    if (!operation) return [...problems, ...this.#problemsOfFailure(exchange)];
    const listed = operation.responses[status];
    if (!listed) return [...problems, `the status ${status} is not listed for ${operation.operationId}`];
    const response = resolveReference<ResponseObject>(this.document, listed);
    return [
      ...problems,
      ...this.#missingHeaders(response, headers),
      ...this.#problemsOfBody(response, exchange),
      ...(status < 300 ? this.#problemsOfRequest(operation, exchange.sent) : []),
    ];
  }

  /** Validates a value. @returns the error message; undefined if the value is valid */
  findViolation(schema: Schema, value: unknown, isClosed = true): string | undefined {
    const ajv = isClosed ? this.#closed : this.#open;
    const key = `${isClosed} ${JSON.stringify(schema)}`;
    const validate =
      this.#validators.get(key) ??
      ajv.compile(useBareReferences(isClosed ? forbidExtraProperties(schema) : schema));
    this.#validators.set(key, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { separator: '; ' });
  }

  /** Checks the error envelope of routes that the document does not list: a test's own, or unknown ones. */
  #problemsOfFailure({ status, body, method }: HttpExchange): string[] {
    if (status < 400 || method === 'HEAD') return [];
    const violation = this.findViolation({ $ref: '#/components/schemas/Failure' }, body);
    return violation ? [violation] : [];
  }

  #missingHeaders({ headers = {} }: ResponseObject, given: Headers): string[] {
    return Object.entries(headers)
      .filter(([name, header]) => {
        const { required } = resolveReference<{ required?: boolean }>(this.document, header);
        return required && !given.has(name);
      })
      .map(([name]) => `the header ${name} is missing`);
  }

  #problemsOfBody(response: ResponseObject, exchange: HttpExchange): string[] {
    const { method, status, headers, body } = exchange;
    const given = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    if (method === 'HEAD') return [];
    if (!response.content) return body === '' ? [] : [`status ${status} came with a body`];
    const media = response.content[given];
    if (!media) return [`the media type ${given} is not listed`];
    if (given !== JSON_TYPE) return [];
    const violation = this.findViolation(media.schema, body);
    return [...(violation ? [violation] : []), ...unlistedCode(status, media, body)];
  }

  #problemsOfRequest({ requestBody }: Operation, sent: unknown): string[] {
    const media = requestBody?.content[JSON_TYPE];
    if (!media || sent === undefined) return [];
    const violation = this.findViolation(media.schema, sent, false);
    return violation ? [`the request was accepted although ${violation}`] : [];
  }
}

function unlistedCode(status: number, media: MediaType, body: unknown): string[] {
  if (status < 400) return [];
  const code = (body as { error?: { code?: string } })?.error?.code ?? '';
  return Object.hasOwn(media.examples ?? {}, code) ? [] : [`the code ${code} is not listed for ${status}`];
}

function createAjv(document: OpenApiDocument, shape: (schema: Schema) => Schema): Ajv2020 {
  const options = { strict: false, allErrors: true, discriminator: true };
  // Compiling takes longer than validating: a schema is compiled once rather than in each place, and not optimized.
  const speed = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ ...options, ...speed, multipleOfPrecision: MONEY_PRECISION });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(useBareReferences(shape(selectByTag(document, schema) as Schema)), name);
  return ajv;
}

/** Lets ajv validate the variant that a required tag names, instead of all of them: an event has 90. */
function selectByTag(document: OpenApiDocument, schema: Schema): object {
  const { anyOf, discriminator, ...rest } = schema;
  const propertyName = discriminator?.propertyName ?? '';
  const isTagged = anyOf?.every(each =>
    resolveReference<Schema>(document, each).required?.includes(propertyName),
  );
  // Without the mapping, which ajv does not support.
  return isTagged ? { ...rest, oneOf: anyOf, discriminator: { propertyName } } : { ...rest, anyOf };
}

/** Shortens references to the bare component names that ajv knows. */
function useBareReferences(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"'));
}

/** Forbids properties that the schema does not list, so that leaked fields fail the test. */
function forbidExtraProperties(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(forbidExtraProperties) as never;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'enum' || name === 'examples' ? value : forbidExtraProperties(value as Schema),
    ]),
  ) as Schema;
  const isRecord = schema.type === 'object' && schema.properties !== undefined;
  return isRecord && schema.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}

let cached: Promise<Contract | undefined> | undefined;

/** Returns the contract of the app under test, read once from its own OpenAPI document. */
export function loadContract(send: (request: Request, peer?: string) => Promise<Response>) {
  cached ??= read(send);
  return cached;
}

/** A separate client address, so that reading the document doesn't use up a test's rate limit. */
const READER = '192.0.2.1';

async function read(
  send: (request: Request, peer?: string) => Promise<Response>,
): Promise<Contract | undefined> {
  const response = await send(new Request('http://localhost/api/v1/docs'), READER);
  if (response.ok) return new Contract((await response.json()) as OpenApiDocument);
  cached = undefined;
  return undefined;
}
