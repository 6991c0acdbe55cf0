import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer, createStaff } from '../support/accounts.ts';
import { createAdmin, newInfluencer } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;

beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  for (const status of ['lead', 'active'])
    await ctx.call('POST', '/influencers', newInfluencer(status, { status }), { as: owner.token });
});
afterAll(() => ctx.close());

type Caller = string | { apiKey: string };

const create = (body: object, as: Caller = owner.token) => ctx.call('POST', '/export-links', body, { as });
const revoke = (id: string, as: Caller = owner.token) =>
  ctx.call('DELETE', `/export-links/${id}`, undefined, { as });
/** Opens the URL of a link as a spreadsheet does: without a credential. */
const open = (url: string) => ctx.call('GET', new URL(url).pathname.replace('/api/v1', ''));
const createKey = async (scopes: string[]) =>
  (await ctx.call('POST', '/api-keys', { name: 'Sheet', scopes }, { as: owner.token })).data;

describe('a link', () => {
  test('answers its list as CSV without a credential, with its filters', async () => {
    const { status, data } = await create({ operationId: 'listInfluencers', query: { status: 'active' } });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^exl_/),
      url: expect.stringMatching(/^http:\/\/[^/]+\/api\/v1\/exports\/[0-9A-Za-z]{32}$/),
      operationId: 'listInfluencers',
      query: { status: 'active' },
      last4: data.url.slice(-4),
      createdBy: owner.userId,
      createdAt: '2026-06-01T12:00:00.000Z',
      lastUsedAt: null,
    });
    const response = await open(data.url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv;charset=utf-8']);
    expect(response.headers.get('content-disposition')).toContain('influencers-2026-06-01.csv');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = response.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('active@stars.example');
  });

  test('is listed without its URL, and is not found after revocation', async () => {
    const { data: link } = await create({ operationId: 'listCampaigns' });
    await open(link.url);
    await ctx.app.services.backgroundTasks.settled();
    const { data } = await ctx.call('GET', '/export-links', undefined, { as: owner.token });
    const { url, ...listed } = link;
    expect(data.items[0]).toEqual({ ...listed, lastUsedAt: expect.anything() });
    expect((await revoke(link.id)).data).toEqual({ id: link.id, deleted: true });
    expectFailure(await open(url), 404, 'NOT_FOUND');
    expectFailure(await revoke(link.id), 404, 'NOT_FOUND');
    const { data: events } = await ctx.call('GET', `/events?resourceId=${link.id}`, undefined, {
      as: owner.token,
    });
    expect(events.items.map(({ type }: { type: string }) => type)).toEqual([
      'exportLink.revoked',
      'exportLink.created',
    ]);
    expect(JSON.stringify(events)).not.toContain(new URL(url).pathname.split('/').at(-1) as string);
  });

  test('reads a list with an ID in its path', async () => {
    const { data: program } = await ctx.call(
      'POST',
      '/programs',
      { name: 'Stamps', kind: 'loyalty' },
      { as: owner.token },
    );
    const query = { id: program.id };
    const { data } = await create({ operationId: 'listMembers', query });
    expect((await open(data.url)).body).toStartWith('id,');
    expect(expectInvalidFields(await create({ operationId: 'listMembers' }))).toEqual(['query.id']);
    for (const id of ['..', '.'])
      expect(expectInvalidFields(await create({ operationId: 'listMembers', query: { id } }))).toEqual([
        'query.id',
      ]);
    expectFailure(await create({ operationId: 'listMembers', query: { id: 'prg_none' } }), 404, 'NOT_FOUND');
  });

  test.each([
    [{ operationId: 'createCampaign' }, 'operationId'],
    [{ operationId: 'getCampaign', query: { id: 'cmp_1' } }, 'operationId'],
    [{ operationId: 'listNothing' }, 'operationId'],
    [{ operationId: 'listCampaigns', query: { color: 'blue' } }, 'query.color'],
    [{ operationId: 'listCampaigns', query: { state: 'sleeping' } }, 'query.state'],
    [{ operationId: 'listCampaigns', query: { page: '2' } }, 'query.page'],
    [{ operationId: 'listCampaigns', query: { format: 'json' } }, 'query.format'],
    [{ operationId: 'listCampaigns', query: { state: 5 } }, 'query'],
  ])('%j is rejected', async (body, field) => {
    expect(expectInvalidFields(await create(body))).toEqual([field]);
  });

  test('is limited to 60 requests per minute, whatever their address', async () => {
    const limited = await createTestApp({ RATE_LIMIT: 'on' });
    const business = await createBusiness(limited);
    const body = { operationId: 'listCampaigns' };
    const { data } = await limited.call('POST', '/export-links', body, { as: business.token });
    const path = new URL(data.url).pathname.replace('/api/v1', '');
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1)
      statuses.push((await limited.call('GET', path, undefined, { peer: `192.0.2.${n}` })).status);
    expect([statuses.slice(0, 60).every(status => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    await limited.close();
  });
});

