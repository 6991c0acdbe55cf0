import { expect } from 'bun:test';
import type { TObject } from '@sinclair/typebox';
import { type AnyElysia, Elysia } from 'elysia';
import { api, describeRoute, globalHooks } from '../../src/http/api.ts';
import { success } from '../../src/http/envelope.ts';
import { createRequestHandler } from '../../src/http/pipeline/index.ts';
import { createRateLimiter } from '../../src/http/rate-limit.ts';
import { readRoutes } from '../../src/http/routes.ts';
import { errorPage } from '../../src/pages/html.ts';
import { MemoryState } from '../../src/platform/security/shared-state.ts';
import type { TestApp, TestResponse } from '../support/test-app.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Expects the headers that every response has, in the specified format. */
export function expectStandardHeaders({ headers }: { headers: Headers }): void {
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(headers.get('x-response-time')).toMatch(/^\d+(\.\d+)?ms$/);
  expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}

const WITH_CHALLENGE = ['SECOND_FACTOR_REQUIRED', 'RECENT_PROOF_REQUIRED'];

/** Expects an error response: only the envelope, the standard headers, and the headers that its status requires. */
export function expectFailure(response: TestResponse, status: number, code: string): void {
  expect([response.status, response.error?.code]).toEqual([status, code]);
  expect(Object.keys(response.body)).toEqual(['success', 'error']);
  expect(response.body.success).toBe(false);
  const more = WITH_CHALLENGE.includes(code)
    ? ['challenge']
    : code === 'APPROVAL_REQUIRED'
      ? ['proposal']
      : [];
  const allowed = ['code', 'message', 'details', ...more];
  expect(Object.keys(response.error).filter(key => !allowed.includes(key))).toEqual([]);
  expect(response.error.message).toBeString();
  expect(response.headers.get('content-type')).toStartWith('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
  if (status === 405) expect(response.headers.get('allow')).not.toBeEmpty();
  if (status === 429 || status === 503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expectStandardHeaders(response);
}

/** Expects a VALIDATION_ERROR. @returns the names of its fields */
export function expectInvalidFields(response: TestResponse): string[] {
  expectFailure(response, 400, 'VALIDATION_ERROR');
  return (response.error.details ?? []).map(({ field }) => field);
}

/** Serves the test's own routes on the same installation, through the full request pipeline. */
export function mountRoutes(ctx: TestApp, routes: AnyElysia): TestApp {
  const { services } = ctx.app;
  const app = new Elysia({ prefix: '/api/v1' }).use(globalHooks).use(routes);
  const { clock } = services;
  const shared = new MemoryState(clock);
  const limiter = createRateLimiter({ enabled: false, scale: 1, clock, shared, getNodeCount: () => 1 });
  const handler = createRequestHandler({
    services,
    app,
    routes: readRoutes(app),
    limiter,
    renderErrorPage: errorPage,
  });
  const send = async (request: Request, peer = '127.0.0.1') => handler.fetch(request, peer);
  return { ...ctx, app: { ...ctx.app, handler }, send, call: createCaller(send) };
}

/** Serves POST /echo, which returns its body as the handler receives it. */
export function mountEcho(ctx: TestApp, body: TObject) {
  const echo = new Elysia().use(api).post('/echo', context => success(context.body), {
    access: 'public',
    tier: 'standard',
    body,
    detail: describeRoute('echo', 'returns its body'),
  });
  const { call } = mountRoutes(ctx, echo);
  const send = (raw: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
    call('POST', '/echo', undefined, { headers, raw });
  return { call, send };
}

function createCaller(send: TestApp['send']): TestApp['call'] {
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

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the response
export async function toTestResponse(response: Response): Promise<TestResponse<any>> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body, data: body.data, error: body.error };
}

/** Builds a form with one file. */
export function buildForm(
  bytes: Uint8Array<ArrayBuffer> | string,
  extra: Record<string, string> = {},
): FormData {
  const data = new FormData();
  data.append('file', new Blob([bytes]), 'proof.png');
  for (const [name, value] of Object.entries(extra)) data.append(name, value);
  return data;
}
