import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { createCustomer } from '../support/accounts.ts';
import { createTestApp, ON_SQLITE, START_TIME, type TestApp } from '../support/test-app.ts';
import { decodeClaims, decodeHeader, forgeToken, login, SECRET, whoAmI } from './fixture.ts';

const OLD_SECRET = 'the key before it, thirty-two bytes or more';
const OLDER_SECRET = 'a second value of the setting of at least 32 bytes';
let ctx: TestApp;
let token: string;
let claims: Record<string, unknown>;
let header: Record<string, unknown>;
beforeAll(async () => {
  const JWT_SECRET = `${SECRET},${OLDER_SECRET}`;
  ctx = await createTestApp({ JWT_SECRET, JWT_SECRET_PREVIOUS: OLD_SECRET });
  token = (await createCustomer(ctx)).token;
  claims = decodeClaims(token);
  header = decodeHeader(token);
});
afterAll(() => ctx.close());

describe('access token', () => {
  test('an access token is HS256 with kid, iss, aud, exp, jti and session id, but without role and business', () => {
    expect(header).toMatchObject({ alg: 'HS256' });
    expect(header.kid).toBeString();
    const names = Object.keys(claims);
    for (const name of ['iss', 'aud', 'exp', 'sub', 'sid', 'jti']) expect(names).toContain(name);
    expect(claims.exp).toBe(START_TIME / 1000 + 900);
    expect(names).not.toContain('role');
    expect(JSON.stringify(claims)).not.toContain('@');
  });

  test('an access token has a unique jti', async () => {
    const all = await Promise.all([1, 2, 3].map(() => login(ctx, 'ada@people.example')));
    expect(new Set(all.map(({ data }) => decodeClaims(data.accessToken).jti)).size).toBe(3);
  });

  test('an access token is valid for exactly 15 minutes, then TOKEN_EXPIRED', async () => {
    const late = await createTestApp();
    const person = await createCustomer(late);
    late.clock.advance(15 * 60_000 - 1);
    expect((await whoAmI(late, person.token)).status).toBe(200);
    late.clock.advance(1);
    expectFailure(await whoAmI(late, person.token), 401, 'TOKEN_EXPIRED');
    late.clock.advance(365 * 24 * 3_600_000);
    expectFailure(await whoAmI(late, person.token), 401, 'TOKEN_EXPIRED');
    await late.close();
  });

  test('a token signed with our key and algorithm is accepted', async () => {
    expect((await whoAmI(ctx, forgeToken(header, claims, SECRET))).status).toBe(200);
  });

  for (const earlier of [OLD_SECRET, OLDER_SECRET]) {
    test(`a token signed with an earlier key is accepted: ${earlier}`, async () => {
      const before = await createTestApp({ JWT_SECRET: earlier });
      const old = decodeHeader((await createCustomer(before)).token);
      await before.close();
      expect(old.kid).not.toBe(header.kid);
      expect((await whoAmI(ctx, forgeToken(old, claims, earlier))).status).toBe(200);
    });
  }

  test('an access token is not valid before its nbf', async () => {
    const at = (seconds: number) =>
      forgeToken(header, { ...claims, nbf: START_TIME / 1000 + seconds }, SECRET);
    expect((await whoAmI(ctx, at(0))).status).toBe(200);
    expectFailure(await whoAmI(ctx, at(1)), 401, 'UNAUTHENTICATED');
    expectFailure(await whoAmI(ctx, at(3_600)), 401, 'UNAUTHENTICATED');
  });

  test('an access token stays valid after a key change with JWT_SECRET_PREVIOUS', async () => {
    const without = { ...claims, exp: 1 };
    expectFailure(await whoAmI(ctx, forgeToken(header, without, SECRET)), 401, 'TOKEN_EXPIRED');
  });
});

