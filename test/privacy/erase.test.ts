import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUpDatabase } from '../../db/sqlite/maintenance.ts';
import { createLog } from '../../src/platform/log.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { createLaunchedCampaign, createSubmission } from '../campaigns/fixture.ts';
import { expectFailure } from '../http/fixture.ts';
import { enrollMember, listEvents, runJobByName, type Scene, scene } from '../programs/fixture.ts';
import { importFile } from '../programs/imports/fixture.ts';
import { createStaff, PASSWORD } from '../support/accounts.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { START_TIME } from '../support/test-app.ts';
import {
  createKnownPerson,
  createPerson,
  downloadExport,
  EMAIL,
  findPlantedFiles,
  findPlantedRows,
  listPlanted,
  PHONE,
  REFERENCE,
  readFigures,
} from './fixture.ts';

let ctx: Scene;
let lines = '';
beforeEach(async () => {
  lines = '';
  const write = (text: string) => {
    lines += text;
  };
  const log = createLog({ level: 'debug', clock: { now: () => START_TIME }, write });
  ctx = await scene({}, { log });
});
afterEach(() => ctx.close());

const erase = (as: string) => ctx.call('DELETE', '/account', undefined, { as });
const eraseMember = (program: string, memberId: string, as = ctx.business.token) =>
  ctx.call('DELETE', `/programs/${program}/members/${encodeURIComponent(memberId)}`, undefined, { as });

const seeUpload = async (id: string, as = ctx.business.token) => {
  const headers = { authorization: `Bearer ${as}` };
  return (await ctx.send(new Request(`http://localhost/api/v1/uploads/${id}`, { headers }))).status;
};

/** Fails the test if a planted word is left in the rows, files, logs or a backup of the installation. */
async function expectNothingLeft(): Promise<void> {
  await runJobByName(ctx, 'removeDeletedFiles');
  expect(await findPlantedRows(ctx)).toEqual([]);
  ctx.app.services.log.flush();
  expect(lines).not.toBe('');
  expect(listPlanted(lines)).toEqual([]);
  if (isOnPostgres) return;
  ctx.app.services.database.checkpoint();
  const { dataDir } = ctx.app.services.config;
  backUpDatabase(join(dataDir, 'perkmint.sqlite'), join(dataDir, 'fresh.sqlite'));
  expect(findPlantedFiles(dataDir)).toEqual([]);
}

test('an account is erased from rows, files, logs and new backups, and money and statistics stay', async () => {
  const person = await createPerson(ctx);
  expect(await findPlantedRows(ctx)).not.toEqual([]);
  const before = await readFigures(ctx, person.program);
  const { status, data } = await erase(person.token);
  expect([status, data]).toEqual([200, { id: person.userId, erased: true }]);
  await expectNothingLeft();
  expect(await readFigures(ctx, person.program)).toEqual(before);
  expect(
    await checkIntegrity(ctx.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null })),
  ).toEqual([]);
});

test('who erased the account can neither log in nor export, and may register the address again', async () => {
  const person = await createPerson(ctx);
  await erase(person.token);
  expectFailure(await ctx.call('GET', '/account', undefined, { as: person.token }), 401, 'UNAUTHENTICATED');
  const login = { action: 'login', email: EMAIL, password: PASSWORD };
  expectFailure(await ctx.call('POST', '/auth', login), 401, 'INVALID_CREDENTIALS');
  const again = { action: 'register', email: EMAIL, password: PASSWORD, name: 'New' };
  const { data } = await ctx.call('POST', '/auth', again);
  const files = await downloadExport(ctx, data.accessToken);
  expect([...files.keys()]).toEqual(['index.html', 'data/account.json', 'data/logins.json']);
});

test('a business erases a member in all of its programs, and money and statistics stay', async () => {
  const program = await createKnownPerson(ctx);
  const before = await readFigures(ctx, program);
  const { status, data } = await eraseMember(program, REFERENCE);
  expect(status).toBe(200);
  expect(data).toEqual({ memberId: data.memberships[0], memberships: [expect.any(String)], erased: true });
  await expectNothingLeft();
  expect(await readFigures(ctx, program)).toEqual(before);
  const path = `/programs/${program}/members/${data.memberId}`;
  const { data: member } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
  expect(member).toMatchObject({ status: 'left', name: null, email: null, phone: null, metadata: {} });
  const last = (await listEvents(ctx)).at(-1);
  expect([last.type, last.data.object.memberId]).toEqual(['member.erased', data.memberId]);
  expectFailure(await eraseMember(program, REFERENCE), 404, 'NOT_FOUND');
});

