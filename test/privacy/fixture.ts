import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { PERSONAL_DATA } from '../../db/personal-data/index.ts';
import { createLaunchedCampaign, createSubmission, reviewSubmission } from '../campaigns/fixture.ts';
import { createProgram, type Scene } from '../programs/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import type { TestResponse } from '../support/test-app.ts';
import { createPng, upload } from '../uploads/files.ts';

/** Words that only a person's data contains. */
export const PLANTED = [
  'planted-wilhelmina',
  'Plantedname',
  '+436645550147',
  'plantedhandle',
  'planted-note',
  'planted-metadata',
  'planted-description',
  'PlantedBrowser',
  'planted-picture',
];
export const EMAIL = 'planted-wilhelmina@people.example';
export const REFERENCE = 'planted-wilhelmina-77';
export const PHONE = '+436645550147';
const AGENT = 'PlantedBrowser/1.0 (X11; Linux)';

export interface Person {
  userId: string;
  token: string;
  /** A program of which the person is a member. */
  program: string;
  upload: string;
}

/** Calls the API and fails the test unless it succeeds. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of a response and asserts on it
async function expectData(call: Promise<TestResponse<any>>): Promise<any> {
  const { status, body, data } = await call;
  if (status > 201) throw new Error(JSON.stringify(body));
  return data;
}

/** Creates a person with an account who takes part in everything, with words of PLANTED wherever they can be. */
export async function createPerson(ctx: Scene): Promise<Person> {
  const registration = {
    action: 'register',
    email: EMAIL,
    password: PASSWORD,
    name: 'Wilhelmina Plantedname',
  };
  const headers = { 'user-agent': AGENT };
  const { accessToken: token, user } = await expectData(ctx.call('POST', '/auth', registration, { headers }));
  const program = (await createProgram(ctx, { cashback: { type: 'percentage', value: 10 } })).id;
  await expectData(
    ctx.call(
      'POST',
      `/programs/${program}/members`,
      { memberId: user.id, name: 'W. Plantedname' },
      { as: token },
    ),
  );
  await describeMember(ctx, program, user.id);
  const campaign = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
  const picture = createPng(1024, 'planted-picture');
  const { data: file } = await upload(ctx, picture, token);
  const fields = { as: token, handle: 'plantedhandle', notes: 'planted-note' };
  const first = await createSubmission(ctx, campaign.id, { ...fields, proofUrl: file.url });
  await reviewSubmission(ctx, first.id, 'approve');
  const url = 'https://instagram.com/p/plantedhandle';
  const second = await createSubmission(ctx, campaign.id, { ...fields, proofUrl: url });
  await reviewSubmission(ctx, second.id, 'reject', { reason: 'planted-note is unclear' });
  return { userId: user.id, token, program, upload: file.id };
}

/** Creates a person whom only the business knows. @returns the program */
export async function createKnownPerson(ctx: Scene): Promise<string> {
  const program = (await createProgram(ctx, { cashback: { type: 'percentage', value: 10 } })).id;
  const member = { memberId: REFERENCE, name: 'W. Plantedname' };
  await expectData(ctx.call('POST', `/programs/${program}/members`, member, { as: ctx.business.token }));
  await describeMember(ctx, program, REFERENCE);
  return program;
}

/** Lets the business note what it knows of a member, and grant and spend cashback. */
async function describeMember(ctx: Scene, program: string, memberId: string): Promise<void> {
  const options = { as: ctx.business.token, headers: { 'idempotency-key': `describe-${memberId}` } };
  const change = { email: EMAIL, phone: PHONE, metadata: { likes: 'planted-metadata' } };
  await expectData(ctx.call('PUT', `/programs/${program}/members/${memberId}`, change, options));
  const earned = {
    memberId,
    orderValue: 50,
    description: 'planted-description',
    orderId: `order-${program}`,
  };
  const post = (body: object) =>
    expectData(ctx.call('POST', `/programs/${program}/cashback`, body, { as: ctx.business.token }));
  const { id } = await post(earned);
  await post({ cashbackId: id, action: 'confirm', reason: 'planted-note' });
  await post({ memberId, action: 'redeem', amount: 2 });
}

/** Downloads the export of a person. @returns the texts of its files by path */
export async function downloadExport(
  ctx: Scene,
  as: string,
  path = '/account/export',
): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${as}` };
  const response = await ctx.send(new Request(`http://localhost/api/v1${path}`, { headers }));
  if (response.status !== 200) throw new Error(await response.text());
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return new Map(Object.entries(files).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
}

/** Returns which planted words a text contains. */
export function listPlanted(text: string): string[] {
  return PLANTED.filter(words => text.includes(words));
}

/** Returns the tables that contain planted words. */
export async function findPlantedRows(ctx: Scene): Promise<string[]> {
  const found: string[] = [];
  for (const { table } of PERSONAL_DATA) {
    const rows = await ctx.app.services.database.reader.select().from(table).all();
    for (const words of listPlanted(JSON.stringify(rows))) found.push(`${getTableName(table)}: ${words}`);
  }
  return found;
}

/** Returns the files of a folder that contain planted words, such as the database and its write-ahead log. */
export function findPlantedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .flatMap(entry => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
      return listPlanted(text).map(words => `${entry.name}: ${words}`);
    });
}

/** Reads the ledger, the sums and the statistics of the business. */
export async function readFigures(ctx: Scene, program: string): Promise<unknown> {
  const db = ctx.app.services.database.reader;
  const read = async (path: string) =>
    (await ctx.call('GET', path, undefined, { as: ctx.business.token })).data;
  const { memberCount, ...sums } = (await read(`/programs/${program}`)).stats ?? {};
  return {
    memberCount,
    sums,
    statistics: await read('/business/statistics'),
    report: await read('/statistics/counter'),
    campaigns: (await read('/campaigns')).items,
    accounts: await db.all('select * from ledger_accounts order by id'),
    entries: await db.all('select * from ledger_entries order by id'),
    transfers: await db.all('select id, kind, reference, created_at from ledger_transfers order by id'),
  };
}
