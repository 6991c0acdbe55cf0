import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import fc from 'fast-check';
import { createProgram, enrollMember, type Scene, scene } from '../programs/fixture.ts';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { isLongRun } from '../support/long-run.ts';
import { readDescribedRoutes } from '../support/routes.ts';

const { operations } = await readDescribedRoutes();
const PARAMETER = /\{\w+\}/g;
/** Segments that URL parsers resolve. */
const DOTS = ['.', '..', '%2e', '%2E', '%2e%2E', '.%2e', '%2e.'];
const RUNS = isLongRun ? 10_000 : 200;

let ctx: Scene;
let live: LiveServer;
let programId: string;
let headers: Record<string, string>;
beforeAll(async () => {
  ctx = await scene();
  live = startLiveServer(ctx);
  programId = (await createProgram(ctx, {}, { name: 'Regulars' })).id as string;
  headers = { authorization: `Bearer ${ctx.business.token}`, 'content-type': 'application/json' };
});
afterAll(async () => {
  await live.close();
  await ctx.close();
});

/** Sends a path as it is, which `fetch` would resolve, and returns the status. */
async function sendRaw(line: string, body = '', host = 'x'): Promise<number> {
  const done = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(live.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', bytes => {
    received += bytes.toString();
  });
  socket.on('error', done.reject);
  socket.on('close', () => done.resolve(received));
  const fields = { host, ...headers, connection: 'close', 'content-length': body.length };
  const head = Object.entries(fields).map(field => field.join(': '));
  socket.write([`${line} HTTP/1.1`, ...head, '', body].join('\r\n'));
  return Number((await done.promise).split(' ')[1]);
}

const member = (id: string) => `/api/v1/programs/${programId}/members/${id}`;
const readName = async () =>
  (await ctx.call('GET', `/programs/${programId}`, undefined, { as: ctx.business.token })).data.name;

describe('dot segments', () => {
  test('no route of the API takes one for a parameter, or resolves it', async () => {
    const lines = operations.flatMap(({ method, path }) =>
      [...path.matchAll(PARAMETER)].flatMap(({ 0: { length }, index }) =>
        DOTS.map(dots => {
          const sent = path.slice(0, index) + dots + path.slice(index + length);
          return `${method} ${sent.replaceAll(PARAMETER, 'x')}`;
        }),
      ),
    );
    expect(lines.length).toBeGreaterThan(500);
    const found = await Promise.all(lines.map(async line => ({ line, status: await sendRaw(line) })));
    expect(found.filter(({ status }) => status !== 404)).toEqual([]);
  });

  test.each(['..', '.', '%2e%2E', '../', '%2e/', '/..', 'x/..', 'x/../', '..\\', 'x\\..'])(
    'a change of the member %s changes no other record',
    async id => {
      for (const method of ['PUT', 'DELETE', 'GET']) {
        expect([method, await sendRaw(`${method} ${member(id)}`, '{"name":"Grace"}')]).toEqual([method, 404]);
        expect(await sendRaw(`${method} ${member(id)}`, '{"name":"Grace"}', 'a b')).toBeWithin(400, 405);
      }
      expect(await readName()).toBe('Regulars');
    },
  );

  test.each(['..', '.', '../', 'x/..'])(
    'fetch resolves %s, and the path that results changes nothing',
    async id => {
      for (const method of ['PUT', 'DELETE']) {
        const response = await fetch(live.url + member(id), { method, headers, body: '{"name":"Grace"}' });
        expect([method, response.status]).toEqual([method, 404]);
      }
      expect(await readName()).toBe('Regulars');
    },
  );
});

test('a path with a trailing slash is the same for reads and creations', async () => {
  const lines = ['GET /api/v1/programs/', 'GET /login/', 'POST /api/v1/programs/', 'GET /', 'GET /?a=/../b'];
  const statuses = await Promise.all(lines.map(line => sendRaw(line, '{"name":"Others"}')));
  expect(statuses).toEqual([200, 200, 201, 200, 200]);
});

const JSON_BODY = { 'content-type': 'application/json' };
const enroll = async (memberId: unknown) => enrollMember(ctx, programId, memberId as string);

test.each(['.', '..', ' .. ', '\u200b..', 'a\tb', 'a\nb', 'a\u0000b', ''])(
  'an ID with %j is refused and names its field',
  async id => {
    const orders = { action: 'earn', memberId: 'm', orderValue: 1, orderId: id };
    const goals = { rewards: { goals: [{ id, name: 'Goal', metric: 'visits', target: 5 }] } };
    const refused = [
      ['memberId', await enroll(id)],
      [
        'orderId',
        await ctx.call('POST', `/programs/${programId}/cashback`, orders, { as: ctx.business.token }),
      ],
      [
        'orderId',
        await ctx.call(
          'POST',
          `/programs/${programId}/visits`,
          { memberId: 'm', orderId: id },
          { as: ctx.business.token },
        ),
      ],
      [
        'rewards.goals.0.id',
        await ctx.call('PUT', `/programs/${programId}`, goals, { as: ctx.business.token }),
      ],
    ] as const;
    for (const [field, { status, error }] of refused)
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  },
);

test('every other ID reaches its own member, by fetch and as it was sent', async () => {
  const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
  const odd = fc.constantFrom(
    '...',
    '. .',
    '%2e%2e',
    '%',
    '+',
    '?',
    '#',
    '/',
    '\\',
    '..;',
    'a/../b',
    '%00',
    '~',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(id, odd), async sent => {
      const enrolled = await enroll(sent);
      if (enrolled.status === 400) return;
      expect([201, 409]).toContain(enrolled.status);
      const path = member(encodeURIComponent(sent.trim()));
      const found = await fetch(live.url + path, { headers });
      if (enrolled.status === 201) {
        expect(found.status).toBe(200);
        const { memberId } = enrolled.data;
        expect((await found.json()).data.memberId).toBe(memberId);
        // The other routes with a free ID in their path.
        const body = JSON.stringify({ name: 'Renamed' });
        const renamed = await fetch(live.url + path, {
          method: 'PUT',
          headers: { ...headers, ...JSON_BODY },
          body,
        });
        expect([renamed.status, (await renamed.json()).data.memberId]).toEqual([200, memberId]);
        const card = await fetch(`${live.url}${path}/card`, { headers });
        expect([card.status, (await card.json()).data.memberId]).toEqual([200, memberId]);
        const claim = await fetch(`${live.url}${path}/claim`, {
          method: 'POST',
          headers: { ...headers, ...JSON_BODY },
          body: '{}',
        });
        expect([claim.status, (await claim.json()).data.memberId]).toEqual([201, memberId]);
      }
      expect(await sendRaw(`GET ${path}`)).toBe(found.status);
    }),
    { numRuns: RUNS },
  );
});
