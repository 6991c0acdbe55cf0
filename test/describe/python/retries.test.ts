import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createTestApp } from '../../support/test-app.ts';
import { runSteps, writeModuleFolder } from './support.ts';

/** A server that fails as often as the path of its address says, and notes what it was sent. */
const seen: { method: string; key: string | null; credential: string | null }[] = [];
const left = new Map<string, number[]>();
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url, headers, method }) => {
    const name = new URL(url).pathname.split('/')[1] ?? '';
    seen.push({ method, key: headers.get('idempotency-key'), credential: headers.get('x-api-key') });
    const status = left.get(name)?.shift();
    if (status === undefined) return Response.json({ success: true, data: { id: 'cmp_1' } });
    const error = { code: CODES[status] ?? 'UNAVAILABLE', message: 'later' };
    return Response.json({ success: false, error }, { status, headers: { 'Retry-After': '0' } });
  },
});
const CODES: Record<number, string> = { 409: 'IDEMPOTENCY_IN_PROGRESS', 429: 'RATE_LIMITED' };
let folder: string;

beforeAll(async () => {
  const ctx = await createTestApp();
  folder = writeModuleFolder((await ctx.call('GET', '/sdk/python')).body);
  await ctx.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop(true);
});

const CREATE = { name: 'a', platform: 'instagram', action_type: 'story', reward: {} };

async function play(name: string, failures: number[], method: string, args: object, retries = 3) {
  seen.length = 0;
  left.set(name, failures);
  const step = { url: `${server.url}${name}`, apiKey: 'pmk_x', method, args: { ...args }, retries };
  const [outcome] = await runSteps(folder, [step]);
  return outcome;
}

describe('Python client retries', () => {
  test('retries after 429 and 503 with the same idempotency key', async () => {
    const outcome = await play('busy', [429, 503, 500], 'create_campaign', CREATE);
    expect(outcome?.result).toEqual({ id: 'cmp_1' });
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen[0]?.credential).toBe('pmk_x');
  });

  test('waits for its first request when the repetition finds it in progress', async () => {
    const outcome = await play('slow', [500, 409], 'create_campaign', CREATE);
    expect(outcome?.result).toEqual({ id: 'cmp_1' });
    expect(seen).toHaveLength(3);
  });

  test('retries up to max_retries times', async () => {
    const outcome = await play('limited', [429, 429, 429], 'get_campaign', { id: 'cmp_1' }, 1);
    expect(outcome?.error).toMatchObject({ class: 'RateLimitedError', status: 429 });
    expect(seen).toHaveLength(2);
  });

  test('the Python client does not retry after a client error', async () => {
    const outcome = await play('refused', [404], 'get_campaign', { id: 'cmp_1' });
    expect(outcome?.error?.status).toBe(404);
    expect(seen).toHaveLength(1);
  });

  test('the Python client does not retry a POST without an idempotency key', async () => {
    const login = { action: 'login', email: 'a@b.example', password: 'correct horse' };
    const outcome = await play('login', [500], 'authenticate', login);
    expect(outcome?.error?.status).toBe(500);
    expect(seen).toHaveLength(1);
  });

  test('raises NoAnswerError without a response', async () => {
    const [outcome] = await runSteps(folder, [{ url: 'http://127.0.0.1:1', method: 'get_health', args: {} }]);
    expect(outcome?.error).toMatchObject({ class: 'NoAnswerError', code: 'NO_ANSWER', status: 0 });
  });
});
