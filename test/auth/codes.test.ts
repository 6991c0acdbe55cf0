import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { create } from '../../src/auth/service/users.ts';
import { CLI } from '../../src/context.ts';
import { createMail } from '../../src/platform/mail.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { openBrowser } from '../places/fixture.ts';
import { createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, whoAmI } from './fixture.ts';

const ADA = 'ada@people.example';
const EVE = 'eve@people.example';
const MINUTE_MS = 60_000;
let ctx: TestApp;
let peers: number;
beforeEach(async () => {
  ctx = await createTestApp();
  peers = 0;
});
afterEach(() => ctx.close());

/** Another client each time, because the strict tier allows 5 requests a minute. */
const peer = () => ({ peer: `10.0.${Math.floor(peers / 250)}.${peers++ % 250}` });
const requestCode = async (email: string) => {
  const response = await postAuth(ctx, 'requestCode', { email }, peer());
  await ctx.app.services.backgroundTasks.settled();
  return response;
};
const readCode = () => /code is (\d{6})\./.exec(ctx.mail.at(-1)?.text ?? '')?.[1] ?? 'no code';
const mailedCode = async (email: string) => {
  await requestCode(email);
  return readCode();
};
const otherCode = (code: string) => code.replace(/.$/, digit => String((Number(digit) + 1) % 10));
const logIn = (email: string, code: string, fields: object = {}) =>
  postAuth(ctx, 'codeLogin', { email, code, ...fields }, peer());

