import { expect, test } from 'bun:test';
import { createClient, getPath } from '../../src/dashboard/data/client.ts';

interface Sent {
  path: string;
  init: RequestInit;
}

// biome-ignore lint/suspicious/noExplicitAny: the client is typed by the routes where it is created
function createRecorder(answer = () => Response.json({ data: 1 })): { api: any; sent: Sent[] } {
  const sent: Sent[] = [];
  const send = async (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return answer();
  };
  return { api: createClient({ fetch: send, toJson: JSON.stringify }, '/api/v1'), sent };
}

test('a read sends its path, parameters and query, and leaves out missing values', async () => {
  const { api, sent } = createRecorder();
  const { signal } = new AbortController();
  const query = { page: 1, q: 'a b&c', kind: ['x', 'y'], from: undefined, to: null };
  await api.programs({ id: 'prg_1/2' }).members.get({ query, fetch: { signal } });
  expect(sent).toEqual([
    {
      path: '/api/v1/programs/prg_1%2F2/members?page=1&q=a+b%26c&kind=x&kind=y',
      init: { method: 'GET', headers: {}, signal },
    },
  ]);
});

test('an endpoint knows its path, by which a page tells whether to load it again', () => {
  const { api, sent } = createRecorder();
  expect([getPath(api.campaigns.get), getPath(api.programs({ id: 'prg_1/2' }).members.get)]).toEqual([
    '/api/v1/campaigns/get',
    '/api/v1/programs/prg_1%2F2/members/get',
  ]);
  expect(sent).toEqual([]);
});

test('a write sends JSON with its own headers, and a body is optional', async () => {
  const { api, sent } = createRecorder();
  await api.campaigns.post({ name: 'Cup' }, { headers: { 'Idempotency-Key': 'k' } });
  await api.connections({ id: 'con_1' }).delete(undefined, { query: { businessId: 'biz_1' } });
  expect(sent).toEqual([
    {
      path: '/api/v1/campaigns',
      init: {
        method: 'POST',
        headers: { 'Idempotency-Key': 'k', 'content-type': 'application/json' },
        body: '{"name":"Cup"}',
      },
    },
    { path: '/api/v1/connections/con_1?businessId=biz_1', init: { method: 'DELETE', headers: {} } },
  ]);
});

test('an error response and one that is no JSON are errors, not exceptions', async () => {
  const refused = createRecorder(() => Response.json({ error: { code: 'CONFLICT' } }, { status: 409 }));
  expect(await refused.api.me.get()).toMatchObject({
    data: null,
    error: { status: 409, value: { error: { code: 'CONFLICT' } } },
  });
  const broken = createRecorder(() => new Response('<html>', { status: 502 }));
  expect(await broken.api.me.get()).toMatchObject({ data: null, error: { status: 502, value: null } });
});
