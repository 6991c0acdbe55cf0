import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { AppError, invalid } from '../errors.ts';
import { requestState } from './request-state.ts';
import type { RouteEntry } from './routes.ts';
import { normalize, toValidationError } from './validation.ts';

/**
 * The body of a request in the shape its route speaks of; null where the route reads none, or reads the bytes
 * itself. Elysia's own parsers never run, so that every refusal is ours.
 * @throws INVALID_JSON, VALIDATION_ERROR
 */
export async function readBody(request: Request, route: RouteEntry, ignored: Set<string>): Promise<unknown> {
  const { bodyKind, bodySchema } = route;
  if (bodyKind === 'none' || bodyKind === 'raw') return null;
  const given = bodyKind === 'json' ? parseJson(await readText(request)) : await readForm(request);
  return normalize(bodySchema as TSchema, given, ignored);
}

/** @throws VALIDATION_ERROR for a body that ends early or whose chunks are malformed: a fault of the client */
export function readText(request: Request): Promise<string> {
  return request.text().catch(() => {
    throw incompleteBody();
  });
}

/** @throws VALIDATION_ERROR as readText does */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const buffer = await request.arrayBuffer().catch(() => {
    throw incompleteBody();
  });
  return new Uint8Array(buffer);
}

export function incompleteBody(): AppError {
  return invalid('body', 'must be complete and correctly encoded');
}

/**
 * The bytes of a signed webhook as its schema's value, once the signature was found good: the same checks, in
 * the same order, as for any other body.
 * @throws UNSUPPORTED_MEDIA_TYPE, INVALID_JSON, VALIDATION_ERROR
 */
export function readSigned<T extends TSchema>(request: Request, bytes: Uint8Array, schema: T): Static<T> {
  assertMediaType(request.headers, 'application/json');
  const body = normalize(
    schema,
    parseJson(new TextDecoder().decode(bytes)),
    requestState(request).ignoredFields,
  );
  if (!Value.Check(schema, body)) throw toValidationError(schema, body);
  return body;
}

/** @throws UNSUPPORTED_MEDIA_TYPE */
export function assertMediaType(headers: Headers, wanted: string): void {
  const given = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== wanted)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The request body must have Content-Type: ${wanted}`);
}

/** An absent body counts as an empty object, so that the answer names the fields that are missing. */
function parseJson(text: string): object {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('INVALID_JSON', 'The request body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body', 'must be an object');
  return value;
}

/** The fields of a multipart body; one that was sent several times is an array, which no schema takes for one. */
async function readForm(request: Request): Promise<object> {
  const form = await request.formData().catch(() => {
    throw invalid('body', 'must be valid multipart/form-data');
  });
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map(name => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
