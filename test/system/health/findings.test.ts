import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../../src/platform/clock.ts';
import { LOCALES } from '../../../src/platform/locales.ts';
import { HEALTH_CHECKS } from '../../../src/system/checks-model.ts';
import { HEALTH_TEXTS } from '../../../src/system/messages/index.ts';
import { followClock } from '../../../src/system/rules/clock-history.ts';
import * as rules from '../../../src/system/rules/findings.ts';
import { createWording } from '../../../src/system/rules/wording.ts';

const START = Date.UTC(2026, 0, 1);
const REASON = 'The port is closed';
const GB = 1e9;

const failedSince = (ms: number) => ({ since: iso(ms), at: iso(ms), count: 1, reason: REASON });

describe('the certificate', () => {
  const check = (day: number, changes: Partial<Parameters<typeof rules.checkCertificate>[0]> = {}) => {
    const failure = failedSince(START + 60 * DAY_MS);
    const period = { startsAt: iso(START), endsAt: iso(START + 90 * DAY_MS) };
    const status = { names: ['shop.example'], ...period, failure, ...changes };
    return rules.checkCertificate(status, START + day * DAY_MS).name;
  };

  test('is wrong in the last quarter of its lifetime if it cannot be renewed, and after its end', () => {
    expect([60, 66, 67.4].map(day => check(day))).toEqual(Array(3).fill('certificateNotRenewed'));
    expect([67.6, 89].map(day => check(day))).toEqual(['certificateEndsSoon', 'certificateEndsSoon']);
    expect([90, 91].map(day => check(day))).toEqual(['certificateEnded', 'certificateEnded']);
  });

  test('is in order without a failure, and not wrong for one of some minutes', () => {
    expect(check(89, { failure: null })).toBe('certificateValid');
    const failure = failedSince(START + 89 * DAY_MS - 59 * MINUTE_MS);
    expect(check(89, { failure })).toBe('certificateNotRenewed');
  });

  test('is awaited for an hour of failures', () => {
    const none = { startsAt: null, endsAt: null };
    expect(check(0, { ...none, failure: null })).toBe('certificateAwaited');
    expect(check(60 + 1 / 25, none)).toBe('certificateAwaited');
    expect(check(60 + 1 / 24, none)).toBe('certificateMissing');
  });
});

test('mail is wrong if the server refuses a login, or if mail waits', () => {
  const waiting = { since: iso(START), error: 'refused (550)' };
  const none = { since: null, error: null };
  expect(rules.checkMail(false, null, none).name).toBe('mailOff');
  expect(rules.checkMail(true, null, none).name).toBe('mailAccepted');
  expect(rules.checkMail(true, REASON, waiting)).toEqual({ name: 'mailRefused', values: {}, reason: REASON });
  const found = { name: 'mailWaits', values: { time: waiting.since }, reason: waiting.error } as const;
  expect(rules.checkMail(true, null, waiting)).toEqual(found);
});

test('daily backups are wrong after two days without one', () => {
  const now = START + 10 * DAY_MS;
  const check = (newest: number | undefined, created: number | undefined) =>
    rules.checkBackups(newest, created, now).name;
  expect(check(undefined, undefined)).toBe('backupNotDue');
  expect(check(undefined, now - 2 * DAY_MS + 1)).toBe('backupNotDue');
  expect(check(undefined, now - 2 * DAY_MS)).toBe('backupMissing');
  expect(check(now - 2 * DAY_MS + 1, START)).toBe('backupMade');
  expect(check(now - 2 * DAY_MS, START)).toBe('backupOld');
});

test('backups elsewhere are wrong after six hours of failures', () => {
  const status = { url: 'file:///disk', sentAt: iso(START), behindSeconds: 900, failure: null };
  const check = (changes: object, hours = 0) =>
    rules.checkBackupsElsewhere({ ...status, ...changes }, START + hours * HOUR_MS).name;
  expect(rules.checkBackupsElsewhere(undefined, START).name).toBe('backupStaysHere');
  expect(check({})).toBe('backupSent');
  expect(check({ behindSeconds: 901 })).toBe('backupBehind');
  expect(check({ sentAt: null, behindSeconds: null })).toBe('backupNeverSent');
  expect(check({ failure: failedSince(START) }, 5.99)).toBe('backupFails');
  expect(check({ failure: failedSince(START) }, 6)).toBe('backupFailsLong');
  const { values } = rules.checkBackupsElsewhere(
    { ...status, sentAt: null, failure: failedSince(START) },
    START,
  );
  expect(values.time).toBe(iso(START));
});

test('the disk is wrong when uploads are refused', () => {
  const names = [2 * GB, GB, 0.5 * GB].map(free => rules.checkDisk(free, GB).name);
  expect(names).toEqual(['diskFree', 'diskFree', 'diskRefusesUploads']);
  expect(rules.checkDisk(0.5 * GB, 0).name).toBe('diskLow');
});

test('a disk is slow when it takes a quarter of a second to store a change, unless it is almost full', () => {
  expect(rules.checkDisk(2 * GB, GB, 249).name).toBe('diskFree');
  expect(rules.checkDisk(2 * GB, GB, 250.4)).toEqual({ name: 'diskSlow', values: { ms: 250 } });
  expect(rules.checkDisk(0.5 * GB, 0, 900).name).toBe('diskLow');
  expect(rules.checkDisk(0.5 * GB, GB, 900).name).toBe('diskRefusesUploads');
  const { action } = createWording('en', null)(rules.checkDisk(2 * GB, GB, 300));
  expect(action).toEqual({ label: 'Go to backups', path: '/dashboard/settings?section=backups' });
});