test('the issues of an import do not name a member who is erased later', async () => {
  const program = await createKnownPerson(ctx);
  await enrollMember(ctx, program, 'other');
  const { data } = await importFile(ctx, program, `memberId,phone\nother,${PHONE}\n`);
  const issue = 'is the phone number of another member';
  expect(data.errors).toEqual([{ line: 2, column: 'phone', issue }]);
  await eraseMember(program, REFERENCE);
  await expectNothingLeft();
});

test('links for spreadsheets and their events do not name an erased member, and find their records', async () => {
  const program = await createKnownPerson(ctx);
  const link = async (operationId: string, query: object, as = ctx.business.token) =>
    (await ctx.call('POST', '/export-links', { operationId, query }, { as })).data;
  const filtered = await link('listCashback', { id: program, memberId: REFERENCE });
  await link('listMembers', { id: program, q: 'plantedname' });
  await link('listMembers', { id: program, q: 'plant', status: 'active' });
  const foreign = await link('listRewards', { userId: REFERENCE }, ctx.otherBusiness.token);
  const revoked = await link('listMembers', { id: program, q: 'Plantedname' });
  await ctx.call('DELETE', `/export-links/${revoked.id}`, undefined, { as: ctx.business.token });
  const { data } = await eraseMember(program, REFERENCE);
  const { items } = (await ctx.call('GET', '/export-links', undefined, { as: ctx.business.token })).data;
  expect(items.map((each: { query: object }) => each.query)).toEqual([
    { id: program, q: 'plant', status: 'active' },
    { id: program, q: 'erased' },
    { id: program, memberId: data.memberId },
  ]);
  const rows = await ctx.send(new Request(filtered.url));
  expect((await rows.text()).trim().split('\n')).toHaveLength(2);
  await ctx.call('DELETE', `/export-links/${foreign.id}`, undefined, { as: ctx.otherBusiness.token });
  await expectNothingLeft();
});

test('the account of an erased member stays, and another business keeps what it has', async () => {
  const person = await createPerson(ctx);
  await eraseMember(person.program, person.userId);
  const { data } = await ctx.call('GET', '/account', undefined, { as: person.token });
  expect([data.email, data.name]).toEqual([EMAIL, 'Wilhelmina Plantedname']);
  const files = await downloadExport(ctx, person.token);
  expect([...files.keys()]).not.toContain('data/memberships.json');
  const rows = await findPlantedRows(ctx);
  expect(rows.filter(row => !/^(users|sessions)/.test(row))).toEqual([]);
  expect(await seeUpload(person.upload)).toBe(404);
});

test('a file that is also proof for another business stays there, and is withdrawn from the one that erases', async () => {
  const person = await createPerson(ctx);
  const campaign = await createLaunchedCampaign({ ...ctx, business: ctx.otherBusiness });
  const { data } = await ctx.call('GET', '/submissions', undefined, { as: person.token });
  const { proofUrl } = data.items.find((each: { proofUrl: string }) => each.proofUrl.includes('uploads'));
  await createSubmission(ctx, campaign.id, { as: person.token, proofUrl });
  expect(await seeUpload(person.upload)).toBe(200);
  await eraseMember(person.program, person.userId);
  expect(await seeUpload(person.upload)).toBe(404);
  expect(await seeUpload(person.upload, ctx.otherBusiness.token)).toBe(200);
  expect(await seeUpload(person.upload, person.token)).toBe(200);
});

test('only owners and managers of the business erase its members, and the last owner stays', async () => {
  const program = await createKnownPerson(ctx);
  const staff = await createStaff(ctx, ctx.business);
  expectFailure(await eraseMember(program, REFERENCE, staff), 403, 'FORBIDDEN');
  expectFailure(await eraseMember(program, REFERENCE, ctx.bob.token), 403, 'FORBIDDEN');
  expectFailure(await eraseMember(program, REFERENCE, ctx.otherBusiness.token), 404, 'NOT_FOUND');
  const manager = await createStaff(ctx, ctx.business, 'manager');
  expect((await eraseMember(program, REFERENCE, manager)).status).toBe(200);
  expectFailure(await erase(ctx.business.token), 409, 'CONFLICT');
  expect((await erase(staff)).status).toBe(200);
});

test('a dry run erases nothing', async () => {
  const person = await createPerson(ctx);
  const before = await findPlantedRows(ctx);
  const headers = { 'x-dry-run': 'true' };
  const { status } = await ctx.call('DELETE', '/account', undefined, { as: person.token, headers });
  const path = `/programs/${person.program}/members/${person.userId}`;
  const member = await ctx.call('DELETE', path, undefined, { as: ctx.business.token, headers });
  expect([status, member.status]).toEqual([200, 200]);
  expect(await findPlantedRows(ctx)).toEqual(before);
  expect(existsSync(join(ctx.app.services.config.dataDir, 'erasures.log'))).toBe(false);
});
