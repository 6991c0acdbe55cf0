import { POSITIONS } from '../../../db/enums.ts';
import type { ErrorCode } from '../../errors.ts';
import { listColumns, toCells } from '../../http/csv/columns.ts';
import { describeDeprecation } from '../../http/deprecation.ts';
import { positionsWith } from '../../http/pipeline/authorize.ts';
import type { RouteEntry } from '../../http/routes.ts';
import { formatCsvRow } from '../../platform/csv.ts';
import operationDescriptions from './descriptions/operations.json';
import { PARAMETER_DESCRIPTIONS } from './descriptions/parameters.ts';
import type { MediaType, Operation, Parameter, Reference, ResponseObject, Schema } from './document.ts';
import { acceptsApiKeys, type ErrorGroup, groupByStatus, listErrorCodes } from './errors.ts';
import { type ExampleContext, type ExampleGenerator, findIdKind } from './examples/examples.ts';
import { listSuccessHeaders } from './headers.ts';
import { nameData } from './response-names.ts';
import type { SchemaRegistry } from './schemas.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
const FORM_TYPE = 'multipart/form-data';
const BYTES: Schema = { type: 'string', format: 'binary' };

/** An operation as described by the swagger plugin, which copies the fields of a route's `detail` to the top level. */
export interface PluginOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: PluginParameter[];
  requestBody?: { content: PluginContent };
  responses?: Record<string, { content?: PluginContent }>;
  'x-errors'?: ErrorCode[];
  'x-cached'?: boolean | 'sometimes';
  'x-produces'?: readonly string[];
  'x-example'?: unknown;
  'x-signed'?: unknown;
  'x-signatures'?: string[];
}

type PluginContent = Record<string, { schema: unknown }>;

interface PluginParameter {
  name: string;
  in: Parameter['in'];
  description?: string;
  required: boolean;
  schema: Record<string, unknown>;
  examples?: unknown[];
}

/** The document-wide state used to generate an operation. */
export interface OperationContext {
  schemas: SchemaRegistry;
  examples: ExampleGenerator;
  /** Stores an error group as a component that operations share. */
  shareErrorResponse(group: ErrorGroup): Reference;
}

/** Generates an operation from the plugin's output and the route's declarations. */
export function toOperation(plugin: PluginOperation, route: RouteEntry, shop: OperationContext): Operation {
  const operationId = plugin.operationId ?? '';
  const kind = findPathIdKind(route.pathPattern);
  const place: ExampleContext = {
    operationId,
    owner: operationId,
    fields: [],
    kind,
    isRequest: false,
  };
  const parameters = [
    ...(plugin.parameters ?? []).map(parameter => toParameter(parameter, shop, place)),
    ...listSharedParameters(plugin, route),
  ];
  const hasInput = (plugin.parameters?.length ?? 0) > 0 || route.bodyKind !== 'none';
  const codes = listErrorCodes(route, hasInput, plugin['x-errors'] ?? []);
  const failures = groupByStatus(codes, operationId);
  const body = toRequestBody(plugin, route, shop, place);
  return {
    operationId,
    summary: plugin.summary ?? '',
    ...describeOperation(plugin, route),
    tags: plugin.tags ?? [],
    ...(route.deprecated ? { deprecated: true } : {}),
    security: toSecurity(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...toSuccessResponses(plugin, route, shop, place),
      ...Object.fromEntries(failures.map(group => [group.status, shop.shareErrorResponse(group)])),
    },
    'x-access': route.access,
    ...(route.scope && acceptsApiKeys(route) ? { 'x-required-scope': route.scope } : {}),
    ...describePositions(route),
    'x-rate-tier': route.tier,
    'x-error-codes': codes,
  };
}

/** Descriptions of operations by ID: when to use one, and what it does beyond its summary. */
const OPERATION_DESCRIPTIONS: Readonly<Record<string, string>> = operationDescriptions;

/** A route's own description takes precedence. */
function describeOperation(
  { description }: PluginOperation,
  { operationId, deprecated }: RouteEntry,
): Pick<Operation, 'description'> {
  const about = description ?? OPERATION_DESCRIPTIONS[operationId];
  const all = [about, deprecated && describeDeprecation(deprecated)].filter(Boolean);
  return all.length > 0 ? { description: all.join('\n\n') } : {};
}

/** Lists the positions that may call, unless all may. */
function describePositions({ permission }: RouteEntry): Pick<Operation, 'x-required-positions'> {
  const positions = permission ? positionsWith(permission) : POSITIONS;
  return positions.length === POSITIONS.length ? {} : { 'x-required-positions': positions };
}

function toSecurity(route: RouteEntry): Operation['security'] {
  if (route.access === 'public') return [];
  const person = { bearerAuth: [] };
  if (!acceptsApiKeys(route)) return [person];
  const either = [person, { apiKey: [] }];
  return route.access === 'optional' ? [{}, ...either] : either;
}

