import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import vectors from '../../../src/guides/webhook-vectors.json';
import { createTestApp } from '../../support/test-app.ts';
import { createFolder, importModule, type Methods, type Module } from './support.ts';

/** How the client behaves where a server fails; `fetch` answers in its place. */

const { folder, remove } = createFolder();
let module: Module;
beforeAll(async () => {
  const ctx = await createTestApp();
  module = await importModule(folder, (await ctx.call('GET', '/sdk/typescript')).body);
  await ctx.close();
});
afterAll(remove);

const NEW = { name: 'a', platform: 'instagram', actionType: 'story', reward: {} };
const DONE = { success: true, data: { id: 'cmp_1' } };

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
}

type Answer = number | object | Response;

/** Creates a client to which the answers are given in turn: a status with Retry-After 0, a body, or a response. */
function play(answers: Answer[], options: object = {}): { api: Methods; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const answer = answers[sent.length] as Answer;
    sent.push({ url, method: init.method ?? '', headers: init.headers as Record<string, string> });
    if (answer === 0) throw new Error('refused');
    if (answer instanceof Response) return answer;
    if (typeof answer !== 'number') return Response.json(answer);
    const error = { code: 'UNAVAILABLE', message: 'later' };
    return Response.json({ success: false, error }, { status: answer, headers: { 'Retry-After': '0' } });
  };
  return {
    api: new module.Client({ baseUrl: 'http://localhost', apiKey: 'pmk_x', fetch, ...options }),
    sent,
  };
}

describe('TypeScript client retries', () => {
  test('repeats a POST with its idempotency key, and tells about each wait', async () => {
    const waits: number[] = [];
    const onRetry = ({ attempt }: { attempt: number }) => waits.push(attempt);
    const { api, sent } = play([429, 503, 500, DONE], { onRetry });
    expect(await api.createCampaign?.(NEW)).toEqual({ id: 'cmp_1' });
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    expect(sent[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.headers['X-API-Key']).toBe('pmk_x');
    expect(waits).toEqual([1, 2, 3]);
  });

  test('waits for its first request when the repetition finds it in progress', async () => {
    const error = { code: 'IDEMPOTENCY_IN_PROGRESS', message: 'wait' };
    const inProgress = Response.json({ success: false, error }, { status: 409 });
    const { api, sent } = play([0, inProgress, DONE]);
    expect(await api.createCampaign?.(NEW)).toEqual({ id: 'cmp_1' });
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  test('stops after the retries, with the code, status and request ID', async () => {
    const { api, sent } = play([503, 503], { maxRetries: 1 });
    const error = await api.listCampaigns?.().catch((found: unknown) => found);
    expect(error).toBeInstanceOf(module.ServerError);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterMs: 0, requestId: null });
    expect(sent).toHaveLength(2);
  });

  test('does not repeat what is refused, and leaves long waits to the caller', async () => {
    const refused = play([409, DONE]);
    expect(await refused.api.createCampaign?.(NEW).catch((error: unknown) => error)).toBeInstanceOf(
      module.ConflictError,
    );
    expect(refused.sent).toHaveLength(1);
    const body = JSON.stringify({ success: false, error: { code: 'RATE_LIMITED', message: 'later' } });
    const slow = play([new Response(body, { status: 429, headers: { 'Retry-After': '3600' } }), DONE]);
    const error = await slow.api.listCampaigns?.().catch((found: unknown) => found);
    expect(error).toBeInstanceOf(module.RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 3_600_000 });
    expect(slow.sent).toHaveLength(1);
  });

  test('without an answer, the error has no status; a canceled call is not repeated', async () => {
    const lost = play([0], { maxRetries: 0 });
    const error = await lost.api.listCampaigns?.().catch((found: unknown) => found);
    expect(error).toBeInstanceOf(module.NoAnswerError);
    expect(error).toMatchObject({ code: 'NO_ANSWER', status: 0 });
    const canceled = play([0, DONE]);
    const signal = AbortSignal.abort(new Error('no longer needed'));
    expect(canceled.api.listCampaigns?.({}, { signal })).rejects.toThrow();
    expect(canceled.sent).toHaveLength(1);
  });
});

describe('TypeScript client lists and streams', () => {
  const page = (items: number[], pagination: object) => ({ success: true, data: { items, pagination } });

  test('follows cursors, or page numbers where there are none', async () => {
    const cursors = play([
      page([3, 2], { totalPages: 9, next: 'cmp_2' }),
      page([1], { totalPages: 9, next: null }),
    ]);
    expect(await Array.fromAsync(cursors.api.iterateCampaigns?.({ state: 'active' }) ?? [])).toEqual([
      3, 2, 1,
    ]);
    expect(cursors.sent.map(({ url }) => new URL(url).search)).toEqual([
      '?perPage=100&state=active',
      '?perPage=100&state=active&after=cmp_2',
    ]);
    const pages = play([page([3, 2], { totalPages: 2 }), page([1], { totalPages: 2 })]);
    expect(await Array.fromAsync(pages.api.iterateCampaigns?.() ?? [])).toEqual([3, 2, 1]);
    expect(pages.sent.map(({ url }) => new URL(url).search)).toEqual(['?perPage=100', '?perPage=100&page=2']);
  });

  test('reads a list as CSV while it arrives', async () => {
    const { api, sent } = play([503, new Response('id,name\r\n')]);
    const download = api.downloadCsv as unknown as (list: string, args: object) => Promise<ReadableStream>;
    const stream = await download('listCampaigns', { state: 'active', bom: true });
    expect(await new Response(stream).text()).toBe('id,name\r\n');
    expect(new URL(sent[1]?.url ?? '').search).toBe('?state=active&bom=true&format=csv');
  });

  test('continues a stream behind the last event, and reports a refusal', async () => {
    const first = new Response(': hi\n\nid: evt_1\ndata: {"n":1}\n\nid: evt_2\ndata: {"n":2}\n\ndata: {"cut');
    const second = new Response('id: evt_3\r\ndata: {"n":3}\r\n\r\n');
    const { api, sent } = play([first, second, 401]);
    const seen: unknown[] = [];
    const read = async () => {
      for await (const event of api.streamEvents?.() ?? []) seen.push(event);
    };
    expect(await read().catch((error: unknown) => error)).toBeInstanceOf(module.AuthenticationError);
    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(sent.map(({ headers }) => headers['Last-Event-ID'])).toEqual([undefined, 'evt_2', 'evt_3']);
  });
});

test.each(vectors)(
  'webhook vector "$name" is $expected',
  async ({ expected, secret, now, headers, body }) => {
    setSystemTime(now * 1_000);
    try {
      const found = await module.unwrapWebhook(body, headers, secret).then(
        ({ id }) => [id, 'valid'],
        error => [error.name, error.code === 'TIMESTAMP_EXPIRED' ? 'expired' : 'invalid'],
      );
      expect(found).toEqual([expected === 'valid' ? JSON.parse(body).id : 'WebhookError', expected]);
      const both = [secret, 'whsec_b3RoZXItc2VjcmV0LW9mLXRoZS1yb3RhdGlvbg=='];
      if (expected === 'valid')
        expect(await module.unwrapWebhook(body, new Headers(headers as never), both)).toEqual(
          JSON.parse(body),
        );
    } finally {
      setSystemTime();
    }
  },
);
