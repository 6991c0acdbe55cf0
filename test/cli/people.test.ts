import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner, PASSWORD, perkmint } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
});
afterEach(() => ctx.close());

function login(email: string, password: string) {
  return ctx.call('POST', '/auth', { action: 'login', email, password });
}

async function business(): Promise<string> {
  return (await cli('businesses create --name Cup --industry cafe --json')).json.id;
}

describe('users', () => {
  test('users create adds a user who can log in; the first user of a business is its owner', async () => {
    const id = await business();
    const line = `users create --email Ada@shop.example --name Ada --role business --business ${id}`;
    const made = await cli(`${line} --password-stdin --json`, {
      stdin: `${PASSWORD}\n`,
    });
    expect(made).toMatchObject({
      code: 0,
      json: { email: 'ada@shop.example', position: 'owner' },
    });
    expect((await login('ada@shop.example', PASSWORD)).status).toBe(200);
  });

  test('users set-position changes what a team member may do, but keeps the last owner', async () => {
    const id = await business();
    const create = (email: string) =>
      cli(`users create --email ${email} --name A --role business --business ${id} --password-stdin --json`, {
        stdin: PASSWORD,
      });
    await create('owner@x.example');
    expect((await create('sam@x.example')).json.position).toBe('staff');
    const changed = await cli('users set-position sam@x.example counter --json');
    expect(changed).toMatchObject({ code: 0, json: { email: 'sam@x.example', position: 'counter' } });
    expect((await cli('users set-position owner@x.example manager')).code).toBe(5);
    expect((await cli('users set-position sam@x.example boss')).code).toBe(2);
    expect((await cli('users set-position unknown@x.example staff')).code).toBe(4);
  });

  test('users end-sessions logs one person or everyone out', async () => {
    const tokens = new Map<string, string>();
    for (const email of ['a@x.example', 'b@x.example', 'c@x.example']) {
      await cli(`users create --email ${email} --name A --password-stdin`, { stdin: PASSWORD });
      tokens.set(email, (await login(email, PASSWORD)).data.accessToken);
    }
    const statuses = () =>
      Promise.all(
        [...tokens.values()].map(async as => (await ctx.call('GET', '/auth', undefined, { as })).status),
      );
    expect((await cli('users end-sessions B@x.example --json')).json).toEqual({ sessions: 1 });
    expect(await statuses()).toEqual([200, 401, 200]);
    for (const line of ['users end-sessions', 'users end-sessions a@x.example --all'])
      expect((await cli(line)).code).toBe(2);
    expect((await cli('users end-sessions unknown@x.example')).code).toBe(4);
    expect((await cli('users end-sessions --all')).code).toBe(2);
    expect(await cli('users end-sessions --all --yes')).toMatchObject({ code: 0, out: '2 sessions ended\n' });
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  test('users create reads the password from a file, or twice from the terminal', async () => {
    const file = join(ctx.app.services.config.dataDir, 'password');
    writeFileSync(file, `${PASSWORD}\n`);
    expect((await cli(`users create --email a@x.example --name A --password-file ${file}`)).code).toBe(0);
    const typed = { answers: [PASSWORD, 'mistyped', PASSWORD, PASSWORD] };
    const second = await cli('users create --email b@x.example --name B', typed);
    expect(second).toMatchObject({ code: 0, err: expect.stringContaining('The passwords do not match\n') });
    expect((await login('a@x.example', PASSWORD)).status).toBe(200);
    expect((await login('b@x.example', PASSWORD)).status).toBe(200);
  });

  test("users create rejects the same input as the API, with the error's exit code", async () => {
    const stdin = { stdin: PASSWORD };
    const line = 'users create --email a@x.example --name A --password-stdin';
    expect((await cli(line, stdin)).code).toBe(0);
    expect(await cli(line, stdin)).toMatchObject({ code: 5 });
    expect((await cli('users create --email no-address --name A --password-stdin', stdin)).code).toBe(2);
    const short = await cli('users create --email c@x.example --name A --password-stdin', { stdin: 'short' });
    expect(short).toMatchObject({ code: 2, out: '' });
    expect(short.err).toContain('password must have at least 10 characters');
    const common = await cli('users create --email c@x.example --name A --password-stdin', {
      stdin: 'Password123',
    });
    expect(common).toMatchObject({ code: 2, out: '' });
    expect(common.err).toContain('password must not be a common password');
    const changed = await cli('users set-password a@x.example --password-stdin', { stdin: 'Password123' });
    expect(changed).toMatchObject({ code: 2, out: '' });
    const foreign = 'users create --email d@x.example --name D --role business --business biz_none';
    expect((await cli(`${foreign} --password-stdin`, stdin)).code).toBe(4);
    expect((await cli('users create --email e@x.example --name E')).err).toContain('--password-stdin');
    const differing = { answers: [PASSWORD, 'a', PASSWORD, 'b', PASSWORD, 'c', PASSWORD, PASSWORD] };
    expect((await cli('users create --email f@x.example --name F', differing)).code).toBe(2);
  });

  test('users list shows all users, or those of one business', async () => {
    const id = await business();
    const line = `users create --name A --role business --business ${id} --password-stdin --email`;
    await cli(`${line} a@x.example`, { stdin: PASSWORD });
    await cli('users create --email b@x.example --name B --password-stdin', {
      stdin: PASSWORD,
    });
    expect((await cli('users list --json')).json.pagination.total).toBe(2);
    const { json } = await cli(`users list --business ${id} --json`);
    expect(json.items.map((user: { email: string }) => user.email)).toEqual(['a@x.example']);
    expect((await cli('users list --per-page 1')).err).toContain('Page 1 of 2, 2 in total');
    expect((await cli('users list --page 0')).code).toBe(2);
  });

  test('users set-password replaces the password and revokes all sessions', async () => {
    await cli('users create --email a@x.example --name A --password-stdin', {
      stdin: PASSWORD,
    });
    const { data } = await login('a@x.example', PASSWORD);
    const changed = await cli('users set-password A@x.example --password-stdin', { stdin: 'another secret' });
    expect(changed.code).toBe(0);
    expect((await ctx.call('GET', '/auth', undefined, { as: data.accessToken })).status).toBe(401);
    expect((await login('a@x.example', 'another secret')).status).toBe(200);
    expect(
      (
        await cli('users set-password no@x.example --password-stdin', {
          stdin: PASSWORD,
        })
      ).code,
    ).toBe(4);
  });

  test('users reset-link prints only the link on stdout, and the link works once', async () => {
    await cli('users create --email a@x.example --name A --password-stdin', {
      stdin: PASSWORD,
    });
    const { out } = await cli('users reset-link a@x.example');
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset\?token=[\w-]+\n$/);
    const reset = {
      action: 'resetPassword',
      token: new URL(out.trim()).searchParams.get('token'),
      password: 'another secret',
    };
    expect((await ctx.call('POST', '/auth', reset)).data).toEqual({
      reset: true,
    });
    expect((await ctx.call('POST', '/auth', reset)).status).toBe(401);
    expect((await cli('users reset-link no@x.example')).code).toBe(4);
  });
});

describe('businesses', () => {
  test('businesses are created and listed', async () => {
    const made = await cli('businesses create --name Cup --industry cafe --json');
    expect(made).toMatchObject({
      code: 0,
      json: { name: 'Cup', industry: 'cafe' },
    });
    expect((await cli('businesses list')).out).toContain(made.json.id);
    expect((await cli('businesses create --name Cup --website nonsense')).code).toBe(2);
    expect((await cli('businesses create')).code).toBe(2);
  });

  test('businesses update changes only what is named, and a wrong time zone is refused', async () => {
    const id = await business();
    const line = `businesses update ${id}`;
    const changed = await cli(`${line} --time-zone asia/tokyo --locale JA-jp --json`);
    expect(changed.json).toMatchObject({ timeZone: 'Asia/Tokyo', locale: 'ja-JP', industry: 'cafe' });
    expect((await cli('businesses list')).out).toContain('Asia/Tokyo');
    expect((await cli(`${line} --time-zone Mars/Olympus`)).code).toBe(2);
    expect((await cli(line)).code).toBe(2);
    expect((await cli('businesses update biz_none --name x')).code).toBe(4);
  });
});

describe('keys', () => {
  test('keys create prints only the secret on stdout, and the secret works', async () => {
    const id = await business();
    const { out, code } = await cli(`keys create --business ${id} --name till --scopes read,review`);
    expect(code).toBe(0);
    expect(out).toMatch(/^pmk_\w{38}\n$/);
    const caller = await ctx.call('GET', '/auth', undefined, {
      as: { apiKey: out.trim() },
    });
    expect(caller.data).toMatchObject({
      authMethod: 'apiKey',
      scopes: ['read', 'review'],
    });
  });

  test('keys rotate replaces the secret; keys revoke revokes the key after confirmation', async () => {
    const id = await business();
    const { json: key } = await cli(`keys create --business ${id} --name till --json`);
    const { json: rotated } = await cli(`keys rotate ${key.id} --grace-minutes 5 --json`);
    expect(rotated.key).not.toBe(key.key);
    const works = async (apiKey: string) =>
      (await ctx.call('GET', '/auth', undefined, { as: { apiKey } })).status === 200;
    expect(await works(key.key)).toBe(true);
    ctx.clock.advance(6 * 60_000);
    expect(await works(key.key)).toBe(false);
    expect((await cli(`keys revoke ${key.id}`)).code).toBe(2);
    expect((await cli(`keys revoke ${key.id}`, { answers: ['n'] })).code).toBe(2);
    expect(await works(rotated.key)).toBe(true);
    expect((await cli(`keys revoke ${key.id} --yes`)).code).toBe(0);
    expect(await works(rotated.key)).toBe(false);
    expect((await cli(`keys revoke ${key.id} --yes`)).code).toBe(4);
    expect((await cli(`keys rotate ${key.id} --grace-minutes 9999`)).code).toBe(2);
  });

  test('keys list never shows a secret', async () => {
    const id = await business();
    const { json: key } = await cli(`keys create --business ${id} --name till --json`);
    const listed = await cli(`keys list --business ${id} --json`);
    expect(listed.json.items).toMatchObject([{ id: key.id, last4: key.key.slice(-4) }]);
    expect(listed.out).not.toContain(key.key);
    expect((await cli('keys list')).code).toBe(0);
    await business();
    expect((await cli('keys list')).code).toBe(2);
    expect((await cli(`keys create --business ${id} --name x --scopes everything`)).code).toBe(2);
  });
});

test('a folder without an installation is reported, and no installation is created in it', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'perkmint-empty-'));
  const { code, err } = await perkmint(join(empty, 'typo'), ['users', 'list']);
  expect(code).toBe(4);
  expect(err).toContain('No installation found in');
  rmSync(empty, { recursive: true });
});

describe('the data of users', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'perkmint-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('users export writes everything to a new file, and users erase deletes the account', async () => {
    const line = 'users create --email ada@people.example --name Ada --password-stdin --json';
    const { id } = (await cli(line, { stdin: PASSWORD })).json;
    const out = join(folder, 'ada.zip');
    const written = await cli(`users export ada@people.example --out ${out} --json`);
    expect(written).toMatchObject({ code: 0, json: { id, file: out } });
    const files = unzipSync(readFileSync(out));
    expect(new TextDecoder().decode(files['data/account.json'])).toContain('ada@people.example');
    expect((await cli(`users export ${id} --out ${out}`)).code).toBe(5);
    expect((await cli('audit --json')).out).toContain('users export');
    expect((await cli(`users erase ${id}`)).code).toBe(2);
    expect((await cli(`users erase ${id} --yes --json`)).json).toEqual({ id, erased: true });
    expect((await login('ada@people.example', PASSWORD)).status).toBe(401);
    expect((await cli('users erase ada@people.example --yes')).code).toBe(4);
  });
});
