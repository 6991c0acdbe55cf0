import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createOutbound, type OutboundResponse } from '../../src/platform/outbound/client.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { createRunner } from '../cli/fixture.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createAdmin, setUpBusiness } from '../support/fixtures.ts';
import { recordingOutbound } from '../support/outbound.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';

const ADDRESS = 'https://perks.bluecup.example';

let ctx: TestApp;
let owner: BusinessFixture;
let reply: Partial<OutboundResponse> | Error;
const outbound = recordingOutbound(() => reply);
beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: ADDRESS }, { outbound });
  owner = await setUpBusiness(ctx);
});
afterAll(() => ctx.close());

const check = (as = owner.token) => ctx.call('GET', '/public-address/check', undefined, { as });
const readHealth = async () => JSON.stringify({ data: (await ctx.call('GET', '/health')).data });

describe('the check of the public address', () => {
  test('recognizes this installation, and requests nothing else', async () => {
    reply = { body: await readHealth() };
    expect((await check()).data).toEqual({ url: ADDRESS, result: 'reachable' });
    expect(outbound.sent.at(-1)).toMatchObject({ url: `${ADDRESS}/api/v1/health`, method: 'GET' });
    expect((await check(await createAdmin(ctx))).data.result).toBe('reachable');
  });

  test('recognizes other servers, also another installation', async () => {
    // With secrets of its own, which test apps on PostgreSQL share.
    const other = await createTestApp(ON_SQLITE);
    const { data } = await other.call('GET', '/health');
    await other.close();
    for (const body of [
      JSON.stringify({ data }),
      '<h1>Welcome to nginx!</h1>',
      '',
      'null',
      '{"data":null}',
    ]) {
      reply = { body };
      expect([body, (await check()).data.result]).toEqual([body, 'otherServer']);
    }
  });

  test.each([
    ['dns', 'unknownName'],
    ['connect', 'noAnswer'],
    ['timeout', 'noAnswer'],
    ['tls', 'invalidCertificate'],
    ['protocol', 'otherServer'],
    ['refused', 'private'],
  ] as const)('tells what is wrong without a response: %s', async (kind, result) => {
    reply = new OutboundError(kind, 'no response');
    expect((await check()).data).toEqual({ url: ADDRESS, result });
  });

  test('is for those who run the installation', async () => {
    const other = await createBusiness(ctx, 'Other Shop');
    const sentBefore = outbound.sent.length;
    const { status, error } = await check(other.token);
    expect([status, error?.code, outbound.sent.length]).toEqual([403, 'FORBIDDEN', sentBefore]);
  });

  test('is a command, which exits with 7 and a sentence', async () => {
    const options = { env: { PUBLIC_URL: ADDRESS }, overrides: { outbound } };
    const cli = createRunner(ctx);
    reply = { body: await readHealth() };
    expect(await cli('public-address check', options)).toMatchObject({ code: 0 });
    reply = new OutboundError('dns', 'no response');
    const { code, err } = await cli('public-address check', options);
    expect(code).toBe(7);
    expect(err).toContain('has no address in DNS: create an A record');
  });
});

test('an address that only this computer can open is not requested', async () => {
  const local = await createTestApp({ PUBLIC_URL: '' }, { outbound: createOutbound({ allow: [] }) });
  const { token } = await setUpBusiness(local);
  const { data } = await local.call('GET', '/public-address/check', undefined, { as: token });
  expect(data).toEqual({ url: local.app.services.config.publicUrl, result: 'private' });
  await local.close();
});
