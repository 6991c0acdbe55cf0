import { expect } from 'bun:test';
import { type AnyElysia, Elysia } from 'elysia';
import { createFirstAdmin } from '../../src/auth/service/register.ts';
import { globalHooks } from '../../src/http/api.ts';
import { createRequestHandler } from '../../src/http/pipeline/index.ts';
import { createRateLimiter } from '../../src/http/rate-limit.ts';
import { readRoutes } from '../../src/http/routes.ts';
import { PASSWORD } from '../support/accounts.ts';
import type { TestApp, TestResponse } from '../support/test-app.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };
/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The five headers that every answer carries, in the form the specification gives them. */
export function expectStandardHeaders({ headers }: { headers: Headers }): void {
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(headers.get('x-response-time')).toMatch(/^\d+(\.\d+)?ms$/);
  expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}

/** A failure is the envelope and nothing else, with the five headers and what its status asks for. */
export function expectFailure(answer: TestResponse, status: number, code: string): void {
  expect([answer.status, answer.error?.code]).toEqual([status, code]);
  expect(Object.keys(answer.body)).toEqual(['success', 'error']);
  expect(answer.body.success).toBe(false);
  expect(Object.keys(answer.error).filter(key => !['code', 'message', 'details'].includes(key))).toEqual([]);
  expect(answer.error.message).toBeString();
  expect(answer.headers.get('content-type')).toStartWith('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  if (status === 405) expect(answer.headers.get('allow')).not.toBeEmpty();
  if (status === 429 || status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expectStandardHeaders(answer);
}

/** The fields that a VALIDATION_ERROR names. */
export function expectInvalidFields(answer: TestResponse): string[] {
  expectFailure(answer, 400, 'VALIDATION_ERROR');
  return (answer.error.details ?? []).map(({ field }) => field);
}

const CLI = { kind: 'system', id: 'cli', role: 'admin', businessId: null } as const;

/** An admin of the installation, logged in. */
export async function createAdmin(world: TestApp): Promise<string> {
  await createFirstAdmin(world.app.as(CLI), 'root@perkmint.example', PASSWORD);
  const login = { action: 'login', email: 'root@perkmint.example', password: PASSWORD };
  return (await world.call('POST', '/auth', login)).data.accessToken;
}

/** A second door into the same installation, with routes of the test's own behind everything that is ours. */
export function mountRoutes(world: TestApp, routes: AnyElysia): TestApp {
  const { services } = world.app;
  const app = new Elysia({ prefix: '/api/v1' }).use(globalHooks).use(routes);
  const limiter = createRateLimiter({ enabled: false, scale: 1, clock: services.clock });
  const door = createRequestHandler({ services, app, routes: readRoutes(app), limiter });
  const send = (request: Request, peer = '127.0.0.1') => door.fetch(request, peer);
  return { ...world, app: { ...world.app, handler: door }, send, call: callerOf(send) };
}

function callerOf(send: TestApp['send']): TestApp['call'] {
  return async (method, path, body, { as, headers, peer, raw } = {}) => {
    const all: Record<string, string> = { ...headers };
    if (body !== undefined) all['content-type'] ??= 'application/json';
    if (typeof as === 'string') all.authorization = `Bearer ${as}`;
    else if (as) all['x-api-key'] = as.apiKey;
    const url = `http://localhost/api/v1${path}`;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return toTestResponse(await send(new Request(url, { method, headers: all, body: payload }), peer));
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire holds
export async function toTestResponse(response: Response): Promise<TestResponse<any>> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body, data: body.data, error: body.error };
}

/** A form with one file in it. */
export function buildForm(
  bytes: Uint8Array<ArrayBuffer> | string,
  extra: Record<string, string> = {},
): FormData {
  const data = new FormData();
  data.append('file', new Blob([bytes]), 'proof.png');
  for (const [name, value] of Object.entries(extra)) data.append(name, value);
  return data;
}
