import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../src/platform/log.ts';
import { HOUR, runJobByName } from '../campaigns/fixture.ts';
import { readAllRows } from '../support/database-fingerprint.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import {
  appSettings,
  beginConsent,
  createConnection,
  type FakePlatform,
  finishConsent,
  type Scene,
  setup,
  startFakeX,
} from './fixture.ts';

/** Words that may be nowhere in clear, whatever happens: what a platform gives, and what the app knows. */
const PLANTED = [
  'planted-access',
  'planted-refresh',
  'renewed-access',
  'renewed-refresh',
  'planted-app-secret',
];

let ctx: Scene;
let x: FakePlatform;
const lines: string[] = [];
beforeEach(async () => {
  lines.length = 0;
  x = startFakeX();
  const tokens = (name: string) => ({
    access_token: `${name}-access`,
    refresh_token: `${name}-refresh`,
    token_type: 'bearer',
    expires_in: 7_200,
  });
  x.respondTo('/token', ({ form }) => tokens(form.has('refresh_token') ? 'renewed' : 'planted'));
  const log = createLog({ level: 'debug', clock: { now: () => 0 }, write: text => lines.push(text) });
  ctx = await setup({ ...appSettings('x', x.url), OAUTH_X_CLIENT_SECRET: 'planted-app-secret' }, { log });
});
afterEach(async () => {
  await ctx.close();
  x.stop();
});

/** Returns the contents of all files in the data folder, including the write-ahead log, or all rows on PostgreSQL. */
async function readStored(): Promise<string> {
  if (isOnPostgres) return readAllRows(ctx.app.services);
  const { dataDir } = ctx.app.services.config;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(file => file.isFile());
  expect(files.map(file => file.name)).toContain('perkmint.sqlite-wal');
  return files.map(file => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n');
}

test('no plaintext token appears on disk or in logs, responses, events or webhooks', async () => {
  const as = ctx.business.token;
  await ctx.call('POST', '/webhooks', { url: 'https://hooks.example.com/' }, { as });
  const seen: string[] = [];
  const see = async (path: string) =>
    seen.push(JSON.stringify((await ctx.call('GET', path, undefined, { as })).body));
  seen.push(JSON.stringify(await createConnection(ctx, 'x')));
  ctx.clock.advance(2 * HOUR);
  await runJobByName(ctx, 'refreshConnections');
  for (const path of ['/oauth/x', '/connections', '/events']) await see(path);
  expect(await readStored()).toContain('BlueCup');
  const disk = [await readStored()];
  // A faulty platform must not expose them either: responses with tokens that the library cannot parse.
  x.respondTo('/token', () => ({
    access_token: 'planted-access',
    token_type: 7,
    refresh_token: 'planted-refresh',
  }));
  const broken = await finishConsent(ctx, 'x', {
    code: 'planted-code',
    state: (await beginConsent(ctx, 'x')).state,
  });
  expect(broken.status).toBe(502);
  seen.push(JSON.stringify(broken.body));
  x.respondTo('/revoke', () => new Response('{"error":"planted-refresh"}', { status: 400 }));
  seen.push(JSON.stringify((await ctx.call('DELETE', '/oauth/x', undefined, { as })).body));
  await ctx.app.worker.drain();
  ctx.app.services.log.flush();
  disk.push(await readStored());
  const sent = JSON.stringify(ctx.sent);
  expect(sent).toContain('platform.connected');
  expect(lines.join('')).toContain('/oauth/:platform');
  expect(x.requestsTo('/profile').map(({ headers }) => headers.get('authorization'))).toContain(
    'Bearer renewed-access',
  );
  for (const [place, text] of Object.entries({
    disk: disk.join(),
    logs: lines.join(),
    responses: seen.join(),
    sent,
  })) {
    const found = [...PLANTED, 'planted-code'].filter(word => text.includes(word));
    expect([place, found]).toEqual([place, []]);
  }
});

test('the state and the verifier are not stored in plaintext', async () => {
  const { state } = await beginConsent(ctx, 'x');
  expect(await readStored()).not.toContain(state);
  await finishConsent(ctx, 'x', { code: 'good', state });
  const verifier = x.requestsTo('/token')[0]?.form.get('code_verifier') as string;
  expect(verifier.length).toBeGreaterThan(40);
  expect(await readStored()).not.toContain(verifier);
});

test('encrypted tokens can be decrypted only for their own connection', async () => {
  const { id } = await createConnection(ctx, 'x');
  const { database, vault } = ctx.app.services;
  const [row] = await database.reader.all<{ tokens: string }>('select tokens from connections');
  const sealed = row?.tokens as string;
  expect(JSON.parse(vault.open(sealed, id)).accessToken).toBe('planted-access');
  expect(() => vault.open(sealed, 'con_other')).toThrow();
  expect(() => vault.open(sealed)).toThrow();
});
