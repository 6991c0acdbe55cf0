import { beforeAll, describe, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { type Contract, type HttpExchange, loadContract } from '../support/contract.ts';
import { createTestApp } from '../support/test-app.ts';

/** `ctx.call` validates each response with this contract, so it must detect every violation of the OpenAPI document. */
let contract: Contract;
let seen: HttpExchange;

beforeAll(async () => {
  const ctx = await createTestApp();
  contract = (await loadContract(ctx.send)) as Contract;
  const { token } = await createBusiness(ctx);
  const response = await ctx.call('GET', '/business', undefined, { as: token });
  seen = { method: 'GET', path: '/api/v1/business', ...response };
  await ctx.close();
});

const body = (data: object) => ({
  success: true,
  data: { ...(seen.body as { data: object }).data, ...data },
});
const without = (name: string) => {
  const headers = new Headers(seen.headers);
  headers.delete(name);
  return headers;
};

describe('API contract check', () => {
  test('accepts the responses of the server', () => {
    expect(contract.findProblems(seen)).toEqual([]);
  });

  const violations: [string, () => Partial<HttpExchange>, RegExp][] = [
    ['a status that is not listed', () => ({ status: 418 }), /418 is not listed/],
    ['a field of another type', () => ({ body: body({ name: 7 }) }), /name must be string/],
    ['a missing field', () => ({ body: body({ name: undefined }) }), /required property 'name'/],
    ['an undocumented field', () => ({ body: body({ passwordHash: 'x' }) }), /additional properties/],
    ['a value outside its enum', () => ({ body: body({ policyGuard: 'ask' }) }), /allowed values/],
    ['a missing header', () => ({ headers: without('x-ratelimit-reset') }), /x-ratelimit-reset is null/],
    ['another media type', () => ({ headers: without('content-type') }), /media type {2}is not listed/],
    [
      'a code that is not listed for its status',
      () => ({ status: 404, body: { success: false, error: { code: 'CONFLICT', message: 'no' } } }),
      /CONFLICT is not listed for 404/,
    ],
    [
      'an accepted request that violates the OpenAPI document',
      () => ({ method: 'PUT', sent: { name: 7 } }),
      /the request was accepted although/,
    ],
  ];
  test.each(violations)('rejects a response with %s', (_, violation, problem) => {
    expect(contract.findProblems({ ...seen, ...violation() }).join('; ')).toMatch(problem);
  });
});
