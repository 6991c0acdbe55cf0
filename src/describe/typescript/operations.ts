import { pascalCase } from '../../platform/names.ts';
import type { Schema } from '../openapi/document.ts';
import { type Input, isStreaming, type OperationCall } from '../operation-calls.ts';
import type { OperationTemplate } from './runtime/generated.ts';
import { indent, type TypeScriptTypes, toArgumentsName, toComment, toLiteral } from './types.ts';

const IDEMPOTENCY_HEADER = 'Idempotency-Key';
const FORM_TYPE = 'multipart/form-data';

/** Generates the type of an operation's arguments; undefined for an operation without. */
export function generateArguments(call: OperationCall, types: TypeScriptTypes): string | undefined {
  const { id, inputs } = call;
  if (inputs.length === 0) return undefined;
  const reference = getBodyReference(call);
  const own = reference ? inputs.filter(({ place }) => place !== 'body') : inputs;
  const properties = Object.fromEntries(own.map(input => [input.name, toProperty(input)]));
  const required = own.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const parts = [
    ...(own.length > 0 ? [types.fields(properties, required)] : []),
    ...(reference ? [types.of(reference)] : []),
  ];
  const comment = toComment([`The arguments of ${id}.`])[0];
  return `${comment}\nexport type ${toArgumentsName(id)} = ${parts.join(' & ')};\n`;
}

/** Returns the component of the body, whose variants are more exact than all fields together, if no name differs. */
function getBodyReference({ operation, inputs, bodyType }: OperationCall): Schema | undefined {
  const schema = bodyType && operation.requestBody?.content[bodyType]?.schema;
  const isRenamed = inputs.some(({ place, name, apiName }) => place === 'body' && name !== apiName);
  return schema && '$ref' in schema && !isRenamed ? schema : undefined;
}

function toProperty({ schema, description }: Input): Schema {
  return description === undefined ? schema : { ...schema, description };
}

/** Generates the method of an operation and, for lists, the one that iterates over all pages. */
function generateSignatures(call: OperationCall, types: TypeScriptTypes): string {
  const { id, inputs, operation, method, path, result } = call;
  const isOptional = !inputs.some(({ isRequired }) => isRequired);
  const args =
    inputs.length === 0
      ? 'args?: Record<string, never>'
      : `args${isOptional ? '?' : ''}: ${toArgumentsName(id)}`;
  const lines = [
    ...toComment([
      operation.summary,
      ...(operation.description ? ['', operation.description] : []),
      '',
      `${method} ${path}`,
      `@throws PerkmintError with ${operation['x-error-codes'].join(', ')}`,
    ]),
    `${id}(${args}, options?: CallOptions): ${getReturnType(call, types)};`,
  ];
  const iterator = getIteratorName(call);
  if (iterator && result.kind === 'data' && result.item)
    lines.push(
      ...toComment([`${operation.summary}. Iterates over the records of all pages.`]),
      `${iterator}(${args}, options?: CallOptions): AsyncGenerator<${types.of(result.item)}>;`,
    );
  return lines.join('\n');
}

/** Returns `iterateCampaigns` for `listCampaigns`. */
function getIteratorName({ id, result }: OperationCall): string | undefined {
  if (result.kind !== 'data' || !result.item) return undefined;
  return `iterate${pascalCase(id).replace(/^List/, '')}`;
}

function getReturnType({ result }: OperationCall, types: TypeScriptTypes): string {
  if (result.kind === 'stream') return 'AsyncGenerator<Record<string, unknown>>';
  if (result.kind === 'bytes') return 'Promise<Uint8Array>';
  if (result.kind === 'document') return 'Promise<Record<string, unknown>>';
  return `Promise<${types.of(result.schema)}>`;
}

/** Generates the entry of an operation in the table from which the client sends its requests. */
export function generateTemplate(call: OperationCall): string {
  const { id, method, path, inputs, bodyType } = call;
  const query = inputs.filter(({ place }) => place === 'query').map(({ name }) => name);
  const renamed = inputs.filter(({ place, name, apiName }) => place !== 'header' && name !== apiName);
  const has = (header: string) => inputs.some(({ apiName }) => apiName === header);
  const iterator = getIteratorName(call);
  const template: OperationTemplate = {
    method,
    path,
    ...(bodyType && query.length > 0 && { query }),
    ...(bodyType && { body: bodyType === FORM_TYPE ? ('form' as const) : ('json' as const) }),
    ...(isStreaming(call) && { isStream: true }),
    ...(has(IDEMPOTENCY_HEADER) && { isIdempotent: true }),
    ...(inputs.some(({ name, place }) => name === 'dryRun' && place === 'body') && { hasDryRunField: true }),
    ...(iterator && { iterator }),
    ...(renamed.length > 0 && {
      renamed: Object.fromEntries(renamed.map(({ name, apiName }) => [name, apiName])),
    }),
  };
  return `${id}: ${toSource(template)},`;
}

function toSource(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toSource).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return toLiteral(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${toSource(field)}`);
  return `{ ${fields.join(', ')} }`;
}

/** Generates the interface of all operations. */
export function generateInterface(calls: OperationCall[], types: TypeScriptTypes): string {
  const methods = calls.map(call => indent(generateSignatures(call, types)));
  return `/** A method for each operation. */\nexport interface Operations {\n${methods.join('\n\n')}\n}\n`;
}