describe('forged tokens are UNAUTHENTICATED', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const forgeries: [what: string, make: () => string][] = [
    ['alg none, unsigned', () => forgeToken({ alg: 'none' }, claims, null)],
    ['alg None in another case', () => forgeToken({ alg: 'nOnE' }, claims, null)],
    [
      'alg none, with our signature left on',
      () => `${forgeToken({ alg: 'none' }, claims, null)}${token.split('.')[2]}`,
    ],
    ['HS512 with our key', () => forgeToken({ ...header, alg: 'HS512' }, claims, SECRET, 'sha512')],
    ['HS384 with our key', () => forgeToken({ ...header, alg: 'HS384' }, claims, SECRET, 'sha384')],
    ['RS256 in name, our key in fact', () => forgeToken({ ...header, alg: 'RS256' }, claims, SECRET)],
    ['no key id', () => forgeToken({ alg: 'HS256', typ: 'JWT' }, claims, SECRET)],
    ['the id of no key', () => forgeToken({ ...header, kid: '00000000' }, claims, SECRET)],
    ['the id of another key of ours', () => forgeToken(header, claims, OLD_SECRET)],
    ['a key id that is a path', () => forgeToken({ ...header, kid: '../../dev/null' }, claims, '')],
    ['an nbf that is no number', () => forgeToken(header, { ...claims, nbf: 'tomorrow' }, SECRET)],
    ['another key', () => forgeToken(header, claims, 'another secret of thirty-two bytes..')],
    ['an empty key', () => forgeToken(header, claims, '')],
    ['another issuer', () => forgeToken(header, { ...claims, iss: 'other' }, SECRET)],
    ['another audience', () => forgeToken(header, { ...claims, aud: 'other' }, SECRET)],
    ['no issuer', () => forgeToken(header, without('iss'), SECRET)],
    ['no audience', () => forgeToken(header, without('aud'), SECRET)],
    ['no expiry', () => forgeToken(header, without('exp'), SECRET)],
    ['an expiry that is no number', () => forgeToken(header, { ...claims, exp: '9999999999' }, SECRET)],
    ['no session', () => forgeToken(header, without('sid'), SECRET)],
    ['no subject', () => forgeToken(header, without('sub'), SECRET)],
    ['no jti', () => forgeToken(header, without('jti'), SECRET)],
    ['an unknown session', () => forgeToken(header, { ...claims, sid: 'ses_none' }, SECRET)],
    ['a null session', () => forgeToken(header, { ...claims, sid: null }, SECRET)],
    ['a changed payload', () => swap(token, 1, JSON.stringify({ ...claims, exp: 9_999_999_999 }))],
    ['a changed header', () => swap(token, 0, JSON.stringify({ ...header, kid: 'x' }))],
    ['a cut signature', () => token.slice(0, -4)],
    ['no signature', () => token.slice(0, token.lastIndexOf('.') + 1)],
    ['two parts', () => token.split('.').slice(0, 2).join('.')],
    ['four parts', () => `${token}.x`],
    ['an array for claims', () => forgeToken(header, [], SECRET)],
    ['nonsense', () => 'nonsense'],
    ['dots', () => '...'],
    ['ten thousand characters', () => 'x'.repeat(10_000)],
    ['a header that is no JSON', () => `x.${token.split('.')[1]}.${token.split('.')[2]}`],
    ['a critical extension', () => forgeToken({ ...header, crit: ['exp2'], exp2: 1 }, claims, SECRET)],
  ];
  for (const [what, make] of forgeries) {
    test(what, async () => expectFailure(await whoAmI(ctx, make()), 401, 'UNAUTHENTICATED'));
  }

  test('an expired forged token is reported as invalid, not as expired', async () => {
    const old = { ...claims, exp: 1 };
    const made = forgeToken(header, old, 'another secret of thirty-two bytes..');
    expectFailure(await whoAmI(ctx, made), 401, 'UNAUTHENTICATED');
  });
});

describe('Authorization header', () => {
  const withHeader = (authorization: string) =>
    ctx.call('GET', '/auth', undefined, { headers: { authorization } });

  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    test(`accepts the scheme ${scheme}`, async () => {
      expect((await withHeader(`${scheme} ${token}`)).status).toBe(200);
    });
  }

  for (const value of ['Basic YTpi', 'Bearer', 'Bearer ', 'Token x', 'Bearer a b', 'x']) {
    test(`the malformed value ${value} is UNAUTHENTICATED`, async () => {
      expectFailure(await withHeader(value), 401, 'UNAUTHENTICATED');
    });
  }

  test('a token without a scheme is UNAUTHENTICATED', async () => {
    expectFailure(await withHeader(token), 401, 'UNAUTHENTICATED');
  });
});

test('without JWT_SECRET, a key is generated and stored in secrets.json', async () => {
  const own = await createTestApp(ON_SQLITE);
  const { token: made } = await createCustomer(own);
  const file = Bun.file(`${own.app.services.config.dataDir}/secrets.json`);
  const { jwtSecret } = (await file.json()) as { jwtSecret: string };
  expect(jwtSecret.length).toBeGreaterThanOrEqual(32);
  expect((await file.stat()).mode & 0o777).toBe(0o600);
  expect((await whoAmI(own, forgeToken(decodeHeader(made), decodeClaims(made), jwtSecret))).status).toBe(200);
  await own.close();
});

function swap(jwt: string, index: number, text: string): string {
  return jwt.split('.').with(index, Buffer.from(text).toString('base64url')).join('.');
}
