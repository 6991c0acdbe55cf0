import { afterEach, beforeEach, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { forgetOld, list } from '../../src/system/admin-actions.ts';
import { beside } from '../cli/support.ts';
import { CAMPAIGN, PASSWORD, shop } from '../support/people.ts';
import { type World, world } from '../support/world.ts';

let w: World;
let cli: ReturnType<typeof beside>;
let admin: string;

beforeEach(async () => {
  w = await world();
  cli = beside(w);
  const line = 'users create --email root@shop.example --name Root --role admin --password-stdin';
  expect((await cli(line, { stdin: PASSWORD })).code).toBe(0);
  const body = { action: 'login', email: 'root@shop.example', password: PASSWORD };
  admin = (await w.call('POST', '/auth', body)).data.accessToken;
});
afterEach(() => w.close());

const recorded = () =>
  list(w.app.as(CLI), { page: 1, perPage: 50 }).items.map(({ actor, operation, target }) => [
    actor.kind,
    operation,
    target,
  ]);

test('what an admin changes by request is recorded with its operation, record and request', async () => {
  const { businessId } = await shop(w);
  const headers = { 'x-request-id': 'request-of-root' };
  const terms = { ...CAMPAIGN, businessId };
  const { data } = await w.call('POST', '/campaigns', terms, { as: admin, headers });
  expect(data.businessId).toBe(businessId);
  expect(list(w.app.as(CLI), { page: 1, perPage: 1 }).items).toEqual([
    {
      createdAt: '2026-06-01T12:00:00.000Z',
      actor: { kind: 'user', id: expect.stringMatching(/^usr_/) },
      operation: 'createCampaign',
      target: null,
      requestId: 'request-of-root',
    },
  ]);
  const { data: key } = await w.call('POST', '/api-keys', { name: 'till', businessId }, { as: admin });
  await w.call('DELETE', `/api-keys/${key.id}`, undefined, { as: admin });
  expect(recorded()[0]).toEqual(['user', 'revokeApiKey', `/api/v1/api-keys/${key.id}`]);
});

test('so is what the command line changes, without any option or field', async () => {
  const { businessId } = await shop(w);
  await cli('users set-password root@shop.example --password-stdin', { stdin: 'another long password' });
  const { out } = await cli(`api createApiKey --name till --business-id ${businessId} --json`);
  expect(JSON.parse(out).key).toStartWith('pmk_');
  expect(recorded()).toEqual([
    ['system', 'createApiKey', null],
    ['system', 'users set-password', 'root@shop.example'],
    ['system', 'users create', null],
  ]);
});

test('what is refused, only read, or done by others is not', async () => {
  const before = recorded();
  const { token } = await shop(w);
  await w.call('POST', '/campaigns', CAMPAIGN, { as: token });
  await w.call('POST', '/campaigns', { ...CAMPAIGN, businessId: 'biz_none' }, { as: admin });
  await w.call('GET', '/campaigns', undefined, { as: admin });
  await cli('campaigns list');
  await cli('campaigns pause cmp_none');
  expect(recorded()).toEqual(before);
});

test('an idempotent request and its replay are one deed', async () => {
  const { businessId } = await shop(w);
  const headers = { 'idempotency-key': 'once' };
  for (let i = 0; i < 2; i++)
    await w.call('POST', '/campaigns', { ...CAMPAIGN, businessId, launch: true }, { as: admin, headers });
  expect(recorded().filter(([, operation]) => operation === 'createCampaign')).toHaveLength(1);
});

test('audit lists them, by who and since when, and they are kept 400 days', async () => {
  w.clock.advance(DAY_MS);
  await cli('businesses create --name Cup');
  const { json } = await cli('audit --since 2026-06-02 --by cli --json');
  expect(json.items).toMatchObject([{ operation: 'businesses create', actor: { id: 'cli' } }]);
  expect((await cli('audit')).out).toMatch(/users create/);
  expect((await cli('audit --by usr_none --json')).json.pagination.total).toBe(0);
  expect((await cli('audit --since yesterday')).code).toBe(2);
  w.clock.advance(400 * DAY_MS);
  expect(await forgetOld(w.app.as(CLI))).toBe(1);
  expect(recorded().map(([, operation]) => operation)).toEqual(['businesses create']);
});