function toParameter(
  parameter: PluginParameter,
  { schemas, examples }: OperationContext,
  place: ExampleContext,
): Parameter {
  const { name, description, examples: own } = parameter;
  const schema = schemas.add(parameter.schema);
  const about = description ?? schema.description ?? PARAMETER_DESCRIPTIONS[name];
  const { description: _, ...bare } = schema;
  const at = { ...place, fields: [name], isRequest: true };
  return {
    name,
    in: parameter.in,
    ...(about ? { description: about } : {}),
    required: parameter.in === 'path' || (parameter.required && schema.default === undefined),
    schema: bare,
    example: own?.[0] ?? examples.valueOf(bare, at),
  };
}

function listSharedParameters(plugin: PluginOperation, route: RouteEntry): Reference[] {
  const names = [
    route.querySchema ? ['Strict'] : [],
    route.listItem ? ['Format', 'Bom'] : [],
    route.idempotent ? ['IdempotencyKey'] : [],
    route.dryRun ? ['DryRun'] : [],
    plugin['x-cached'] ? ['IfNoneMatch'] : [],
    plugin['x-signatures'] ?? (plugin['x-signed'] ? ['WebhookSignature', 'WebhookTimestamp'] : []),
  ].flat();
  return names.map(name => ({ $ref: `#/components/parameters/${name}` }));
}

function toRequestBody(
  plugin: PluginOperation,
  route: RouteEntry,
  { schemas, examples }: OperationContext,
  place: ExampleContext,
): Operation['requestBody'] {
  const raw = plugin['x-signed'] ?? findSchema(plugin.requestBody?.content);
  if (raw === undefined) return undefined;
  const schema = schemas.add(raw);
  const mediaType = route.bodyKind === 'form' ? FORM_TYPE : JSON_TYPE;
  const named = schemas.find(schema).schema;
  return {
    // An absent body counts as an empty object.
    required: named.anyOf !== undefined || (named.required?.length ?? 0) > 0,
    content: {
      [mediaType]: {
        schema,
        examples: examples.forBody(schema, { ...place, isRequest: true }),
      },
    },
  };
}

/** The plugin repeats the same schema for several media types. */
function findSchema(content: PluginContent | undefined): unknown {
  return content && Object.values(content)[0]?.schema;
}

function toSuccessResponses(
  plugin: PluginOperation,
  route: RouteEntry,
  shop: OperationContext,
  place: ExampleContext,
): Record<string, ResponseObject> {
  const headers = listSuccessHeaders(route, plugin['x-cached'] === true);
  const answers: Record<string, ResponseObject> = {};
  for (const [status, { content }] of Object.entries(plugin.responses ?? {})) {
    const raw = findSchema(content);
    const described = raw === undefined ? toBareContent(plugin) : toJsonContent(raw, shop, place);
    if (route.listItem) described[CSV_TYPE] = toCsvContent(route, described[JSON_TYPE]);
    answers[status] = {
      description: STATUS_DESCRIPTIONS[status] ?? 'Done',
      headers,
      content: described,
    };
  }
  if (plugin['x-cached']) {
    const { 'X-Ignored-Fields': _, ...rest } = headers;
    answers[304] = {
      description: 'Not modified: the ETag in If-None-Match is still current',
      headers: rest,
    };
  }
  return answers;
}

const STATUS_DESCRIPTIONS: Record<string, string> = { 200: 'Done', 201: 'Created' };

function toJsonContent(
  raw: unknown,
  { schemas, examples }: OperationContext,
  place: ExampleContext,
): Record<string, MediaType> {
  const schema = schemas.add(raw);
  const described = { examples: examples.ofAnswer(schema, place) };
  return { [JSON_TYPE]: { schema: nameData(schema, place.operationId, schemas), ...described } };
}

/** A list as a file: the example of its response as JSON, with one line per item. */
function toCsvContent(route: RouteEntry, json: MediaType | undefined): MediaType {
  const columns = listColumns(route);
  const [example] = Object.values(json?.examples ?? {}) as { value?: ListExample }[];
  const rows = example?.value?.data?.items?.map(item => toCells(item, columns)) ?? [];
  const text = [columns.map(({ name }) => name), ...rows].map(formatCsvRow).join('');
  return { schema: { type: 'string' }, examples: { default: { value: text } } };
}

interface ListExample {
  data?: { items?: unknown[] };
}

/** A route without a response schema returns a bare document, or bytes of the media types it declares. */
function toBareContent(plugin: PluginOperation): Record<string, MediaType> {
  const example = { value: plugin['x-example'] ?? {} };
  const document = { schema: { type: 'object' }, examples: { default: example } };
  const produces = plugin['x-produces'] ?? [JSON_TYPE];
  return Object.fromEntries(
    produces.map(mediaType => [mediaType, mediaType === JSON_TYPE ? document : { schema: BYTES }]),
  );
}

/** Returns the kind of record that `{id}` in a path identifies, based on the segment before it. */
function findPathIdKind(template: string): ExampleContext['kind'] {
  const parts = template.split('/').filter(part => part !== '' && !part.startsWith(':'));
  return parts
    .reverse()
    .map(findIdKind)
    .find(kind => kind !== undefined);
}
