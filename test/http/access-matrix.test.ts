import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ListedOperation } from '../../src/describe/openapi/document.ts';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
import { cachedFixture } from '../support/cached-fixture.ts';
import { type DatabaseFingerprint, openFingerprint } from '../support/database-fingerprint.ts';
import { createAdmin, type Fixtures, seedFixtures, withMissingIds } from '../support/fixtures.ts';
import { isLongRun } from '../support/long-run.ts';
import { exampleForm, withLiveIds } from '../support/operation-fixture.ts';
import { JSON_TYPE, readDescribedRoutes, takesDryRun } from '../support/routes.ts';
import type { CallOptions, TestApp, TestResponse } from '../support/test-app.ts';
import matrix from './access-matrix.txt' with { type: 'text' };

/**
 * The access of every principal to every route, with records of business A, of another business and with missing records.
 * access-matrix.txt lists the expected result, one line per route and record; a route without a line fails.
 */
const { operations, hasRecordId, fillPath, listExampleBodies } = await readDescribedRoutes();
const [HEAD = [], ...LINES] = matrix
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split(/\s+/));
const PRINCIPALS = HEAD.slice(2);
/** Fields that a 403 can name. */
const REQUIREMENTS = ['role', 'position', 'authMethod', 'scopes', 'memberId'];
const TARGETS = ['A', 'B', 'absent'] as const;
type Target = (typeof TARGETS)[number];

/** An installation with two businesses and all principals. */
interface MatrixFixture {
  testApp: TestApp;
  scenes: Record<Target, Fixtures>;
  callers: Record<string, CallOptions>;
}

/** Seeds the businesses and creates a credential for each principal. */
async function seedMatrix(ctx: TestApp): Promise<Omit<MatrixFixture, 'testApp'>> {
  const [A, B] = [await seedFixtures(ctx), await seedFixtures(ctx, 'Red Bowl')];
  const staff = { action: 'login', email: `staff-of-${A.businessId}@shop.example`, password: PASSWORD };
  const keyOf = async (as: string, scopes?: string[]): Promise<CallOptions> => {
    const key = await ctx.call('POST', '/api-keys', { name: 'A program', scopes }, { as });
    return { as: { apiKey: key.data.key } };
  };
  const joinAs = async (position: string): Promise<CallOptions> => {
    const email = `${position}@shop.example`;
    await ctx.call(
      'POST',
      '/business/users',
      { email, name: 'Pat', password: PASSWORD, position },
      { as: A.owner },
    );
    const { data } = await ctx.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
    return { as: data.accessToken };
  };
  const callers: MatrixFixture['callers'] = {
    anonymous: {},
    customerA: { as: A.customer },
    customerB: { as: (await createCustomer(ctx, 'bob')).token },
    managerA: await joinAs('manager'),
    counterA: await joinAs('counter'),
    staffA: { as: (await ctx.call('POST', '/auth', staff)).data.accessToken },
    ownerA: { as: A.owner },
    ownerB: { as: B.owner },
    admin: { as: await createAdmin(ctx) },
    keyA: await keyOf(A.owner),
    readKeyA: await keyOf(A.owner, ['read']),
    manageKeyA: await keyOf(A.owner, ['manage']),
    keyB: await keyOf(B.owner),
  };
  // The first use of a key per minute is recorded, so use each key once before comparing fingerprints.
  for (const caller of Object.values(callers)) await ctx.call('GET', '/auth', undefined, caller);
  await ctx.app.services.backgroundTasks.settled();
  return { scenes: { A, B, absent: withMissingIds(B) }, callers };
}

const copies = cachedFixture(seedMatrix);

async function ask(
  { testApp: ctx, scenes, callers }: MatrixFixture,
  listed: ListedOperation,
  who: string,
  of: Target,
  isDry = false,
) {
  const [example] = listExampleBodies(listed);
  const isForm = listed.operation.requestBody && !listed.operation.requestBody.content[JSON_TYPE];
  const body = example && (await withLiveIds(example.value, example.name, ctx, scenes[of]));
  const options = {
    ...callers[who],
    ...(isDry ? { headers: { 'x-dry-run': 'true' } } : {}),
    ...(isForm ? { raw: exampleForm(listed.operation.operationId, scenes[of]) } : {}),
  };
  return ctx.call(listed.method, fillPath(listed, scenes[of]), body, options);
}

