import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { buildProgram, type IntegerProgram } from '../../src/planner/optimizer/rules/integer-program.ts';
import { solveProgram } from '../../src/planner/optimizer/rules/solve.ts';
import { solvePrograms } from '../../src/planner/optimizer/solver.ts';
import { createLog } from '../../src/platform/log.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { startLiveServer } from '../support/live-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createInstance } from './instances.ts';

let ctx: TestApp;
let business: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp();
  business = await createBusiness(ctx);
});
afterEach(() => ctx.close());

const plan = () =>
  ctx.call(
    'POST',
    '/ai/campaign-agent',
    { businessId: business.businessId, budget: 2_500 },
    { as: business.token },
  );
const programs = [1, 2, 3].map(seed => {
  const { candidates, limits } = createInstance(seed);
  return buildProgram(candidates, limits);
});
/** A job that keeps the solver busy for seconds. */
const longJob: IntegerProgram[] = Array.from({ length: 200 }, () => programs).flat();
const catchError = (job: Promise<unknown>) =>
  job.then(
    () => null,
    error => error,
  );

describe('solver thread', () => {
  test('the worker thread returns the same solution as the rules', async () => {
    expect(await solvePrograms(ctx.app.services.solver, programs)).toEqual(
      programs.map(each => solveProgram(each)),
    );
  });

  test('repeated calls return the same plan', async () => {
    const [first, second] = [await plan(), await plan()];
    expect([first.status, first.data.forecast]).toEqual([200, second.data.forecast]);
    expect(first.data.allocation).toEqual(second.data.allocation);
  });

  test('a full queue returns 503 UNAVAILABLE until it drains', async () => {
    const gone = new AbortController();
    const { solver } = ctx.app.services;
    const jobs = Array.from({ length: 21 }, () => catchError(solvePrograms(solver, longJob, gone.signal)));
    const { status, error, headers } = await plan();
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
    gone.abort();
    for (const error of await Promise.all(jobs)) expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    expect((await plan()).status).toBe(200);
  });

  test('a plan is canceled when its client disconnects', async () => {
    const [crowd, responded] = [15, Promise.withResolvers<number[]>()];
    const statuses: number[] = [];
    const log = createLog({
      level: 'info',
      clock: ctx.clock,
      write: text => {
        const found = text.matchAll(/"route":"[^"]*campaign-agent","status":(\d+)/g);
        statuses.push(...[...found].map(([, status]) => Number(status)));
        if (statuses.length >= crowd) responded.resolve(statuses);
      },
    });
    const other = await createTestApp({}, { log });
    const { token, businessId } = await createBusiness(other);
    const live = startLiveServer(other);
    const gone = new AbortController();
    const send = () =>
      fetch(`${live.url}/api/v1/ai/campaign-agent`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ businessId, budget: 2_500 }),
        signal: gone.signal,
      });
    const sent = Array.from({ length: crowd }, send);
    // The first has its response, so the others have arrived and wait.
    expect((await Promise.race(sent)).status).toBe(200);
    gone.abort();
    const counts = Map.groupBy(await responded.promise, status => status);
    expect(counts.get(503)?.length ?? 0).toBeGreaterThan(crowd / 2);
    await Promise.allSettled(sent);
    await live.close();
    await other.close();
  });

  test('closing the app stops the solver while it is working', async () => {
    const other = await createTestApp();
    const job = catchError(solvePrograms(other.app.services.solver, longJob));
    await other.close();
    expect(await job).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
