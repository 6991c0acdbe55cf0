import { type OperationTemplate, VERSION } from './generated.ts';

/** The address and the credentials of a client. */
export interface Credentials {
  base: string;
  apiKey?: string;
  token?: string | (() => string | Promise<string>);
}

export type Arguments = Readonly<Record<string, unknown>>;

/** A request that is ready to be sent. */
export interface Prepared {
  url: string;
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> };
  /** Whether it can be sent again without doing its work twice. */
  isRepeatable: boolean;
}

/** Builds the request of a call. @throws TypeError for a missing or invalid argument of the path */
export async function prepare(
  { base, apiKey, token }: Credentials,
  operation: OperationTemplate,
  args: Arguments,
): Promise<Prepared> {
  const { method, body, isIdempotent = false, query: queryNames = [], renamed = {} } = operation;
  const { idempotencyKey, dryRun, ...others } = args;
  const { hasDryRunField = false } = operation;
  const rest = hasDryRunField ? { ...others, dryRun } : others;
  const fields: Record<string, unknown> = {};
  const query = new URLSearchParams();
  let { path } = operation;
  for (const [name, value] of Object.entries(rest)) {
    const apiName = renamed[name] ?? name;
    const place = `{${apiName}}`;
    if (name === apiName && path.includes(place)) path = path.replace(place, () => toSegment(name, value));
    else if (!body || queryNames.includes(name)) {
      if (value !== undefined && value !== null) query.set(apiName, String(value));
    } else fields[apiName] = value;
  }
  if (path.includes('{')) throw new TypeError(`${path} needs a value for each name in braces`);
  const headers: Record<string, string> = { Accept: 'application/json, */*;q=0.5' };
  if ('process' in globalThis) headers['User-Agent'] = `perkmint-typescript/${VERSION}`;
  if (apiKey !== undefined) headers['X-API-Key'] = apiKey;
  if (token !== undefined)
    headers.Authorization = `Bearer ${typeof token === 'function' ? await token() : token}`;
  if (isIdempotent) headers['Idempotency-Key'] = String(idempotencyKey ?? crypto.randomUUID());
  if (dryRun && !hasDryRunField) headers['X-Dry-Run'] = 'true';
  if (body === 'json') headers['Content-Type'] = 'application/json';
  const content = body === 'json' ? JSON.stringify(fields) : body === 'form' ? toForm(fields) : null;
  const search = query.size > 0 ? `?${query}` : '';
  return {
    url: base + path + search,
    // Credentials are not sent to another address.
    init: { method, headers, body: content, redirect: 'error', credentials: 'omit' },
    isRepeatable: isIdempotent || method !== 'POST',
  };
}

/** Encodes a value as a path segment. @throws TypeError for a value that would change the path */
function toSegment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} must not be empty, . or ..`);
  return encodeURIComponent(text);
}

function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : 'file');
    else form.set(name, String(value));
  }
  return form;
}
