import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { listAdminActions, purgeOld, verifyChain } from '../../src/system/service/audit-log.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { createRunner } from '../cli/fixture.ts';
import { CAMPAIGN, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const ROOT = 'root@shop.example';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let admin: string;
let adminId: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  const line = `users create --email ${ROOT} --name Root --role admin --password-stdin`;
  expect((await cli(line, { stdin: PASSWORD })).code).toBe(0);
  const { data } = await logIn(PASSWORD);
  [admin, adminId] = [data.accessToken, data.user.id];
});
afterEach(() => ctx.close());

const logIn = (password: string, email = ROOT) =>
  ctx.call('POST', '/auth', { action: 'login', email, password });

const entries = async () => (await listAdminActions(ctx.app.as(CLI), { page: 1, perPage: 100 })).items;
const newest = async () => (await entries())[0];
const listRecorded = async () =>
  (await entries()).map(({ actor, operation, target }) => [actor.kind, operation, target]);

/** Sends a request as an admin and returns the newest entry. */
async function callAndGetEntry(method: string, path: string, body: object) {
  const response = await ctx.call(method, path, body, { as: admin });
  if (response.status > 201) throw new Error(JSON.stringify(response.body));
  const [entry] = await entries();
  if (!entry) throw new Error(`${method} ${path} has no entry`);
  return { data: response.data, entry };
}