/** Returns a cell of the matrix: the status, or `scope` for a 403 because of a missing scope. */
function toCell({ status, error }: TestResponse): string {
  return error?.code === 'INSUFFICIENT_SCOPE' ? 'scope' : String(status);
}

/** Expects that a refusal says which credential, record or requirement it is about. */
function expectNamed({ status, error, headers }: TestResponse): void {
  if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
  if (status === 404) {
    expect(error?.message).toMatch(/^(API )?[a-zA-Z ]+ not found$/);
    const name = error?.message
      .replace(/ not found$/, '')
      .replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase());
    const field = expect.stringMatching(/^(\w+\.)?\w+$/);
    expect(error?.details).toEqual([{ field, issue: `must refer to an existing ${name}`, rule: 'unknown' }]);
  }
  if (error?.code !== 'FORBIDDEN' && error?.code !== 'INSUFFICIENT_SCOPE') return;
  expect(error.details?.length).toBeGreaterThan(0);
  for (const { field } of error.details ?? []) expect(REQUIREMENTS).toContain(field);
}

/** Returns what a response about a missing record says, except for what differs in each request. */
function toComparable({ body, headers }: TestResponse): string {
  const isOfRequest = (name: string) => /^x-(request-id|response-time|ratelimit-\w+)$/.test(name);
  return JSON.stringify([body, [...headers].filter(([name]) => !isOfRequest(name))]);
}

const isBodyOfRecords = (listed: ListedOperation, { exampleReplacements }: Fixtures) =>
  Object.values(listExampleBodies(listed)[0]?.value ?? {}).some(value => exampleReplacements.has(value));

let shared: MatrixFixture;
let watch: DatabaseFingerprint;

/** Opens a fresh copy of the installation. */
async function openCopy(): Promise<void> {
  const { testApp: ctx, fixture } = await copies();
  shared = { testApp: ctx, ...fixture };
  watch = openFingerprint(ctx.app);
}

async function closeCopy(): Promise<void> {
  watch.close();
  await shared.testApp.close();
}

beforeAll(openCopy);
afterAll(closeCopy);

/**
 * Returns a line of the matrix: each principal's result. Writes are dry runs where they can be; after any other
 * successful write, the installation is replaced with a fresh copy.
 * @param missing the bodies of responses about a missing record, by principal; filled here
 */
async function readLine(
  listed: ListedOperation,
  of: Target,
  missing: Map<string, string>,
): Promise<string[]> {
  const cells: string[] = [];
  const isDry = !isLongRun && takesDryRun(listed);
  for (const who of PRINCIPALS) {
    const before = await watch.read();
    const response = await ask(shared, listed, who, of, isDry);
    const isRefused = response.status >= 400;
    expectNamed(response);
    if (isRefused || isDry) expect([who, await watch.read()]).toEqual([who, before]);
    if (response.status === 404) {
      const known = missing.get(who);
      const absent = known ?? toComparable(await ask(shared, listed, who, 'absent', isDry));
      missing.set(who, absent);
      expect([who, toComparable(response)]).toEqual([who, absent]);
    }
    cells.push(toCell(response));
    if (isRefused || listed.method === 'GET' || isDry || (await watch.read()) === before) continue;
    await closeCopy();
    await openCopy();
  }
  return cells;
}

const toText = (lines: string[][]) => lines.map(line => line.join(' ')).join('\n');

describe('the access matrix', () => {
  for (const listed of operations) {
    const { operationId } = listed.operation;
    const targets = () => (hasRecordId(listed) || isBodyOfRecords(listed, shared.scenes.A) ? TARGETS : ['A']);
    test(operationId, async () => {
      const seen: string[][] = [];
      const missing = new Map<string, string>();
      for (const of of targets() as Target[])
        seen.push([operationId, of, ...(await readLine(listed, of, missing))]);
      // Compared as text, so that the output for a new route can be reviewed and pasted.
      expect(toText(seen)).toBe(toText(LINES.filter(([id]) => id === operationId)));
    });
  }

  test('has at least one principal for whom each route looks up its record', () => {
    const lookedUp = new Set(LINES.filter(line => line.includes('404')).map(([id]) => id));
    const ofRecords = operations.filter(hasRecordId).map(({ operation }) => operation.operationId);
    expect(ofRecords.filter(id => !lookedUp.has(id))).toEqual([]);
  });

  test('lists only existing routes', () => {
    const known = new Set(operations.map(({ operation }) => operation.operationId));
    expect(LINES.map(([id]) => id).filter(id => !known.has(id ?? ''))).toEqual([]);
  });
});
