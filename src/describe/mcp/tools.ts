import { formatPositions } from '../../http/pipeline/authorize.ts';
import { snakeCase, splitWords } from '../../platform/names.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../openapi/document.ts';
import { type Input, listOperationCalls, type OperationCall } from '../operation-calls.ts';
import { ADVICE } from './toolsets.ts';

/** Verbs of POST operations that only add or compute something. All other changes can be destructive. */
const ADDITIVE_VERBS = new Set([
  'add',
  'advise',
  'connect',
  'create',
  'enroll',
  'generate',
  'plan',
  'quick',
  'recommend',
  'record',
  'redeliver',
  'submit',
  'test',
  'verify',
]);
/** Operations that contact other services. */
const OPEN_WORLD = new Set([
  'connectPlatform',
  'createWebhook',
  'getConnection',
  'getLinkPreview',
  'redeliver',
  'redeliverFailed',
  'replayEvents',
  'testMail',
  'testWebhook',
  'verifyConnection',
]);
/** Not additive, because it can also redeem, void and reverse cashback. */
const CREATE_CASHBACK = 'createCashback';
/** Limits inlining, because components can refer to each other. */
const MAX_DEPTH = 12;
/** Larger unions are left out, because the payloads of all events would be larger than all other schemas. */
const MAX_BRANCHES = 20;

interface ToolAnnotations {
  title?: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/**
 * An operation as an agent tool. Its schemas are self-contained, because agents do not see the rest of the document.
 */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: ToolAnnotations;
}

interface ObjectSchema extends Schema {
  type: 'object';
}

/** A tool with its operation. */
export interface BoundTool {
  tool: Tool;
  /** Without output schema, with advice: for the toolsets that a model reads. */
  compact: Tool;
  call: OperationCall;
}

/** Lists one tool per operation of the document. */
export function listTools(document: OpenApiDocument): BoundTool[] {
  return listOperationCalls(document).map(call => bindTool(document, call));
}

/** Returns an operation as a tool. */
export function bindTool(document: OpenApiDocument, call: OperationCall): BoundTool {
  const tool = toTool(document, call);
  return { call, tool, compact: toCompactTool(tool, call) };
}

function toTool(document: OpenApiDocument, call: OperationCall): Tool {
  const { operation } = call;
  const outputSchema = toOutputSchema(document, call);
  return {
    name: snakeCase(call.id),
    title: operation.summary,
    description: toDescription(call),
    inputSchema: toInputSchema(document, call),
    ...(outputSchema ? { outputSchema } : {}),
    annotations: toAnnotations(call),
  };
}

function toCompactTool(
  { outputSchema: _, annotations, ...tool }: Tool,
  { id, operation }: OperationCall,
): Tool {
  const { title: __, ...hints } = annotations;
  const advice = ADVICE[id];
  const description = advice ? `${operation.summary.replace(/[.?]$/, '')}. ${advice}` : tool.description;
  return { ...tool, description, annotations: hints };
}

function toAnnotations({ method, id, operation }: OperationCall): ToolAnnotations {
  const readOnlyHint = method === 'GET';
  const isAdditive =
    method === 'POST' && ADDITIVE_VERBS.has(splitWords(id)[0] ?? '') && id !== CREATE_CASHBACK;
  return {
    title: operation.summary,
    readOnlyHint,
    destructiveHint: !readOnlyHint && !isAdditive,
    idempotentHint: method !== 'POST',
    openWorldHint: OPEN_WORLD.has(id),
  };
}

/** Kept short, because agents read the descriptions of all tools first. */
function toDescription({ operation }: OperationCall): string {
  const scope = operation['x-required-scope'];
  const needs = scope ? `API keys require the ${scope} scope.` : '';
  const who = ACCESS_NOTES[operation['x-access']] ?? '';
  return [
    `${operation.summary.replace(/[.?]$/, '')}.`,
    operation.description,
    who,
    describePositions(operation),
    needs,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes which positions may call, unless all but those at the counter may. */
function describePositions(operation: OperationCall['operation']): string {
  const positions = operation['x-required-positions'];
  if (!positions || positions.includes('staff')) return '';
  return `Users must have the position ${formatPositions(positions)}.`;
}

const ACCESS_NOTES: Record<string, string> = {
  admin: 'Admins only.',
  businessUser: 'For business users only; API keys are not accepted.',
  person: 'For users only; API keys are not accepted.',
  business: 'For businesses only.',
};

function toInputSchema(document: OpenApiDocument, { inputs }: OperationCall): ObjectSchema {
  const properties = Object.fromEntries(inputs.map(input => [input.name, toArgumentSchema(document, input)]));
  const required = inputs.filter(input => input.isRequired).map(input => input.name);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function toArgumentSchema(document: OpenApiDocument, { schema, description, isFile }: Input): Schema {
  if (isFile) return { type: 'string', description: `${description ?? 'The file'}, base64-encoded` };
  const inline = inlineReferences(document, schema);
  return description ? { ...inline, description } : inline;
}

/** Returns the schema of the response data, including the dry run marker. */
function toOutputSchema(
  document: OpenApiDocument,
  { result, inputs }: OperationCall,
): ObjectSchema | undefined {
  if (result.kind === 'bytes' || result.kind === 'stream') return undefined;
  if (result.kind === 'document') return { type: 'object' };
  const data = inlineReferences(document, result.schema);
  const takesDryRun = inputs.some(({ name, place }) => name === 'dryRun' && place === 'header');
  const properties = takesDryRun ? { ...data.properties, dryRun: DRY_RUN_SCHEMA } : data.properties;
  return { ...data, type: 'object', ...(properties ? { properties } : {}) };
}

const DRY_RUN_SCHEMA: Schema = {
  type: 'boolean',
  description: 'true if the call was a dry run and nothing was changed',
};

/**
 * Replaces every reference with its schema and removes examples to save space. Gemini rejects all tools of a request for
 * `exclusiveMinimum` and `multipleOf`, and clients check the latter in floating point, where 19.99 is not a multiple of
 * 0.01. The server checks both.
 */
function inlineReferences(document: OpenApiDocument, node: Schema, depth = 0): Schema {
  if (depth > MAX_DEPTH) return {};
  const {
    examples: _,
    multipleOf: _steps,
    exclusiveMinimum,
    discriminator,
    ...rest
  } = resolveReference(document, node);
  const schema = exclusiveMinimum === undefined ? rest : { ...rest, minimum: exclusiveMinimum };
  if (discriminator && (schema.anyOf?.length ?? 0) > MAX_BRANCHES)
    return { type: 'object', ...(schema.description ? { description: schema.description } : {}) };
  const inner = (child: Schema) => inlineReferences(document, child, depth + 1);
  const all = (children: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(children).map(([name, child]) => [name, inner(child)]));
  const { properties, patternProperties, items, anyOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties ? { properties: all(properties) } : {}),
    ...(patternProperties ? { patternProperties: all(patternProperties) } : {}),
    ...(items ? { items: inner(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
    ...(allOf ? { allOf: allOf.map(inner) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: inner(additionalProperties) }
      : {}),
  };
}
