import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { JOB_LIST, type Job, runJob } from '../../../src/jobs/index.ts';
import { writeCertificateState } from '../../../src/platform/certificates/store.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { addFailure } from '../../../src/platform/failures.ts';
import type { UpdatesControl } from '../../../src/platform/updates-control.ts';
import { type BusinessFixture, createBusiness } from '../../support/accounts.ts';
import { createAdmin, setUpBusiness } from '../../support/fixtures.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../../support/test-app.ts';

const REASON = 'DNS has no address for shop.example yet';
const OWNER = 'olga@shop.example';

let ctx: TestApp;
let owner: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp({ ...ON_SQLITE, DOMAINS: 'shop.example' });
  owner = await setUpBusiness(ctx);
});
afterEach(() => ctx.close());

/** Runs the hourly job. @returns the mails that it sent */
async function runCheck() {
  const sent = ctx.mail.length;
  const job = JOB_LIST.find(({ name }) => name === 'checkHealth') as Job;
  const count = await runJob(ctx.app, job, {
    runSelf: async () => ({ exitCode: 0, words: '' }),
    onDamage() {},
  });
  await ctx.app.services.backgroundTasks.settled();
  const mails = ctx.mail.slice(sent);
  expect(mails).toHaveLength(count);
  return mails;
}

/** Lets the certificate fail since an hour ago. */
function failCertificate(): void {
  const { dataDir } = ctx.app.services.config;
  const failure = addFailure(null, REASON, { now: () => ctx.clock.now() - HOUR_MS });
  writeCertificateState(dataDir, { directory: null, failure });
}

test('the operators are mailed within an hour, and every day until all checks succeed', async () => {
  await ctx.call('PUT', '/account', { locale: 'de' }, { as: owner.token });
  expect(await runCheck()).toEqual([]);
  failCertificate();
  const [letter] = await runCheck();
  expect([letter?.to, letter?.subject]).toEqual([OWNER, 'Ein Punkt braucht Ihre Aufmerksamkeit']);
  expect(letter?.text).toContain('Zertifikat: Für shop.example gibt es noch kein Zertifikat');
  expect(letter?.text).toContain(`(${REASON})`);
  expect(letter?.text).toContain('/dashboard/health');
  for (let hour = 1; hour < 24; hour++) {
    ctx.clock.advance(HOUR_MS);
    expect(await runCheck()).toEqual([]);
  }
  // An hourly job is not on time to the millisecond.
  ctx.clock.advance(HOUR_MS - 1);
  expect(await runCheck()).toHaveLength(1);
  // The last mail was sent by a clock that was two days ahead.
  ctx.clock.advance(-2 * DAY_MS);
  failCertificate();
  expect(await runCheck()).toHaveLength(1);
  writeCertificateState(ctx.app.services.config.dataDir, { directory: null, failure: null });
  ctx.clock.advance(DAY_MS);
  expect(await runCheck()).toEqual([]);
});

test('another check that fails meanwhile is mailed at once, together with the first one', async () => {
  failCertificate();
  await runCheck();
  const { services } = ctx.app;
  services.freeSpace = () => 1_000_000;
  ctx.clock.advance(HOUR_MS);
  const [letter] = await runCheck();
  expect(letter?.subject).toBe('2 things need your attention');
  expect(letter?.text).toContain('Disk: Only 1 MB is left.');
  expect(letter?.text).toContain(REASON);
  // A check that fails on and off is mailed once per day.
  services.freeSpace = () => 1e12;
  ctx.clock.advance(HOUR_MS);
  expect(await runCheck()).toEqual([]);
  services.freeSpace = () => 1_000_000;
  ctx.clock.advance(HOUR_MS);
  expect(await runCheck()).toEqual([]);
});

test('admins are mailed too, and other owners are not', async () => {
  await createAdmin(ctx);
  await createBusiness(ctx, 'Other Shop');
  failCertificate();
  const recipients = (await runCheck()).map(({ to }) => to);
  expect(recipients).toHaveLength(2);
  expect(recipients).toContain(OWNER);
  expect(recipients).not.toContain('owner@other-shop.example');
});

test('a newer version is found if that is switched on, and mailed once with how it is installed', async () => {
  const newer = [{ version: '900.0.0', date: '2026-12-01', notes: 'Staff find members by name.' }];
  let known: UpdatesControl['known'] = null;
  ctx.app.services.updates = {
    obstacle: null,
    get known() {
      return known;
    },
    check: async checkedAt => {
      known = { newer, checkedAt };
    },
    install() {},
    getState: () => ({ isInstalling: false, failure: null }),
  };
  expect(await runCheck()).toEqual([]);
  await ctx.call('PUT', '/updates', { checksDaily: true }, { as: owner.token });
  const [letter] = await runCheck();
  expect(letter?.subject).toBe('Version 900.0.0 is available.');
  expect(letter?.text).toContain('You can install it in the settings.');
  ctx.clock.advance(2 * DAY_MS);
  expect(await runCheck()).toEqual([]);
  failCertificate();
  for (let day = 0; day < 2; day++) {
    expect((await runCheck())[0]?.text).not.toContain('900.0.0');
    ctx.clock.advance(DAY_MS);
  }
});

test('test data is not checked', async () => {
  const { services } = ctx.app;
  const warnings: string[] = [];
  const log = (message: string) => void warnings.push(message);
  services.log = { ...services.log, warn: log, error: log };
  services.freeSpace = () => 1;
  await services.testEnvironments.open(owner.businessId);
  await runCheck();
  expect(warnings).toEqual(['Checks of the installation failed']);
});

test('an endpoint that was disabled is mailed to the operator whose business has it', async () => {
  const as = await createAdmin(ctx);
  const disable = async ({ businessId }: BusinessFixture) => {
    const body = { url: 'https://hooks.example/a', businessId };
    const { data } = await ctx.call('POST', '/webhooks', body, { as });
    await ctx.app.services.database.transaction(async db => {
      await db.run(
        sql`update webhooks set status = 'disabled', disabled_reason = 'failures' where id = ${data.id}`,
      );
    }, []);
  };
  await disable(await createBusiness(ctx, 'Other Shop'));
  expect(await runCheck()).toEqual([]);
  await disable(owner);
  const mails = await runCheck();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[OWNER, 'One thing needs your attention']]);
  expect(mails[0]?.text).toContain('Webhooks: 1 endpoint was disabled');
});
