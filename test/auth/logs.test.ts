import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createLog } from '../../src/platform/log.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { CAMPAIGN, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, START_TIME, type TestApp } from '../support/test-app.ts';
import { login, postAuth, whoAmI } from './fixture.ts';

const WRONG = 'a wrong password';
const EMAIL = 'ada@people.example';

/** Creates an installation that records its log, and whose mail server rejects mail with an error that repeats the address. */
async function createLoggedApp(): Promise<{
  ctx: TestApp;
  lines: () => string;
  entries: () => Record<string, unknown>[];
}> {
  let text = '';
  const clock = { now: () => START_TIME };
  const log = createLog({
    level: 'debug',
    clock,
    write: more => {
      text += more;
    },
  });
  const mail: Mail = {
    isConfigured: true,
    send: async message => {
      throw Object.assign(new Error(`550 5.1.1 <${message.to}> no such user`), {
        responseCode: 550,
      });
    },
  };
  const ctx = await createTestApp({}, { log, mail });
  const lines = () => {
    log.flush();
    return text;
  };
  return {
    ctx,
    lines,
    entries: () =>
      lines()
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
  };
}

test('no log line contains a password, token, key or email address', async () => {
  const { ctx, lines } = await createLoggedApp();
  const owner = await createBusiness(ctx);
  await createCustomer(ctx);
  const session = (await login(ctx, EMAIL)).data;
  const { key } = (await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token })).data;
  await login(ctx, EMAIL, WRONG);
  await whoAmI(ctx, { apiKey: key });
  await whoAmI(ctx, `${key}x`);
  await whoAmI(ctx, `${session.accessToken}x`);
  await ctx.call('GET', `/campaigns/${key}?token=${session.accessToken}&email=${EMAIL}`, undefined, {
    as: key,
  });
  await ctx.call('GET', `/${key}/${EMAIL}`);
  await postAuth(ctx, 'forgotPassword', { email: EMAIL });
  await ctx.app.services.backgroundTasks.settled();
  await postAuth(ctx, 'refresh', { refreshToken: session.refreshToken });
  await postAuth(ctx, 'refresh', { refreshToken: session.refreshToken });
  await ctx.app.services.database.transaction(
    async tx => void (await tx.run(sql`alter table sessions rename to old_sessions`)),
  );
  const broken = await postAuth(ctx, 'register', {
    email: 'new@people.example',
    password: PASSWORD,
    name: 'New',
  });
  expect(broken.status).toBe(500);
  await ctx.app.services.database.transaction(
    async tx => void (await tx.run(sql`alter table users drop column name`)),
  );
  expect((await login(ctx, EMAIL)).status).toBe(500);

  const text = lines();
  expect(text.split('\n').length).toBeGreaterThan(15);
  const secrets = [PASSWORD, WRONG, EMAIL, 'people.example', 'blue-cup.example', key, owner.token];
  for (const secret of [...secrets, session.accessToken, session.refreshToken, 'argon2', 'pmk_', 'token=']) {
    expect(text.includes(secret) ? `the log holds ${secret}` : 'clean').toBe('clean');
  }
  await ctx.close();
});

test('each request logs one JSON line with time, level, requestId, method, route, status, ms and actor', async () => {
  const { ctx, entries } = await createLoggedApp();
  const owner = await createBusiness(ctx);
  const headers = { 'x-request-id': 'request-of-mine' };
  await ctx.call('GET', '/campaigns/cmp_none?page=1', undefined, {
    as: owner.token,
    headers,
  });
  await ctx.call('GET', '/nothing');
  const mine = entries().find(({ requestId }) => requestId === 'request-of-mine');
  expect(mine).toMatchObject({
    time: new Date(START_TIME).toISOString(),
    level: 'info',
    method: 'GET',
    route: '/api/v1/campaigns/:id',
    status: 404,
    actor: owner.userId,
  });
  expect(mine?.ms).toBeNumber();
  expect(entries().at(-1)).toMatchObject({
    route: null,
    status: 404,
    actor: 'anonymous',
  });
  await ctx.close();
});

test('an internal error is logged with its cause and the request id of the response', async () => {
  const { ctx, entries } = await createLoggedApp();
  await ctx.app.services.database.transaction(
    async tx => void (await tx.run(sql`alter table users rename to old_users`)),
  );
  const response = await login(ctx, EMAIL);
  expect(response.status).toBe(500);
  const failure = entries().find(({ level }) => level === 'error');
  expect(failure).toMatchObject({
    code: 'INTERNAL_ERROR',
    requestId: response.headers.get('x-request-id'),
  });
  expect(failure?.cause).toContain('users');
  await ctx.close();
});

test('a rejected credential logs a warning with the reason, IP address and request', async () => {
  const { ctx, entries } = await createLoggedApp();
  const ada = await createCustomer(ctx);
  const headers = { 'x-request-id': 'request-of-a-stranger' };
  await ctx.call('GET', '/campaigns', undefined, { headers, peer: '203.0.113.9' });
  await ctx.call('POST', '/campaigns', CAMPAIGN, { as: ada.token });
  const denied = entries().filter(({ level }) => level === 'warn');
  expect(denied).toMatchObject([
    {
      message: 'request',
      requestId: 'request-of-a-stranger',
      route: '/api/v1/campaigns',
      status: 401,
      actor: 'anonymous',
      code: 'UNAUTHENTICATED',
      reason: 'Authentication required: send an access token or API key',
      ip: '203.0.113.9',
    },
    { status: 403, code: 'FORBIDDEN', actor: expect.stringMatching(/^usr_/) },
  ]);
  await ctx.close();
});

test('other errors log their code and nothing from the body', async () => {
  const { ctx, entries } = await createLoggedApp();
  await ctx.call('POST', '/auth', { action: 'login', email: 'no address', password: 'x' });
  const [line] = entries();
  expect(line).toMatchObject({ level: 'info', status: 400, code: 'VALIDATION_ERROR' });
  expect(line).not.toHaveProperty('ip');
  await ctx.close();
});
