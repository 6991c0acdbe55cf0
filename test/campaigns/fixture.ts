import type { Overrides } from '../../src/app.ts';
import { JOB_LIST, runJob } from '../../src/jobs/index.ts';
import { mapInOrder } from '../../src/platform/runtime/in-order.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import {
  createTestApp,
  type ManualClock,
  START_TIME,
  type TestApp,
  type TestResponse,
} from '../support/test-app.ts';

const YEAR_SECONDS = 366 * 24 * 3600;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of a response and asserts on it
export type Json = any;
type Fields = Record<string, unknown>;

/** A test app with two businesses and two customers, whose access tokens stay valid for a year. */
export interface Setup extends TestApp {
  clock: ManualClock;
  business: BusinessFixture;
  otherBusiness: BusinessFixture;
  ada: { token: string; userId: string };
  bob: { token: string; userId: string };
}

export async function setup(
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<Setup> {
  const empty = await createTestApp({ ACCESS_TOKEN_TTL: String(YEAR_SECONDS), ...settings }, overrides);
  const people = {
    business: await createBusiness(empty, 'Blue Cup'),
    otherBusiness: await createBusiness(empty, 'Red Cup'),
    ada: await createCustomer(empty, 'ada'),
    bob: await createCustomer(empty, 'bob'),
  };
  return { ...empty, ...people };
}

/** Returns the ISO time of the given number of milliseconds after START_TIME. */
export function isoTimeAt(ms: number): string {
  return new Date(START_TIME + ms).toISOString();
}

export async function createCampaign(ctx: Setup, fields: Fields = {}): Promise<Json> {
  const { status, body, data } = await ctx.call(
    'POST',
    '/campaigns',
    { ...CAMPAIGN, ...fields },
    { as: ctx.business.token },
  );
  if (status !== 201) throw new Error(`POST /campaigns: ${JSON.stringify(body)}`);
  return data;
}

export function createLaunchedCampaign(ctx: Setup, fields: Fields = {}): Promise<Json> {
  return createCampaign(ctx, { launch: true, ...fields });
}

export function updateCampaign(ctx: Setup, id: string, fields: Fields): Promise<TestResponse<Json>> {
  return ctx.call('PUT', '/campaigns', { id, ...fields }, { as: ctx.business.token });
}

export async function getCampaign(ctx: Setup, id: string, as = ctx.business.token): Promise<Json> {
  return (await ctx.call('GET', `/campaigns/${id}`, undefined, { as })).data;
}

let proofs = 0;

/** Submits proof to a campaign, by default as Ada and with a new proof URL each time. */
export function submitProof(
  ctx: Setup,
  campaignId: string,
  { as = ctx.ada.token, ...fields }: Fields & { as?: string } = {},
): Promise<TestResponse<Json>> {
  proofs += 1;
  const body = {
    campaignId,
    proofUrl: `https://instagram.com/p/proof${proofs}`,
    ...fields,
  };
  return ctx.call('POST', '/submissions', body, { as });
}

/** Submits proof and fails the test unless it is accepted. @returns the submission */
export async function createSubmission(
  ctx: Setup,
  campaignId: string,
  fields: Fields & { as?: string } = {},
): Promise<Json> {
  const { status, body, data } = await submitProof(ctx, campaignId, fields);
  if (status !== 201) throw new Error(`POST /submissions: ${JSON.stringify(body)}`);
  return data;
}

export function reviewSubmission(
  ctx: Setup,
  submissionId: string,
  action: string,
  fields: Fields = {},
): Promise<TestResponse<Json>> {
  return ctx.call(
    'POST',
    '/submissions/review',
    { submissionId, action, ...fields },
    { as: ctx.business.token },
  );
}

/** Lists all events of the business, oldest first. */
export async function listEvents(ctx: Setup): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await ctx.call('GET', `/events?perPage=100&page=${page}`, undefined, {
      as: ctx.business.token,
    });
    all.push(...data.items);
    if (page >= data.pagination.totalPages) return all.sort((a, b) => a.sequence - b.sequence);
  }
}

/** Returns the events that `work` records, oldest first. */
export async function captureEvents(ctx: Setup, work: () => Promise<unknown>): Promise<Json[]> {
  const before = (await listEvents(ctx)).length;
  await work();
  return (await listEvents(ctx)).slice(before);
}

/** Returns the kinds of the events that `work` records, oldest first, and its result. */
export async function captureEventKinds<T>(
  ctx: Setup,
  work: () => Promise<T>,
): Promise<{ kinds: string[]; response: T }> {
  let response: T | undefined;
  const recorded = await captureEvents(ctx, async () => {
    response = await work();
  });
  return { kinds: recorded.map(event => event.type), response: response as T };
}

/** Returns the rows of the main tables as JSON, to compare before and after. */
export async function databaseSnapshot(ctx: TestApp): Promise<string> {
  const tables = [
    'campaigns',
    'submissions',
    'rewards',
    'reward_reinstatements',
    'events',
    'tallies',
    'installation_counters',
    'uploads',
    'businesses',
  ];
  const db = ctx.app.services.database.reader;
  return JSON.stringify(
    await mapInOrder(tables, async table => await db.all(`select * from ${table} order by 1, 2, 3`)),
  );
}

const IDLE_JOB_HOST = {
  runSelf: async () => ({ exitCode: 0, words: '' }),
  onDamage: () => {},
};

/** Runs one job once, as the scheduler does. */
export async function runJobByName(ctx: TestApp, name: string): Promise<number> {
  const job = JOB_LIST.find(each => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  return runJob(ctx.app, job, IDLE_JOB_HOST);
}
