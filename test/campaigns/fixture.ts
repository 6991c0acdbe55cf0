import type { Overrides } from '../../src/app.ts';
import { JOB_LIST, runJob } from '../../src/jobs/index.ts';
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

// biome-ignore lint/suspicious/noExplicitAny: what the wire holds; each test asserts on it
export type Json = any;
type Fields = Record<string, unknown>;

/** A world with one business, two customers and a second business, whose logins outlive any clock. */
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

/** A point in time, so many milliseconds after the world began. */
export function isoTimeAt(ms: number): string {
  return new Date(START_TIME + ms).toISOString();
}

export async function createCampaign(at: Setup, fields: Fields = {}): Promise<Json> {
  const { status, body, data } = await at.call(
    'POST',
    '/campaigns',
    { ...CAMPAIGN, ...fields },
    { as: at.business.token },
  );
  if (status !== 201) throw new Error(`POST /campaigns: ${JSON.stringify(body)}`);
  return data;
}

export function createLaunchedCampaign(at: Setup, fields: Fields = {}): Promise<Json> {
  return createCampaign(at, { launch: true, ...fields });
}

export function updateCampaign(at: Setup, id: string, fields: Fields): Promise<TestResponse<Json>> {
  return at.call('PUT', '/campaigns', { id, ...fields }, { as: at.business.token });
}

export async function getCampaign(at: Setup, id: string, as = at.business.token): Promise<Json> {
  return (await at.call('GET', `/campaigns/${id}`, undefined, { as })).data;
}

let proofs = 0;

/** Submits proof, a new address each time unless one is given; as ada unless said otherwise. */
export function submitProof(
  at: Setup,
  campaignId: string,
  { as = at.ada.token, ...fields }: Fields & { as?: string } = {},
): Promise<TestResponse<Json>> {
  proofs += 1;
  const body = {
    campaignId,
    proofUrl: `https://instagram.com/p/proof${proofs}`,
    ...fields,
  };
  return at.call('POST', '/submissions', body, { as });
}

/** As submit, for a test that is about what comes after. */
export async function createSubmission(
  at: Setup,
  campaignId: string,
  fields: Fields & { as?: string } = {},
): Promise<Json> {
  const { status, body, data } = await submitProof(at, campaignId, fields);
  if (status !== 201) throw new Error(`POST /submissions: ${JSON.stringify(body)}`);
  return data;
}

export function reviewSubmission(
  at: Setup,
  submissionId: string,
  action: string,
  fields: Fields = {},
): Promise<TestResponse<Json>> {
  return at.call(
    'POST',
    '/submissions/review',
    { submissionId, action, ...fields },
    { as: at.business.token },
  );
}

/** All events of the business so far, oldest first. */
export async function listEvents(at: Setup): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await at.call('GET', `/events?perPage=100&page=${page}`, undefined, {
      as: at.business.token,
    });
    all.push(...data.items);
    if (page >= data.pagination.totalPages) return all.sort((a, b) => a.sequence - b.sequence);
  }
}

/** The events that `work` records, oldest first. */
export async function captureEvents(at: Setup, work: () => Promise<unknown>): Promise<Json[]> {
  const before = (await listEvents(at)).length;
  await work();
  return (await listEvents(at)).slice(before);
}

/** The kinds of event that `work` records, oldest first, and what it answered. */
export async function captureEventKinds<T>(
  at: Setup,
  work: () => Promise<T>,
): Promise<{ kinds: string[]; answer: T }> {
  let answer: T | undefined;
  const recorded = await captureEvents(at, async () => {
    answer = await work();
  });
  return { kinds: recorded.map(event => event.type), answer: answer as T };
}

/** Everything the database holds but stored answers, to tell that nothing has changed. */
export function databaseSnapshot(at: TestApp): string {
  const tables = ['campaigns', 'submissions', 'rewards', 'events', 'tallies', 'uploads', 'businesses'];
  const db = at.app.services.database.reader;
  return JSON.stringify(tables.map(table => db.all(`select * from ${table} order by 1, 2, 3`)));
}

const IDLE_JOB_HOST = {
  runSelf: async () => ({ exitCode: 0, words: '' }),
  onDamage: () => {},
};

/** Runs one job once, as the clockwork would. */
export async function runJobByName(at: TestApp, name: string): Promise<number> {
  const job = JOB_LIST.find(each => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  return runJob(at.app, job, IDLE_JOB_HOST);
}
