import { afterEach, beforeEach, expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { type Scene, scene } from '../programs/fixture.ts';
import { createKnownPerson, createPerson, downloadExport, PLANTED } from './fixture.ts';

let ctx: Scene;
beforeEach(async () => {
  ctx = await scene();
});
afterEach(() => ctx.close());

test('an export contains everything that is stored about the person, to read and as JSON', async () => {
  const person = await createPerson(ctx);
  const files = await downloadExport(ctx, person.token);
  expect([...files.keys()]).toEqual([
    'index.html',
    'data/account.json',
    'data/balances.json',
    'data/cashback.json',
    'data/entries.json',
    'data/events.json',
    'data/logins.json',
    'data/memberships.json',
    'data/points.json',
    'data/rewards.json',
    'data/spent-cashback.json',
    'data/submissions.json',
    'data/transfers.json',
    'data/uploads.json',
    `files/${person.upload}.png`,
  ]);
  const everything = [...files.values()].join('\n');
  expect(PLANTED.filter(words => !everything.includes(words))).toEqual([]);
  expect(files.get('index.html')).toContain('<td>Wilhelmina Plantedname</td>');
  const [account] = JSON.parse(files.get('data/account.json')!);
  expect(account).toMatchObject({ id: person.userId, name: 'Wilhelmina Plantedname', role: 'customer' });
  expect(everything).not.toContain('passwordHash');
  expect(everything).not.toContain('argon2');
});

test('an export contains nothing of other people', async () => {
  await createPerson(ctx);
  await createKnownPerson(ctx);
  const files = await downloadExport(ctx, ctx.bob.token);
  const everything = [...files.values()].join('\n');
  expect(PLANTED.filter(words => everything.includes(words))).toEqual([]);
});

test('an export is a download without a cache, for people only', async () => {
  const headers = { authorization: `Bearer ${ctx.ada.token}` };
  const response = await ctx.send(new Request('http://localhost/api/v1/account/export', { headers }));
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data-2026-06-01.zip"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  await response.body?.cancel();
  expectFailure(await ctx.call('GET', '/account/export'), 401, 'UNAUTHENTICATED');
  const { key } = (await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token })).data;
  expectFailure(await ctx.call('GET', '/account/export', undefined, { as: key }), 403, 'FORBIDDEN');
});
