import type { ErrorCode } from '../../errors.ts';
import { positionsWith } from '../../http/authenticate.ts';
import type { RouteEntry } from '../../http/routes.ts';
import { type Examples, kindOf, type Place } from '../examples/examples.ts';
import type { Answer, MediaType, Operation, Parameter, Reference, Schema } from './document.ts';
import { errorsOf, type FailureGroup, groupByStatus, takesKeys } from './errors.ts';
import { headersOfSuccess } from './headers.ts';
import type { Schemas } from './schemas.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
const BYTES: Schema = { type: 'string', format: 'binary' };

/** An operation as the plugin describes it; what stands in `detail` of a route comes out at its top. */
export interface PluginOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: PluginParameter[];
  requestBody?: { content: PluginContent };
  responses?: Record<string, { content?: PluginContent }>;
  'x-errors'?: ErrorCode[];
  'x-cached'?: boolean;
  'x-produces'?: readonly string[];
  'x-example'?: unknown;
  'x-signed'?: unknown;
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

/** What one operation needs of the document around it. */
export interface Workshop {
  schemas: Schemas;
  examples: Examples;
  /** Keeps a group of failures as a component that operations share. */
  shareFailure(group: FailureGroup): Reference;
}

/** One operation of the document, made of what the plugin knows and what the route declares. */
export function toOperation(plugin: PluginOperation, route: RouteEntry, shop: Workshop): Operation {
  const operationId = plugin.operationId ?? '';
  const kind = kindOfPath(route.pathPattern);
  const place: Place = {
    operationId,
    owner: operationId,
    fields: [],
    kind,
    isRequest: false,
  };
  const parameters = [
    ...(plugin.parameters ?? []).map(parameter => toParameter(parameter, shop, place)),
    ...headerParameters(plugin, route),
  ];
  const hasInput = (plugin.parameters?.length ?? 0) > 0 || route.bodyKind !== 'none';
  const codes = errorsOf(route, hasInput, plugin['x-errors'] ?? []);
  const failures = groupByStatus(codes, operationId);
  const body = toRequestBody(plugin, route, shop, place);
  return {
    operationId,
    summary: plugin.summary ?? '',
    ...(plugin.description ? { description: plugin.description } : {}),
    tags: plugin.tags ?? [],
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...toSuccesses(plugin, route, shop, place),
      ...Object.fromEntries(failures.map(group => [group.status, shop.shareFailure(group)])),
    },
    'x-access': route.access,
    ...(route.scope && takesKeys(route) ? { 'x-required-scope': route.scope } : {}),
    ...(route.permission ? { 'x-required-positions': positionsWith(route.permission) } : {}),
    ...(route.openActions.length > 0 ? { 'x-open-actions': route.openActions } : {}),
    'x-rate-tier': route.tier,
    'x-error-codes': codes,
  };
}

function securityOf(route: RouteEntry): Operation['security'] {
  if (route.access === 'public') return [];
  const person = { bearerAuth: [] };
  if (!takesKeys(route)) return [person];
  const either = [person, { apiKey: [] }];
  return route.access === 'optional' ? [{}, ...either] : either;
}

function toParameter(parameter: PluginParameter, { schemas, examples }: Workshop, place: Place): Parameter {
  const { name, description, examples: own } = parameter;
  const schema = schemas.add(parameter.schema);
  const about = description ?? schema.description;
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

function headerParameters(plugin: PluginOperation, route: RouteEntry): Reference[] {
  const names = [
    route.idempotent ? ['IdempotencyKey'] : [],
    route.dryRun ? ['DryRun'] : [],
    plugin['x-cached'] ? ['IfNoneMatch'] : [],
    plugin['x-signed'] ? ['WebhookSignature', 'WebhookTimestamp'] : [],
  ].flat();
  return names.map(name => ({ $ref: `#/components/parameters/${name}` }));
}

function toRequestBody(
  plugin: PluginOperation,
  route: RouteEntry,
  { schemas, examples }: Workshop,
  place: Place,
): Operation['requestBody'] {
  const raw = plugin['x-signed'] ?? schemaOf(plugin.requestBody?.content);
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
        examples: examples.ofBody(schema, { ...place, isRequest: true }),
      },
    },
  };
}

/** The plugin repeats a schema for each media type it can imagine; they are all the same. */
function schemaOf(content: PluginContent | undefined): unknown {
  return content && Object.values(content)[0]?.schema;
}

function toSuccesses(
  plugin: PluginOperation,
  route: RouteEntry,
  shop: Workshop,
  place: Place,
): Record<string, Answer> {
  const isCached = plugin['x-cached'] ?? false;
  const headers = headersOfSuccess(route, isCached);
  const answers: Record<string, Answer> = {};
  for (const [status, { content }] of Object.entries(plugin.responses ?? {})) {
    const raw = schemaOf(content);
    const described = raw === undefined ? bareContent(plugin) : jsonContent(raw, shop, place);
    answers[status] = {
      description: STATUS_TEXT[status] ?? 'Done',
      headers,
      content: described,
    };
  }
  if (isCached) {
    const { 'X-Ignored-Fields': _, ...rest } = headers;
    answers[304] = {
      description: 'Not modified: the ETag in If-None-Match is still current',
      headers: rest,
    };
  }
  return answers;
}

const STATUS_TEXT: Record<string, string> = { 200: 'Done', 201: 'Created' };

function jsonContent(raw: unknown, { schemas, examples }: Workshop, place: Place): Record<string, MediaType> {
  const schema = schemas.add(raw);
  return {
    [JSON_TYPE]: { schema, examples: examples.ofAnswer(schema, place) },
  };
}

/** A route without a response schema answers a document of its own, or bytes of the kinds it names. */
function bareContent(plugin: PluginOperation): Record<string, MediaType> {
  const example = { value: plugin['x-example'] ?? {} };
  const document = { schema: { type: 'object' }, examples: { default: example } };
  const produces = plugin['x-produces'] ?? [JSON_TYPE];
  return Object.fromEntries(
    produces.map(mediaType => [mediaType, mediaType === JSON_TYPE ? document : { schema: BYTES }]),
  );
}

/** What `{id}` names: the record of the last plural part before it. */
function kindOfPath(template: string): Place['kind'] {
  const parts = template.split('/').filter(part => part !== '' && !part.startsWith(':'));
  return parts
    .reverse()
    .map(kindOf)
    .find(kind => kind !== undefined);
}
