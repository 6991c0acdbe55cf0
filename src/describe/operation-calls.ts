import { type ErrorDetail, invalid } from '../errors.ts';
import { isFormatParameter } from '../http/csv/options.ts';
import { DRY_RUN_HEADER } from '../http/dry-run.ts';
import { STRICT } from '../http/query.ts';
import {
  type ListedOperation,
  listOperations,
  type OpenApiDocument,
  type Parameter,
  type ResponseObject,
  resolveReference,
  type Schema,
} from './openapi/document.ts';
import { INBOUND_SIGNATURE_HEADERS } from './openapi/inbound-signatures.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
const STREAM_TYPE = 'text/event-stream';
const SIGNATURE_HEADERS = ['X-Webhook-Signature', ...INBOUND_SIGNATURE_HEADERS];
/** Headers that callers can set, with their argument names. If-None-Match is left out, because it requires a cache. */
const HEADER_ARGUMENTS: Record<string, string> = {
  'Idempotency-Key': 'idempotencyKey',
  [DRY_RUN_HEADER]: 'dryRun',
};

type InputLocation = 'path' | 'query' | 'header' | 'body';

/** An input of an operation, with a name that is unique in the operation. */
export interface Input {
  name: string;
  /** Its name in the request. */
  apiName: string;
  place: InputLocation;
  schema: Schema;
  isRequired: boolean;
  description: string | undefined;
  /** Whether it is a file in a form. */
  isFile: boolean;
}

/** The result of an operation: the data of an envelope, a bare JSON document, bytes, or a stream of events. */
export type Result =
  | { kind: 'data'; schema: Schema; item: Schema | undefined }
  | { kind: 'document' }
  | { kind: 'bytes'; mediaTypes: string[] }
  | { kind: 'stream' };

/** An operation with flat inputs and one result, from which all clients are generated. */
export interface OperationCall extends ListedOperation {
  id: string;
  inputs: Input[];
  bodyType: typeof JSON_TYPE | typeof FORM_TYPE | undefined;
  result: Result;
  /** Authenticated by a signature instead of a credential. */
  isSigned: boolean;
}

/** Returns whether the operation streams events. */
export function isStreaming({ result }: OperationCall): boolean {
  return result.kind === 'stream';
}

export function listOperationCalls(document: OpenApiDocument): OperationCall[] {
  return listOperations(document).map(listed => toCall(document, listed));
}

function toCall(document: OpenApiDocument, listed: ListedOperation): OperationCall {
  const { operation } = listed;
  const content = operation.requestBody?.content ?? {};
  const bodyType = JSON_TYPE in content ? JSON_TYPE : FORM_TYPE in content ? FORM_TYPE : undefined;
  const parameters = (operation.parameters ?? []).map(node => resolveReference<Parameter>(document, node));
  const all: Input[] = [
    ...parameters.filter(isSettable).map(toParameterInput),
    ...(bodyType ? toBodyInputs(document, content[bodyType]?.schema ?? {}) : []),
  ];
  return {
    ...listed,
    id: operation.operationId,
    inputs: withUniqueNames(all),
    bodyType,
    result: toResult(document, listed),
    isSigned: parameters.some(({ name }) => SIGNATURE_HEADERS.includes(name)),
  };
}

/**
 * Clients know the parameters of an operation: they accept no others, and send `strict` on their own. They download
 * lists as files by a method of their own.
 */
function isSettable({ in: place, name }: Parameter): boolean {
  if (place === 'header') return Object.hasOwn(HEADER_ARGUMENTS, name);
  return place !== 'query' || !(name === STRICT || isFormatParameter(name));
}

function toParameterInput({ name, in: place, schema, required, description }: Parameter): Input {
  return {
    name: place === 'header' ? (HEADER_ARGUMENTS[name] as string) : name,
    apiName: name,
    place,
    schema,
    isRequired: required ?? false,
    description: description ?? schema.description,
    isFile: false,
  };
}

function toBodyInputs(document: OpenApiDocument, reference: Schema): Input[] {
  const schema = resolveReference(document, reference);
  const variants = schema.anyOf?.map(variant => resolveReference(document, variant)) ?? [schema];
  const names = [...new Set(variants.flatMap(variant => Object.keys(variant.properties ?? {})))];
  return names.map(name => {
    const found = variants.flatMap(variant => variant.properties?.[name] ?? []);
    const merged = mergeSchemas(found);
    return {
      name,
      apiName: name,
      place: 'body',
      schema: merged,
      isRequired: variants.every(variant => variant.required?.includes(name)),
      description: merged.description ?? resolveReference(document, merged).description,
      isFile: merged.format === 'binary',
    };
  });
}

/** Merges the schemas of one field from several variants: constants become an enum, others a union. */
function mergeSchemas(all: Schema[]): Schema {
  const words = all.flatMap(schema => schema.enum ?? (schema.const === undefined ? [] : [schema.const]));
  if (all.length > 1 && words.length === all.length) return { type: 'string', enum: [...new Set(words)] };
  return all.length > 0 ? oneOrAnyOf(all) : {};
}

/** Returns a union of the schemas without duplicates. */
function oneOrAnyOf(all: Schema[]): Schema {
  const variants = all.flatMap(schema => schema.anyOf ?? [schema]);
  const different = variants.filter(
    (schema, at) => variants.findIndex(other => Bun.deepEquals(other, schema)) === at,
  );
  return different.length > 1 ? { anyOf: different } : (different[0] as Schema);
}