describe('audit log entries', () => {
  test('an entry contains the operation, the actor, the new record, its business and the request', async () => {
    const { businessId } = await createBusiness(ctx);
    const headers = { 'x-request-id': 'request-of-root' };
    const terms = { ...CAMPAIGN, businessId };
    const { data } = await ctx.call('POST', '/campaigns', terms, { as: admin, headers });
    expect(await newest()).toMatchObject({
      createdAt: '2026-06-01T12:00:00.000Z',
      actor: { kind: 'user', id: adminId },
      operation: 'createCampaign',
      target: data.id,
      details: { businessId, platform: 'instagram', fields: ['name', 'actionType', 'reward'] },
      requestId: 'request-of-root',
    });
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till', businessId }, { as: admin });
    await ctx.call('DELETE', `/api-keys/${key.id}`, undefined, { as: admin });
    expect((await listRecorded())[0]).toEqual(['user', 'revokeApiKey', key.id]);
  });

  test('a rejected logout or refresh creates no entry', async () => {
    const before = (await entries()).length;
    for (const action of ['logout', 'refresh']) {
      const response = await ctx.call('POST', '/auth', { action, refreshToken: 'unknown' }, { as: admin });
      expect([response.status, response.error.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect(await entries()).toHaveLength(before);
  });

  test('the entry of a deposit contains recipient, amount, reference and transfer', async () => {
    const { businessId } = await createBusiness(ctx);
    const body = { userId: businessId, amount: 250.5, reference: 'bank-2026-17' };
    const { data, entry } = await callAndGetEntry('POST', '/exchange/deposits', body);
    expect(entry).toMatchObject({
      operation: 'depositCash',
      target: businessId,
      details: { amount: 250.5, reference: 'bank-2026-17', transferId: data.transferId },
    });
  });

  test('entries of changes and reviews contain the records and the decisions', async () => {
    const { token } = await createBusiness(ctx);
    const ada = await createCustomer(ctx);
    const terms = { ...CAMPAIGN, launch: true, limits: { perUser: 9 } };
    const { id: campaignId } = (await ctx.call('POST', '/campaigns', terms, { as: token })).data;
    const proofs = ['a', 'b', 'c'].map(name => ({
      campaignId,
      proofUrl: `https://instagram.com/p/${name}`,
    }));
    const ids: string[] = [];
    for (const proof of proofs)
      ids.push((await ctx.call('POST', '/submissions', proof, { as: ada.token })).data.id);
    const [first, ...others] = ids;
    const review = { submissionId: first, action: 'approve' };
    expect((await callAndGetEntry('POST', '/submissions/review', review)).entry).toMatchObject({
      target: first,
      details: { action: 'approve' },
    });
    const bulk = { submissionIds: others, action: 'reject', reason: 'Ada wrote her phone number into it' };
    expect((await callAndGetEntry('POST', '/submissions/review', bulk)).entry).toMatchObject({
      target: null,
      details: { submissionIds: others, action: 'reject', fields: ['reason'] },
    });
    const pause = { id: campaignId, state: 'paused' };
    expect((await callAndGetEntry('PUT', '/campaigns', pause)).entry).toMatchObject({
      target: campaignId,
      details: { state: 'paused' },
    });
  });

  test('entries of requests and commands contain no personal data, free text or secrets', async () => {
    const { businessId } = await createBusiness(ctx);
    const person = { email: 'new@private.example', name: 'Nadia Private', password: 'a secret password' };
    await ctx.call('POST', '/business/users', { ...person, position: 'staff', businessId }, { as: admin });
    const program = (await callAndGetEntry('POST', '/programs', { name: 'Regulars', businessId })).data;
    const member = { memberId: 'mia@private.example', name: 'Mia Private', email: 'mia@private.example' };
    const { entry } = await callAndGetEntry('POST', `/programs/${program.id}/members`, member);
    expect(entry).toMatchObject({
      target: program.id,
      details: { id: expect.stringMatching(/^mem_/), fields: ['memberId', 'name', 'email'] },
    });
    await cli('users set-password new@private.example --password-stdin', { stdin: 'a new secret password' });
    await cli('users reset-link new@private.example');
    await cli(`webhooks add https://93.184.216.34/secret --business ${businessId}`);
    const target = expect.stringMatching(/^whk_/);
    expect(await newest()).toMatchObject({ operation: 'webhooks add', target });
    const text = JSON.stringify(await entries());
    for (const private_ of ['private.example', 'Private', 'secret', 'pmk_', PASSWORD])
      expect([private_, text.includes(private_)]).toEqual([private_, false]);
  });

  test('the entry of a command contains the record, the amount and the options', async () => {
    const { businessId } = await createBusiness(ctx);
    await cli(`wallet credit --business ${businessId} --amount 12.5 --reference bank-9`);
    expect(await newest()).toMatchObject({
      actor: { kind: 'system', id: 'cli' },
      operation: 'wallet credit',
      target: businessId,
      details: { amount: 12.5, reference: 'bank-9' },
    });
    const { data } = await logIn(PASSWORD);
    await cli(`users set-password ${ROOT} --password-stdin`, { stdin: 'another long password' });
    expect((await listRecorded())[0]).toEqual(['system', 'users set-password', data.user.id]);
    expect((await newest())?.details).toEqual({ fields: ['passwordStdin'] });
    const { out } = await cli(`api createApiKey --name till --business-id ${businessId} --json`);
    expect((await listRecorded())[0]).toEqual(['system', 'createApiKey', JSON.parse(out).id]);
    await cli(`influencers export --business ${businessId}`);
    expect((await listRecorded())[0]).toEqual(['system', 'influencers export', businessId]);
  });

  test('rejected requests, reads and actions of other users create no entries', async () => {
    const before = await listRecorded();
    const { token } = await createBusiness(ctx);
    await ctx.call('POST', '/campaigns', CAMPAIGN, { as: token });
    await ctx.call('POST', '/campaigns', { ...CAMPAIGN, businessId: 'biz_none' }, { as: admin });
    await ctx.call('GET', '/campaigns', undefined, { as: admin });
    await cli('campaigns list');
    await cli('campaigns pause cmp_none');
    expect(await listRecorded()).toEqual(before);
  });

  test('an idempotent request and its replay create one entry', async () => {
    const { businessId } = await createBusiness(ctx);
    const headers = { 'idempotency-key': 'once' };
    for (let i = 0; i < 2; i++)
      await ctx.call('POST', '/campaigns', { ...CAMPAIGN, businessId, launch: true }, { as: admin, headers });
    expect((await listRecorded()).filter(([, operation]) => operation === 'createCampaign')).toHaveLength(1);
  });
});

describe('admin accounts', () => {
  test('logins to admin accounts are recorded, including failed ones, but not those to other accounts', async () => {
    await createBusiness(ctx);
    const before = (await entries()).length;
    expect((await logIn('a wrong password')).status).toBe(401);
    await logIn('a wrong password', 'owner@blue-cup.example');
    await logIn(PASSWORD, 'owner@blue-cup.example');
    await logIn('a wrong password', 'unknown@shop.example');
    await logIn(PASSWORD);
    const logins = (await entries()).slice(0, (await entries()).length - before);
    expect(
      logins.map(({ actor, operation, target, details }) => [actor.id, operation, target, details]),
    ).toEqual([
      [adminId, 'login', adminId, { outcome: 'succeeded' }],
      ['anonymous', 'login', adminId, { outcome: 'failed' }],
    ]);
  });

  test('the use of a reset link is recorded', async () => {
    const { json } = await cli(`users reset-link ${ROOT} --json`);
    const token = new URL(json.link).searchParams.get('token');
    await ctx.call('POST', '/auth', { action: 'resetPassword', token, password: 'yet another password' });
    expect((await listRecorded())[0]).toEqual(['user', 'resetPassword', adminId]);
  });
});

describe('hash chain of the audit log', () => {
  /** Changes the database without an entry in the audit log. */
  const tamper = (statement: string) =>
    ctx.app.services.database.transaction(async tx => {
      await tx.run(statement);
    });

  async function filled(): Promise<void> {
    for (const name of ['Cup', 'Mug', 'Jar', 'Pot'])
      await ctx.call('POST', '/businesses', { name }, { as: admin });
  }

  test('the chain is intact, and its head is the hash of the latest entry', async () => {
    await filled();
    const report = await verifyChain(ctx.app.as(CLI));
    const all = await entries();
    expect(report).toEqual({ entries: all.length, head: all[0]?.hash as string, problem: null });
    const { code, json } = await cli('audit verify --json');
    expect([code, json]).toEqual([0, { entries: report.entries, head: report.head }]);
  });

  for (const [what, statement, words] of [
    ['an amount that was changed', "update admin_actions set details = '{}' where id = 4", 'entry 4'],
    [
      'an actor that was changed',
      "update admin_actions set actor_id = 'usr_other' where id = 4",
      'was changed',
    ],
    ['an entry that was taken out', 'delete from admin_actions where id = 4', 'entry 5'],
    [
      'an entry that was put in',
      `insert into admin_actions (created_at, actor_kind, actor_id, operation, previous_hash, hash)
       select created_at, actor_kind, actor_id, 'x', hash, 'y' from admin_actions where id = 6`,
      'entry 7',
    ],
    ['the latest entry gone', 'delete from admin_actions where id = 6', 'ends before its latest entry'],
    ['all entries gone', 'delete from admin_actions', 'ends before its latest entry'],
    ['hashes taken away', 'update admin_actions set hash = null where id = 4', 'has no hash'],
  ] as const) {
    test(`audit verify and db check report ${what}`, async () => {
      await filled();
      expect((await newest())?.id).toBe(6);
      await tamper(statement);
      const { code, err } = await cli('audit verify');
      expect([code, err]).toEqual([7, expect.stringContaining(words)]);
      expect((await checkIntegrity(ctx.app.as(CLI))).join()).toContain(words);
      const checked = await cli('db check');
      expect([checked.code, checked.err]).toEqual([7, expect.stringContaining(words)]);
    });
  }

  test('the chain starts after the entries that are older than it', async () => {
    await tamper('update admin_actions set previous_hash = null, hash = null, details = null');
    await tamper("delete from facts where name = 'auditHead'");
    await filled();
    expect(await verifyChain(ctx.app.as(CLI))).toMatchObject({ entries: 4, problem: null });
  });

  test('the chain stays intact when the oldest entries, or all entries, are purged', async () => {
    ctx.clock.advance(DAY_MS);
    await cli('businesses create --name Cup');
    ctx.clock.advance(400 * DAY_MS);
    expect(await purgeOld(ctx.app.as(CLI))).toBe(2);
    expect(await verifyChain(ctx.app.as(CLI))).toMatchObject({ entries: 1, problem: null });
    ctx.clock.advance(2 * DAY_MS);
    expect(await purgeOld(ctx.app.as(CLI))).toBe(1);
    expect(await verifyChain(ctx.app.as(CLI))).toMatchObject({ entries: 0, problem: null });
    await cli('businesses create --name Mug');
    expect(await verifyChain(ctx.app.as(CLI))).toMatchObject({ entries: 1, problem: null });
  });
});

describe('reading the audit log', () => {
  test('perkmint audit filters by actor, operation, record and time', async () => {
    ctx.clock.advance(DAY_MS);
    const { json: made } = await cli('businesses create --name Cup --json');
    const { json } = await cli('audit --since 2026-06-02 --by cli --json');
    expect(json.items).toMatchObject([
      { operation: 'businesses create', actor: { id: 'cli' }, target: made.id },
    ]);
    expect((await cli(`audit --target ${made.id} --json`)).json.pagination.total).toBe(1);
    expect((await cli('audit --operation login --json')).json.pagination.total).toBe(1);
    const { out } = await cli('audit');
    expect(out).toMatch(/^TIME +ACTOR +ACTION +TARGET +DETAILS +REQUEST$/m);
    expect(out).toMatch(/cli +businesses create +biz_\w+ +fields name/);
    expect((await cli('audit --by usr_none --json')).json.pagination.total).toBe(0);
    expect((await cli('audit --since yesterday')).code).toBe(2);
  });

  test('GET /audit has the same filters and is limited to admins', async () => {
    const { data } = await ctx.call('GET', '/audit?operation=login', undefined, { as: admin });
    expect(data.items).toMatchObject([{ actor: { id: adminId }, operation: 'login', target: adminId }]);
    const since = await ctx.call('GET', '/audit?since=2026-06-02T00:00:00Z', undefined, { as: admin });
    expect(since.data.pagination.total).toBe(0);
    const { token } = await createBusiness(ctx);
    expect((await ctx.call('GET', '/audit', undefined, { as: token })).status).toBe(403);
  });
});
