import { afterEach, beforeEach, expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { type Scene, scene } from '../programs/fixture.ts';
import { createStaff } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import {
  createKnownPerson,
  createPerson,
  downloadExport,
  EMAIL,
  listPlanted,
  PHONE,
  PLANTED,
  REFERENCE,
} from './fixture.ts';

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

test('a business exports what it keeps of a member, in all programs, and nothing of other people', async () => {
  const other = await createPerson(ctx);
  const program = await createKnownPerson(ctx);
  const path = (id: string, memberId: string) => `/programs/${id}/members/${memberId}/export`;
  const files = await downloadExport(ctx, ctx.business.token, path(program, REFERENCE));
  expect([...files.keys()]).toEqual([
    'index.html',
    'data/balances.json',
    'data/cashback.json',
    'data/entries.json',
    'data/events.json',
    'data/memberships.json',
    'data/points.json',
    'data/spent-cashback.json',
    'data/transfers.json',
  ]);
  const everything = [...files.values()].join('\n');
  const known = ['Plantedname', 'planted-description', 'planted-metadata', PHONE, EMAIL];
  expect(known.filter(words => !everything.includes(words))).toEqual([]);
  expect(everything).not.toContain(other.userId);
  const account = await downloadExport(ctx, ctx.business.token, path(other.program, other.userId));
  expect([...account.keys()]).not.toContain('data/account.json');
  expect([...account.keys()]).toContain(`files/${other.upload}.png`);
  expect([...account.values()].join('\n')).not.toContain('PlantedBrowser');
});

test('the audit log lists the export of a member by an admin', async () => {
  const program = await createKnownPerson(ctx);
  const admin = await createAdmin(ctx);
  await downloadExport(ctx, admin, `/programs/${program}/members/${REFERENCE}/export`);
  const { data } = await ctx.call('GET', '/audit?operation=exportMember', undefined, { as: admin });
  expect(data.items).toMatchObject([{ operation: 'exportMember', target: program }]);
});

test('the export of a member who was erased has nothing of the person', async () => {
  const program = await createKnownPerson(ctx);
  const as = ctx.business.token;
  const member = `/programs/${program}/members/${REFERENCE}`;
  const { data } = await ctx.call('DELETE', member, undefined, { as });
  const files = await downloadExport(ctx, as, `/programs/${program}/members/${data.memberId}/export`);
  expect(listPlanted([...files.values()].join('\n'))).toEqual([]);
  expectFailure(await ctx.call('GET', `${member}/export`, undefined, { as }), 404, 'NOT_FOUND');
  const staff = await createStaff(ctx, ctx.business);
  expectFailure(await ctx.call('GET', `${member}/export`, undefined, { as: staff }), 403, 'FORBIDDEN');
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
