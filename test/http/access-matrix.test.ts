import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ListedOperation } from '../../src/describe/openapi/document.ts';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
import { cachedFixture } from '../support/cached-fixture.ts';
import { type DatabaseFingerprint, openFingerprint } from '../support/database-fingerprint.ts';
import { createAdmin, type Fixtures, pictureForm, seedFixtures } from '../support/fixtures.ts';
import { withLiveIds } from '../support/operation-fixture.ts';
import { JSON_TYPE, readDescribedRoutes } from '../support/routes.ts';
import type { CallOptions, TestApp, TestResponse } from '../support/test-app.ts';
import matrix from './access-matrix.txt' with { type: 'text' };

/**
 * Who gets what: every principal on every route with the records of the business A, of a foreign one and of none.
 * access-matrix.txt is the whole truth, one line a route and record; a route that it does not name fails.
 */
const { operations, hasRecordId, fillPath, listExampleBodies } = await readDescribedRoutes();
const [HEAD = [], ...LINES] = matrix
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split(/\s+/));
const PRINCIPALS = HEAD.slice(2);
const TARGETS = ['A', 'B', 'absent'] as const;
type Target = (typeof TARGETS)[number];

/** Two businesses and everybody who may knock at their doors. */
interface Town {
  world: TestApp;
  scenes: Record<Target, Fixtures>;
  callers: Record<string, CallOptions>;
}

/** The people and records of a town; who acts as whom stays the same in every copy of it. */
async function settled(ctx: TestApp): Promise<Omit<Town, 'world'>> {
  const [A, B] = [await seedFixtures(ctx), await seedFixtures(ctx, 'Red Bowl')];
  const staff = { action: 'login', email: `staff-of-${A.businessId}@shop.example`, password: PASSWORD };
  const keyOf = async (as: string, scopes?: string[]): Promise<CallOptions> => {
    const key = await ctx.call('POST', '/api-keys', { name: 'A program', scopes }, { as });
    return { as: { apiKey: key.data.key } };
  };
  const callers: Town['callers'] = {
    nobody: {},
    customerA: { as: A.customer },
    customerB: { as: (await createCustomer(ctx, 'bob')).token },
    staffA: { as: (await ctx.call('POST', '/auth', staff)).data.accessToken },
    ownerA: { as: A.owner },
    ownerB: { as: B.owner },
    admin: { as: await createAdmin(ctx) },
    keyA: await keyOf(A.owner),
    readKeyA: await keyOf(A.owner, ['read']),
    manageKeyA: await keyOf(A.owner, ['manage']),
    keyB: await keyOf(B.owner),
  };
  // The first use of a key in a minute is noted: it is here, before anybody watches.
  for (const caller of Object.values(callers)) await ctx.call('GET', '/auth', undefined, caller);
  await ctx.app.services.database.transaction(() => {});
  return { scenes: { A, B, absent: absentOf(B) }, callers };
}

const towns = cachedFixture(settled);

/** The same scene, of which nothing exists. */
function absentOf(there: Fixtures): Fixtures {
  const gone = (id: string) => (/^[a-z]{3}_/.test(id) ? `${id.slice(0, -4)}zzzz` : `${id}-absent`);
  const records = Object.entries(there.records).map(([name, id]) => [name, gone(id)]);
  const live = [...there.exampleReplacements].map(([example, id]) => [example, gone(String(id))] as const);
  return {
    ...there,
    records: Object.fromEntries(records),
    exampleReplacements: new Map<unknown, unknown>(live),
  };
}

async function ask({ world: ctx, scenes, callers }: Town, listed: ListedOperation, who: string, of: Target) {
  const [example] = listExampleBodies(listed);
  const isForm = listed.operation.requestBody && !listed.operation.requestBody.content[JSON_TYPE];
  const body = example && (await withLiveIds(example.value, example.name, ctx, scenes[of]));
  const options = { ...callers[who], ...(isForm ? { raw: pictureForm() } : {}) };
  return ctx.call(listed.method, fillPath(listed, scenes[of]), body, options);
}

/** What a line of the matrix says of an answer: its status, or the missing scope, which is another 403. */
function cellOf({ status, error }: TestResponse): string {
  return error?.code === 'INSUFFICIENT_SCOPE' ? 'scope' : String(status);
}

const isBodyOfRecords = (listed: ListedOperation, { exampleReplacements }: Fixtures) =>
  Object.values(listExampleBodies(listed)[0]?.value ?? {}).some(value => exampleReplacements.has(value));

let shared: Town;
let watch: DatabaseFingerprint;

/** A town nobody has changed yet, in the place of the one before. */
async function settle(): Promise<void> {
  const { testApp: ctx, fixture } = await towns();
  shared = { world: ctx, ...fixture };
  watch = openFingerprint(ctx.app.services.database.file);
}

async function leave(): Promise<void> {
  watch.close();
  await shared.world.close();
}

beforeAll(settle);
afterAll(leave);

/** One line: each principal's answer. A write that is done gets a town of its own, so that the next finds all. */
async function lineOf(listed: ListedOperation, of: Target): Promise<string[]> {
  const cells: string[] = [];
  for (const who of PRINCIPALS) {
    const before = watch.read();
    const answer = await ask(shared, listed, who, of);
    const isRefused = answer.status >= 400;
    if (isRefused) expect([who, watch.read()]).toEqual([who, before]);
    if (answer.status === 404) {
      const absent = await ask(shared, listed, who, 'absent');
      expect([who, JSON.stringify(answer.body)]).toEqual([who, JSON.stringify(absent.body)]);
    }
    cells.push(cellOf(answer));
    if (isRefused || listed.method === 'GET') continue;
    await leave();
    await settle();
  }
  return cells;
}

const textOf = (lines: string[][]) => lines.map(line => line.join(' ')).join('\n');

const RENEWALS_TIMEOUT_MS = 60_000;

describe('the access matrix', () => {
  for (const listed of operations) {
    const { operationId } = listed.operation;
    const targets = () => (hasRecordId(listed) || isBodyOfRecords(listed, shared.scenes.A) ? TARGETS : ['A']);
    test(
      operationId,
      async () => {
        const seen: string[][] = [];
        for (const of of targets() as Target[]) seen.push([operationId, of, ...(await lineOf(listed, of))]);
        // As text, so that what is printed of a new route can be read, judged and pasted.
        expect(textOf(seen)).toBe(textOf(LINES.filter(([id]) => id === operationId)));
      },
      RENEWALS_TIMEOUT_MS,
    );
  }

  test('names no route that is gone', () => {
    const known = new Set(operations.map(({ operation }) => operation.operationId));
    expect(LINES.map(([id]) => id).filter(id => !known.has(id ?? ''))).toEqual([]);
  });
});