/** Makes names unique: an id in the path keeps its name, and inputs elsewhere get their location as a prefix. */
function withUniqueNames(inputs: Input[]): Input[] {
  const taken = new Set<string>();
  return inputs.map(input => {
    const { name, place } = input;
    const own = taken.has(name) ? `${place}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
    taken.add(own);
    return { ...input, name: own };
  });
}

function toResult(document: OpenApiDocument, { operation }: ListedOperation): Result {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.map(
    ([, answer]) => resolveReference<ResponseObject>(document, answer).content ?? {},
  );
  const media = contents.flatMap(content => content[JSON_TYPE] ?? []);
  const mediaTypes = contents.flatMap(content => Object.keys(content));
  if (mediaTypes.includes(STREAM_TYPE)) return { kind: 'stream' };
  if (media.length === 0) return { kind: 'bytes', mediaTypes };
  const all = media.flatMap(({ schema }) => resolveReference(document, schema).properties?.data ?? []);
  const data = all.length > 0 ? oneOrAnyOf(all) : undefined;
  if (!data) return { kind: 'document' };
  return { kind: 'data', schema: data, item: findListItem(document, data, operation.parameters ?? []) };
}

/** Returns the item schema of a paginated list. */
function findListItem(document: OpenApiDocument, data: Schema, parameters: object[]): Schema | undefined {
  const { properties = {} } = resolveReference(document, data);
  const hasPages = parameters.some(
    node => resolveReference<Parameter>(document, node as Parameter).name === 'page',
  );
  return hasPages && properties.pagination ? properties.items?.items : undefined;
}

export type Arguments = Record<string, unknown>;

/** Segments that URL parsers remove, even if encoded, so that a different operation would be called. */
const DOT_SEGMENTS = ['.', '..'];

/** Arguments in the path, the query and headers are encoded and parsed again, and no server takes longer ones. */
const MAX_URL_ARGUMENT = 8_000;

function findSegmentProblem(field: string, value: unknown): ErrorDetail | undefined {
  const text = String(value ?? '');
  if (text === '') return { field, issue: 'is required', rule: 'required' };
  return DOT_SEGMENTS.includes(text) ? { field, issue: 'must not be . or ..', rule: 'conflict' } : undefined;
}

/** Encodes a value as a path segment. @throws VALIDATION_ERROR for a value that would change the path */
export function encodePathSegment(field: string, value: unknown): string {
  const problem = findSegmentProblem(field, value);
  if (problem) throw invalid(field, problem.issue, problem);
  return encodeURIComponent(String(value).toWellFormed());
}

/** Lists problems with arguments outside the body. */
export function listUrlProblems({ inputs }: OperationCall, given: Arguments): ErrorDetail[] {
  return inputs
    .filter(({ place }) => place !== 'body')
    .flatMap(({ name, place }) => {
      const limit = MAX_URL_ARGUMENT;
      if (String(given[name] ?? '').length > limit)
        return { field: name, issue: `must have at most ${limit} characters`, rule: 'maxLength', limit };
      return (place === 'path' && findSegmentProblem(name, given[name])) || [];
    });
}

/** The request for a call; unknown argument names are returned in `unknown`. */
interface PreparedRequest {
  method: string;
  /** Includes the query string. */
  path: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  unknown: string[];
}

/** Builds the request for a call. @throws VALIDATION_ERROR for a missing or invalid path argument */
export function prepareRequest(call: OperationCall, given: Arguments): PreparedRequest {
  const taken = (place: InputLocation) =>
    call.inputs.flatMap(input => {
      const value = given[input.name];
      return input.place === place && value !== undefined ? [[input, value] as const] : [];
    });
  const path = call.inputs
    .filter(({ place }) => place === 'path')
    .reduce(
      (left, { name, apiName }) => left.replace(`{${apiName}}`, () => encodePathSegment(name, given[name])),
      call.path,
    );
  const query = new URLSearchParams(
    taken('query').flatMap(([{ apiName }, value]) => (value === null ? [] : [[apiName, String(value)]])),
  );
  const headers = Object.fromEntries(taken('header').map(([{ apiName }, value]) => [apiName, String(value)]));
  const fields = taken('body').map(([{ apiName }, value]) => [apiName, value] as const);
  const known = new Set(call.inputs.map(input => input.name));
  return {
    method: call.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: call.bodyType === JSON_TYPE ? { ...headers, 'Content-Type': JSON_TYPE } : headers,
    body: buildBody(call, fields),
    unknown: Object.keys(given).filter(name => !known.has(name)),
  };
}

function buildBody(
  { bodyType }: OperationCall,
  fields: (readonly [string, unknown])[],
): string | FormData | undefined {
  if (bodyType === JSON_TYPE) return JSON.stringify(Object.fromEntries(fields));
  if (bodyType === undefined) return undefined;
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : 'file');
    else form.set(name, String(value));
  }
  return form;
}

/** Builds the index from which the dashboard generates code samples; much smaller than the document. */
export function buildOperationsIndex(document: OpenApiDocument) {
  const entries = listOperationCalls(document).map(call => [
    call.id,
    {
      method: call.method.toUpperCase(),
      path: call.path,
      pathFields: listFields(call, 'path'),
      queryFields: listFields(call, 'query'),
      bodyFields: listFields(call, 'body'),
    },
  ]);
  return { success: true, data: Object.fromEntries(entries) };
}

function listFields({ inputs }: OperationCall, wanted: InputLocation): string[] {
  return inputs.filter(({ place }) => place === wanted).map(({ apiName }) => apiName);
}