test('the clock is wrong when it is behind a record, or differs from that of the caller', () => {
  const check = (newest?: number, caller?: number) =>
    rules.checkClock(
      START,
      newest === undefined ? undefined : iso(START + newest),
      caller === undefined ? undefined : iso(START + caller),
    );
  expect(check().name).toBe('clockRight');
  expect(check(-DAY_MS, MINUTE_MS).name).toBe('clockRight');
  expect(check(MINUTE_MS, -MINUTE_MS).name).toBe('clockRight');
  expect(check(MINUTE_MS + 1, 0).name).toBe('clockBehind');
  for (const side of [-1, 1])
    expect(check(0, side * 3 * HOUR_MS)).toMatchObject({ name: 'clockDiffers', values: { minutes: 180 } });
});

test('a clock that shows more than a week more than before has leapt, until a day later or until it is set right', () => {
  const before = followClock(undefined, START);
  const at = (ms: number) => rules.checkClock(START + ms, undefined, undefined, before).name;
  expect([at(7 * DAY_MS), at(7 * DAY_MS + 1), at(-DAY_MS)]).toEqual([
    'clockRight',
    'clockLeapt',
    'clockRight',
  ]);
  const leap = 400 * DAY_MS;
  const after = followClock(before, START + leap);
  const then = (ms: number) => rules.checkClock(START + ms, undefined, undefined, after);
  expect(then(leap + DAY_MS - 1)).toEqual({ name: 'clockLeapt', values: { days: 400 } });
  expect([then(leap + DAY_MS).name, then(leap - 1).name]).toEqual(['clockRight', 'clockRight']);
  expect(followClock(after, START)).toEqual(before);
});

test('an update is one to finish, one to install, or one that was taken back', () => {
  const last = (state: 'installed' | 'confirmed' | 'returning' | 'returned') => ({
    state,
    to: { version: '2.0.0', sha256: '' },
    reason: REASON,
  });
  const check = (...[record, newest]: [ReturnType<typeof last> | null, string?]) =>
    rules.checkUpdate('1.0.0', record, newest);
  expect(check(null)).toEqual({ name: 'versionCurrent', values: { version: '1.0.0' } });
  expect(check(null, '2.0.0')).toEqual({ name: 'updateAvailable', values: { version: '2.0.0' } });
  for (const state of ['installed', 'returning'] as const)
    expect(check(last(state), '3.0.0').name).toBe('updateUnfinished');
  expect(check(last('confirmed')).name).toBe('versionCurrent');
  // The version that did not work is not offered as news.
  expect(check(last('returned'), '2.0.0')).toMatchObject({ name: 'updateReturned', reason: REASON });
  expect(check(last('returned'), '3.0.0').name).toBe('updateAvailable');
});

test('webhooks are wrong when one was disabled, and rules are old by number', () => {
  const names = [[], ['active'], ['active', 'disabled']].map(
    list => rules.checkWebhooks(list.map(status => ({ status }))).name,
  );
  expect(names).toEqual(['webhooksDelivered', 'webhooksFail', 'webhooksDisabled']);
  expect(rules.checkWebhooks([{ status: 'disabled' }, { status: 'active' }]).values).toEqual({ count: 1 });
  expect([rules.checkRules(0).name, rules.checkRules(2).values]).toEqual(['rulesCurrent', { count: 2 }]);
});

describe('the sentences', () => {
  test('have a text for each finding, and no other ones', () => {
    expect(Object.keys(HEALTH_TEXTS.en.findings).sort()).toEqual(Object.keys(rules.FINDINGS).sort());
    expect(Object.keys(HEALTH_TEXTS.en.checks)).toEqual([...HEALTH_CHECKS]);
  });

  test.each([...LOCALES])('are complete in %s, with a button where there is something to do', locale => {
    const values = {
      url: 'https://a.example',
      domain: 'a.example',
      version: '1.0.0',
      count: 2,
      minutes: 3,
      ms: 400,
      time: iso(START),
      newestTime: iso(START + DAY_MS),
      free: 2.5 * GB,
      limit: 0.25 * GB,
    };
    const write = createWording(locale, 'Europe/Berlin');
    for (const name of Object.keys(rules.FINDINGS) as rules.FindingName[]) {
      const found = write({ name, values, reason: '' });
      expect([name, found.text]).not.toEqual([name, expect.stringMatching(/undefined|[{}]|T00:00/)]);
      expect([name, found.action !== null]).toEqual([name, found.state !== 'ok']);
      expect(found.reason).toBeNull();
    }
  });

  test('write times in the zone of the business, and sizes in units that people know', () => {
    const found = { name: 'diskRefusesUploads', values: { free: 2.5 * GB, limit: 0.25 * GB } } as const;
    const inGerman = createWording('de', null)(found).text.replaceAll(/\s/g, ' ');
    expect(inGerman).toStartWith('Nur noch 2,5 GB sind frei. Unter 250 MB ');
    const made = { name: 'backupMade', values: { time: iso(START) } } as const;
    const inBerlin = createWording('en', 'Europe/Berlin')(made).text.replaceAll(/\s/g, ' ');
    expect(inBerlin).toBe('The latest backup on this computer is from Jan 1, 2026, 1:00 AM.');
    const inUtc = createWording('en', null)(made).text.replaceAll(/\s/g, ' ');
    expect(inUtc).toBe('The latest backup on this computer is from Jan 1, 2026, 12:00 AM UTC.');
  });
});
