import { expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login } from './fixture.ts';

const ADA = 'ada@people.example';

const CAPACITY = 4 + 64;
/** Slow enough that logins arrive faster than they are checked, however long each waits for the database. */
const REAL_HASH_COST = { memoryKib: 19_456, passes: 2 };

/** Keeps four passwords being hashed and 64 waiting. @returns a function that stops and waits for the last of them */
function fillQueue({ app }: TestApp): () => Promise<unknown> {
  let isFull = true;
  const hashAgain = async () => {
    while (isFull) await app.services.passwords.hash('another password');
  };
  const all = Promise.all(Array.from({ length: CAPACITY }, hashAgain));
  return () => {
    isFull = false;
    return all;
  };
}

test('a login returns 503 UNAVAILABLE if the queue is full, for known and unknown addresses', async () => {
  const ctx = await createTestApp();
  await createCustomer(ctx);
  const empty = fillQueue(ctx);
  const [known, unknown] = await Promise.all([login(ctx, ADA), login(ctx, 'unknown@people.example')]);
  expectFailure(known, 503, 'UNAVAILABLE');
  expectFailure(unknown, 503, 'UNAVAILABLE');
  expect(unknown.body).toEqual(known.body);
  await empty();
  expect((await login(ctx, ADA)).status).toBe(200);
  expectFailure(await login(ctx, 'unknown@people.example'), 401, 'INVALID_CREDENTIALS');
  await ctx.close();
});

test('a login rejected because the queue is full does not count as a failed login', async () => {
  const ctx = await createTestApp();
  await createCustomer(ctx);
  const empty = fillQueue(ctx);
  const refused = await Promise.all(Array.from({ length: 9 }, () => login(ctx, ADA)));
  for (const response of refused) expectFailure(response, 503, 'UNAVAILABLE');
  await empty();
  for (let i = 0; i < 9; i++)
    expectFailure(await login(ctx, ADA, 'wrong password'), 401, 'INVALID_CREDENTIALS');
  expect((await login(ctx, ADA)).status).toBe(200);
  await ctx.close();
});

test('each of many concurrent logins is checked, or gets 503 with Retry-After', async () => {
  const ctx = await createTestApp({}, { hashCost: REAL_HASH_COST });
  const logins = Array.from({ length: 2 * CAPACITY }, (_, i) => login(ctx, `person${i}@people.example`));
  const responses = await Promise.all(logins);
  const rejected = responses.filter(({ status }) => status === 503);
  // The first comparison takes two places.
  expect(responses.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(CAPACITY - 1);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected.filter(({ headers }) => headers.get('retry-after') === null)).toEqual([]);
  expect(responses.every(({ status }) => status === 401 || status === 503)).toBe(true);
  await ctx.close();
});
