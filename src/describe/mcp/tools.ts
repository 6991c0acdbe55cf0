import { snakeCase, splitWords } from '../names.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../openapi/document.ts';
import { type Input, listOperationCalls, type OperationCall } from '../operation-calls.ts';

/** The verbs of POSTs that only add something or compute an answer. Every other change may take something away. */
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
  'redeliver',
  'submit',
  'test',
  'verify',
]);
/** It also spends, voids and reverses cashback. */
const CREATE_CASHBACK = 'createCashback';
/** Components refer to each other; deeper than this nothing is told apart any more. */
const MAX_DEPTH = 12;

export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** An operation as an agent's tool. Its schemas stand alone: an agent sees no other part of the document. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: ToolAnnotations;
}

export interface ObjectSchema extends Schema {
  type: 'object';
}

/** A tool with the call behind it. */
export interface BoundTool {
  tool: Tool;
  call: OperationCall;
}

/** One tool for every operation of the document. */
export function listTools(document: OpenApiDocument): BoundTool[] {
  return listOperationCalls(document).map(call => ({ call, tool: toTool(document, call) }));
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

function toAnnotations({ method, id, operation }: OperationCall): ToolAnnotations {
  const readOnlyHint = method === 'GET';
  const isAdditive =
    method === 'POST' && ADDITIVE_VERBS.has(splitWords(id)[0] ?? '') && id !== CREATE_CASHBACK;
  return {
    title: operation.summary,
    readOnlyHint,
    destructiveHint: !readOnlyHint && !isAdditive,
    idempotentHint: method !== 'POST',
    openWorldHint: false,
  };
}

/** Compact: an agent reads the descriptions of all tools before it calls the first. */
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

/** Which of the people of a business may call, where not all may. */
function describePositions(operation: OperationCall['operation']): string {
  const positions = operation['x-required-positions'];
  if (!positions) return '';
  const open = operation['x-open-actions'];
  const who = `Users must have the position ${positions.join(' or ')}`;
  return open ? `${who}, except for ${open.join(', ')}.` : `${who}.`;
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

/** The data of the answer; a dry run marks it. */
function toOutputSchema(
  document: OpenApiDocument,
  { result, inputs }: OperationCall,
): ObjectSchema | undefined {
  if (result.kind === 'bytes' || result.kind === 'stream') return undefined;
  if (result.kind === 'document') return { type: 'object' };
  const data = withoutMultipleOf(inlineReferences(document, result.schema));
  const takesDryRun = inputs.some(({ name, place }) => name === 'dryRun' && place === 'header');
  const properties = takesDryRun ? { ...data.properties, dryRun: DRY_RUN_SCHEMA } : data.properties;
  return { ...data, type: 'object', ...(properties ? { properties } : {}) };
}

const DRY_RUN_SCHEMA: Schema = {
  type: 'boolean',
  description: 'true if the call was a dry run and nothing was changed',
};

/** Clients check results with doubles, for which 19.99 is not quite a number of cents. */
function withoutMultipleOf(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name === 'multipleOf' ? undefined : value)));
}

/** The schema with every reference replaced by what it names; examples, which only cost room, are left out. */
function inlineReferences(document: OpenApiDocument, node: Schema, depth = 0): Schema {
  if (depth > MAX_DEPTH) return {};
  const { examples: _, ...schema } = resolveReference(document, node);
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