describe('the rights of a link', () => {
  test('managers create links, staff and customers do not', async () => {
    const body = { operationId: 'listCampaigns' };
    expect((await create(body, await createStaff(ctx, owner, 'manager'))).status).toBe(201);
    expectFailure(await create(body, await createStaff(ctx, owner, 'staff')), 403, 'FORBIDDEN');
    expectFailure(await create(body, (await createCustomer(ctx)).token), 403, 'FORBIDDEN');
  });

  test('lists that the creator may not read, and lists of a person, are rejected', async () => {
    const token = await createStaff(ctx, owner, 'manager');
    expectFailure(await create({ operationId: 'listApiKeys' }, token), 403, 'FORBIDDEN');
    expectFailure(await create({ operationId: 'listBusinessUsers' }), 403, 'FORBIDDEN');
    expectFailure(await create({ operationId: 'listAuditEntries' }), 403, 'FORBIDDEN');
    const { key } = await createKey(['manage']);
    const refused = await create({ operationId: 'listCampaigns' }, { apiKey: key });
    expectFailure(refused, 403, 'INSUFFICIENT_SCOPE');
  });

  test('end with the position of the creator', async () => {
    const token = await createStaff(ctx, owner, 'manager');
    const { id: userId } = (await ctx.call('GET', '/auth', undefined, { as: token })).data.user;
    const { data } = await create({ operationId: 'listCampaigns' }, token);
    const change = (position: string) =>
      ctx.call('PUT', `/business/users/${userId}`, { position }, { as: owner.token });
    await change('staff');
    expectFailure(await open(data.url), 404, 'NOT_FOUND');
    await change('manager');
    expect((await open(data.url)).status).toBe(200);
    await ctx.call('DELETE', `/business/users/${userId}`, undefined, { as: owner.token });
    expectFailure(await open(data.url), 404, 'NOT_FOUND');
  });

  test('end with the API key that created the link', async () => {
    const { id, key } = await createKey(['read', 'manage']);
    const { data } = await create({ operationId: 'listCampaigns' }, { apiKey: key });
    expect([(await open(data.url)).status, data.createdBy]).toEqual([200, id]);
    await ctx.call('DELETE', `/api-keys/${id}`, undefined, { as: owner.token });
    expectFailure(await open(data.url), 404, 'NOT_FOUND');
  });

  test('are those of one business, also for a link that an admin created', async () => {
    const admin = await createAdmin(ctx);
    const other = await createBusiness(ctx, 'Red Cup');
    const body = { operationId: 'listInfluencers', businessId: other.businessId };
    const { data } = await create(body, admin);
    expect((await open(data.url)).body.trim().split('\r\n')).toHaveLength(1);
    expectFailure(await revoke(data.id), 404, 'NOT_FOUND');
    expect((await revoke(data.id, other.token)).status).toBe(200);
  });
});