describe('a sign-in code', () => {
  test('logs in the customer who has the address, once', async () => {
    const { userId } = await createCustomer(ctx);
    const code = await mailedCode(ADA);
    const session = await logIn('  ADA@people.example ', code);
    expect(session.status).toBe(200);
    expect(session.data.user).toMatchObject({ id: userId, role: 'customer', emailConfirmed: true });
    expect((await whoAmI(ctx, session.data.accessToken)).status).toBe(200);
    expectFailure(await logIn(ADA, code), 401, 'UNAUTHENTICATED');
  });

  test('is accepted as it is pasted: in groups, in other digits, with marks that are not seen', async () => {
    await createCustomer(ctx);
    const spell = (code: string, zero: number) =>
      code.replaceAll(/\d/g, digit => String.fromCodePoint(zero + Number(digit)));
    const spellings: ((code: string) => string)[] = [
      code => `${code.slice(0, 3)} ${code.slice(3)}`,
      code => `${code.slice(0, 3)}\u2011${code.slice(3)}`,
      code => `\u200e${code}\u200b\n`,
      code => spell(code, 0x660),
      code => spell(code, 0x6f0),
      code => spell(code, 0xff10),
      code => spell(code, 0x966),
    ];
    for (const spelling of spellings) {
      const code = spelling(await mailedCode(ADA));
      expect([code, (await logIn('\u200eada@people.example\u200b', code)).status]).toEqual([code, 200]);
    }
    expect((await logIn(ADA, '½12345')).status).toBe(400);
  });

  test('signs up a new address under the given name, or that of the address', async () => {
    const eve = await logIn(EVE, await mailedCode(EVE), { name: 'Eve Example' });
    expect(eve.data.user).toMatchObject({ name: 'Eve Example', role: 'customer', emailConfirmed: true });
    const again = await logIn(EVE, await mailedCode(EVE), { name: 'Another name' });
    expect(again.data.user).toEqual(eve.data.user);
    const bo = await logIn('bo@people.example', await mailedCode('bo@people.example'));
    expect(bo.data.user.name).toBe('bo');
    expectFailure(await login(ctx, EVE, PASSWORD, peer()), 401, 'INVALID_CREDENTIALS');
  });

  test('is mailed with a link that keeps it out of logs', async () => {
    const code = await mailedCode(ADA);
    expect(ctx.mail.at(-1)).toMatchObject({ to: ADA, subject: `${code} is your sign-in code` });
    expect(ctx.mail.at(-1)?.text).toContain(`/login#email=ada%40people.example&code=${code}`);
  });

  test('allows 5 attempts', async () => {
    const code = await mailedCode(ADA);
    for (let i = 0; i < 5; i++) expectFailure(await logIn(ADA, otherCode(code)), 401, 'INVALID_CREDENTIALS');
    expectFailure(await logIn(ADA, code), 401, 'UNAUTHENTICATED');
    expect((await logIn(ADA, await mailedCode(ADA))).status).toBe(200);
  });

  test('is valid for 10 minutes', async () => {
    const early = await mailedCode(ADA);
    ctx.clock.advance(10 * MINUTE_MS - 1);
    expect((await logIn(ADA, early)).status).toBe(200);
    const late = await mailedCode(ADA);
    ctx.clock.advance(10 * MINUTE_MS);
    expectFailure(await logIn(ADA, late), 401, 'UNAUTHENTICATED');
  });

  test('is valid beside the next one until one is used, and for its own address only', async () => {
    const first = await mailedCode(ADA);
    const second = await mailedCode(ADA);
    const eves = await mailedCode(EVE);
    if (![first, second].includes(eves)) expectFailure(await logIn(ADA, eves), 401, 'INVALID_CREDENTIALS');
    expect((await logIn(ADA, first)).status).toBe(200);
    expectFailure(await logIn(ADA, second), 401, 'UNAUTHENTICATED');
  });

  test('opens one session when it is used at the same time', async () => {
    const code = await mailedCode(ADA);
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(ADA, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('must be 6 digits', async () => {
    for (const code of ['12345', '1234567', '12a456', ''])
      expect(expectInvalidFields(await logIn(ADA, code))).toEqual(['code']);
  });
});

describe('a requested code', () => {
  test('is answered in the same way for each address', async () => {
    await createCustomer(ctx);
    for (const email of [ADA, EVE]) {
      const response = await requestCode(email);
      expect([response.status, response.data]).toEqual([200, { accepted: true }]);
    }
    expect(ctx.mail).toHaveLength(2);
    expectFailure(await logIn('unasked@people.example', '123456'), 401, 'UNAUTHENTICATED');
  });

  test('is mailed 5 times an hour to one client, and 10 times to all who never logged in', async () => {
    const ask = (email: string, from: object) => postAuth(ctx, 'requestCode', { email }, from);
    const same = peer();
    for (let i = 0; i < 7; i++) await ask(ADA, same);
    await ctx.app.services.backgroundTasks.settled();
    expect(ctx.mail).toHaveLength(5);
    for (let i = 0; i < 8; i++) await requestCode(i % 2 ? ADA : 'ada+more@people.example');
    expect(ctx.mail).toHaveLength(10);
    ctx.clock.advance(60 * MINUTE_MS);
    await requestCode(ADA);
    expect(ctx.mail).toHaveLength(11);
  });

  test('of strangers uses up neither the attempts nor the mails of a client that logged in', async () => {
    const owner = peer();
    const ask = async (from: object) => {
      await postAuth(ctx, 'requestCode', { email: ADA }, from);
      await ctx.app.services.backgroundTasks.settled();
      return readCode();
    };
    const enter = (code: string, from: object) => postAuth(ctx, 'codeLogin', { email: ADA, code }, from);
    const first = await ask(owner);
    for (let i = 0; i < 9; i++) {
      const stranger = peer();
      await ask(stranger);
      expect((await enter(otherCode(first), stranger)).status).toBe(401);
    }
    expectFailure(await enter(first, peer()), 401, 'INVALID_CREDENTIALS');
    expect((await enter(first, owner)).status).toBe(200);
    const mails = ctx.mail.length;
    await ask(peer());
    expect(ctx.mail).toHaveLength(mails);
    const next = await ask(owner);
    expect(ctx.mail).toHaveLength(mails + 1);
    expect((await enter(next, owner)).status).toBe(200);
  });

  test('is counted by the network that asks, and for unproven addresses in all', async () => {
    await ctx.close();
    ctx = await createTestApp({ RATE_LIMIT: 'on', RATE_LIMIT_SCALE: '0.2' });
    // More requests would meet the rate limit of the route, in whose place the clock goes on.
    for (let i = 0; i < 14; i++) {
      await postAuth(ctx, 'requestCode', { email: `guest${i}@people.example` }, { peer: '10.9.9.9' });
      await ctx.app.services.backgroundTasks.settled();
      ctx.clock.advance(2 * MINUTE_MS);
    }
    expect(ctx.mail).toHaveLength(12);
  });

  test('counts per client and address, like passwords', async () => {
    await ctx.close();
    ctx = await createTestApp({ RATE_LIMIT: 'on' });
    const same = { peer: '10.9.9.9' };
    const asks = [];
    for (let i = 0; i < 6; i++) asks.push(await postAuth(ctx, 'requestCode', { email: ADA }, same));
    expect(asks.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('is not mailed to a new address while registration is closed, and wrong ones get the same answers', async () => {
    await ctx.close();
    ctx = await createTestApp({ REGISTRATION: 'closed' });
    const person = { email: ADA, name: 'Ada', role: 'customer' as const, password: PASSWORD };
    await create(ctx.app.as(CLI), person);
    await requestCode(EVE);
    expect(ctx.mail).toEqual([]);
    const known = await mailedCode(ADA);
    for (const [email, code] of [
      [EVE, '123456'],
      [ADA, otherCode(known)],
    ] as const)
      for (let i = 0; i < 6; i++)
        expectFailure(await logIn(email, code), 401, i < 5 ? 'INVALID_CREDENTIALS' : 'UNAUTHENTICATED');
  });
});

describe('the first proof of an address', () => {
  test('ends the password and sessions that someone else may have created', async () => {
    const { token } = await createCustomer(ctx);
    expect((await logIn(ADA, await mailedCode(ADA))).data.user.emailConfirmed).toBe(true);
    expectFailure(await whoAmI(ctx, token), 401, 'UNAUTHENTICATED');
    expectFailure(await login(ctx, ADA, PASSWORD, peer()), 401, 'INVALID_CREDENTIALS');
  });

  test('keeps the password of a confirmed address', async () => {
    await createCustomer(ctx);
    await postAuth(ctx, 'forgotPassword', { email: ADA }, peer());
    await ctx.app.services.backgroundTasks.settled();
    const token = /token=([\w-]+)/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    await postAuth(ctx, 'resetPassword', { token, password: 'a password of my own' }, peer());
    expect((await logIn(ADA, await mailedCode(ADA))).status).toBe(200);
    expect((await login(ctx, ADA, 'a password of my own', peer())).status).toBe(200);
  });

  test('lets a person whom a business added decide first whether to stay', async () => {
    const owner = await createBusiness(ctx);
    await ctx.call(
      'POST',
      '/business/users',
      { email: ADA, name: 'Ada', password: PASSWORD },
      { as: owner.token },
    );
    await requestCode(ADA);
    expect(ctx.mail.at(-1)).toMatchObject({ to: ADA, subject: 'Reset your password' });
  });
});

describe('on the pages', () => {
  test('a code opens a cookie session', async () => {
    const browser = openBrowser(ctx);
    const asked = await browser.send('POST', '/session/code', { email: ADA });
    expect(asked.data).toEqual({ accepted: true });
    await ctx.app.services.backgroundTasks.settled();
    const body = { action: 'codeLogin', email: ADA, code: readCode() };
    // Other browsers at the same network address use up the attempts of others only.
    const wrong = { ...body, code: otherCode(body.code) };
    const statuses = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await openBrowser(ctx).send('POST', '/session', wrong)).error.code);
    expect(statuses).toEqual([...Array(5).fill('INVALID_CREDENTIALS'), 'UNAUTHENTICATED']);
    expect((await browser.send('POST', '/session', body)).data.user).toMatchObject({ email: ADA });
    expect((await browser.send('GET', '/session')).data.user).toMatchObject({ email: ADA, role: 'customer' });
  });

  test('the options say whether codes can be mailed', async () => {
    const options = async () => (await openBrowser(ctx).send('GET', '/session/options')).data;
    expect(await options()).toEqual({ byCode: true, registration: 'open', passkeyHost: 'localhost' });
    await ctx.close();
    ctx = await createTestApp({ REGISTRATION: 'customers' }, { mail: createMail('', '') });
    expect(await options()).toEqual({ byCode: false, registration: 'customers', passkeyHost: 'localhost' });
  });
});
