/** The subset of JSON Schema 2020-12 that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  /** Names the field whose value selects a branch of `anyOf`. */
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
}

export interface Reference {
  $ref: string;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example | Reference>;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: true;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | Reference>;
  /** The callers that are allowed: see Access in http/routes.ts. */
  'x-access': string;
  /** The scope an API key requires; absent if API keys are not accepted or no scope is required. */
  'x-required-scope'?: string;
  /** The positions of business users that may call; absent if every position may. */
  'x-required-positions'?: readonly string[];
  'x-rate-tier': string;
  /** All error codes the operation can return. */
  'x-error-codes': string[];
}

/** A delivery to a webhook endpoint, as described in `webhooks`. */
export interface EventOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: [];
  parameters: (Parameter | Reference)[];
  requestBody: { required: true; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
}

export interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, ResponseObject>;
  parameters: Record<string, Parameter>;
  examples: Record<string, Example>;
  headers: Record<string, Header>;
  securitySchemes: Record<string, Record<string, unknown>>;
}

/** The API description: strict OpenAPI 3.1, generated only from the routes. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  externalDocs: { description: string; url: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** Webhook deliveries by event type. */
  webhooks: Record<string, { post: EventOperation }>;
  components: Components;
}

/** An operation with its method and path. */
export interface ListedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** Lists all operations in the order of the document. */
export function listOperations(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Returns a node, following `$ref`. */
export function resolveReference<T extends object>(document: OpenApiDocument, node: T | Reference): T {
  let found: unknown = node;
  while (typeof found === 'object' && found !== null && '$ref' in found) {
    const steps = String(found.$ref).slice('#/'.length).split('/');
    found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document);
  }
  if (typeof found !== 'object' || found === null)
    throw new Error(`Unresolved reference: ${JSON.stringify(node)}`);
  return found as T;
}
