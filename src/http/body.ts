import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { AppError, invalid } from '../errors.ts';
import { decodeUtf8 } from '../platform/formats.ts';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import { readFileForm } from './file-body.ts';
import { normalize } from './normalize-input.ts';
import { type RoutedRequest, requestState } from './request-state.ts';
import { toValidationError } from './validation-errors.ts';

/** Bodies beyond it take milliseconds to parse. Hardly any request of an application is as large. */
const LARGE_BODY_BYTES = 64 * 1024;
/** The character by which decoders replace invalid bytes. */
const REPLACEMENT = '\ufffd';
/** A media type's parameter with the name of the encoding, in lower case. */
const CHARSET = /^\s*charset\s*=\s*"?([^"\s]*)/;
const UTF_8: readonly string[] = ['utf-8', 'utf8'];

/**
 * Parses and normalizes the body for its route. Returns null when the route has no body or reads the raw bytes.
 * Replaces Elysia's parsers, so that every error has the API's format.
 * @throws INVALID_JSON, VALIDATION_ERROR
 */
export async function readBody(request: Request, state: RoutedRequest): Promise<unknown> {
  const { bodyKind, bodySchema, maxFileBytes } = state.route;
  if (bodyKind === 'none' || bodyKind === 'raw') return null;
  if (maxFileBytes !== null) {
    const { fields, folder } = await readFileForm(request, maxFileBytes);
    state.fileFolder = folder;
    assertFormDecoded(fields);
    return normalize(bodySchema as TSchema, coerceFlags(bodySchema as TSchema, fields), state.ignoredFields);
  }
  const parsed =
    bodyKind === 'json' ? parseJson(await readJsonText(request, state)) : await readForm(request);
  if (bodyKind === 'form') assertFormDecoded(parsed);
  return normalize(bodySchema as TSchema, parsed, state.ignoredFields);
}

async function readJsonText(request: Request, state: RoutedRequest): Promise<string> {
  const text = await readText(request);
  if (state.agentExecution) state.bodyText = text;
  return text;
}

/** Converts the flags of a form, where every field is text. */
function coerceFlags({ properties }: TSchema, fields: Record<string, unknown>): object {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isFlag = properties?.[name]?.type === 'boolean' && (value === 'true' || value === 'false');
    return [name, isFlag ? value === 'true' : value];
  });
  return Object.fromEntries(entries);
}

/** @throws VALIDATION_ERROR as readBytes does, INVALID_JSON for a body that is not UTF-8 */
export async function readText(request: Request): Promise<string> {
  return toText(await readBytes(request));
}

function toText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new AppError('INVALID_JSON', 'The request body is not valid UTF-8');
  return text;
}

/** @throws VALIDATION_ERROR for a truncated body or malformed chunks: both are client errors */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const buffer = await request.arrayBuffer().catch(() => {
    throw incompleteBody();
  });
  if (buffer.byteLength > LARGE_BODY_BYTES) await takeTurn();
  return new Uint8Array(buffer);
}

let latestTurn = Promise.resolve();

/**
 * Waits until the large bodies that came before are parsed and the event loop has looked at other requests: else the
 * large bodies that arrive together are all parsed before anything else is answered.
 */
function takeTurn(): Promise<void> {
  latestTurn = latestTurn.then(yieldToEventLoop);
  return latestTurn;
}

export function incompleteBody(): AppError {
  return invalid('body', 'must be complete and correctly encoded', 'format');
}

/**
 * Parses and validates the bytes of a signed webhook after its signature was verified, with the same checks in the
 * same order as for any other body.
 * @param parse parses JSON and throws for any other text
 * @throws UNSUPPORTED_MEDIA_TYPE, INVALID_JSON, VALIDATION_ERROR
 */
export function readSigned<T extends TSchema>(
  request: Request,
  bytes: Uint8Array,
  schema: T,
  parse: (text: string) => unknown = JSON.parse,
): Static<T> {
  assertMediaType(request.headers, 'application/json');
  const body = normalize(schema, parseJson(toText(bytes), parse), requestState(request).ignoredFields);
  if (!Value.Check(schema, body)) throw toValidationError(schema, body);
  return body;
}

/** Asserts that a body has a type, is UTF-8 if it names a charset, and is not compressed. @throws UNSUPPORTED_MEDIA_TYPE */
export function assertMediaType(headers: Headers, expected: string): void {
  const [actual, ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  if (actual?.trim() !== expected) throw unsupported(`have Content-Type: ${expected}`);
  const charset = parameters.map(parameter => CHARSET.exec(parameter)?.[1]).find(name => name !== undefined);
  if (charset !== undefined && !UTF_8.includes(charset))
    throw unsupported(`be encoded in UTF-8, not ${charset}`);
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') throw unsupported('be sent without Content-Encoding');
}

function unsupported(requirement: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', `The request body must ${requirement}`);
}

/** Rejects the character that replaces bytes that are not UTF-8. @throws VALIDATION_ERROR */
export function assertDecoded(field: string, text: string): void {
  if (text.includes(REPLACEMENT)) throw invalid(field, 'must be valid UTF-8', 'format');
}

function assertFormDecoded(fields: object): void {
  for (const [name, value] of Object.entries(fields))
    for (const text of [value].flat()) if (typeof text === 'string') assertDecoded(name, text);
}

/** Treats an absent body as an empty object, so that the error names the missing fields. */
function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): object {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    throw new AppError('INVALID_JSON', 'The request body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body', 'must be an object', 'type');
  return value;
}

/** Returns the fields of a multipart body. A repeated field becomes an array, which fails validation. */
async function readForm(request: Request): Promise<object> {
  const form = await request.formData().catch(() => {
    throw invalid('body', 'must be valid multipart/form-data', 'format');
  });
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map(name => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
