import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Finding } from '../../cli/doctor/finding.ts';
import { checkServerSettings } from '../../cli/doctor/postgres-checks.ts';
import { inspectServer, type ServerInspection } from '../../db/postgres/inspect.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createEmptyDatabaseUrl, type TestDatabase } from '../support/test-database.ts';
import { PASSWORD, perkmint } from './fixture.ts';

const SECRETS = {
  ENCRYPTION_KEY: 'an encryption key of at least thirty-two bytes',
  JWT_SECRET: 'a signing key of at least thirty-two bytes',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_verification',
  BILLING_WEBHOOK_SECRET: 'whsec_billing',
};
const SOUND: ServerInspection = {
  version: 17,
  isStandby: false,
  encoding: 'UTF8',
  locale: 'C',
  synchronousCommit: 'on',
  synchronousStandbyNames: 'FIRST 1 (standby)',
  synchronousStandbys: 1,
  clockAheadMs: 12,
  isPooled: false,
  isArchiving: true,
  archivingFailedAt: null,
};

describe('the settings of a PostgreSQL server', () => {
  test('a server with a synchronous standby has no findings', () => {
    const findings = checkServerSettings(SOUND, 'postgres://db.example/perkmint');
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  const faults: [
    what: string,
    changes: Partial<ServerInspection>,
    check: string,
    state: string,
    fix: string,
  ][] = [
    ['an old version', { version: 14 }, 'database', 'wrong', '15 or later'],
    ['a standby', { isStandby: true }, 'database', 'wrong', 'promote'],
    ['another locale', { locale: 'en_US.UTF-8' }, 'locale', 'wrong', "locale 'C'"],
    ['another encoding', { encoding: 'SQL_ASCII' }, 'locale', 'wrong', "encoding 'UTF8'"],
    ['commits that are not on disk', { synchronousCommit: 'off' }, 'synchronous_commit', 'warning', "'on'"],
    ['commits that are only local', { synchronousCommit: 'local' }, 'synchronous_commit', 'warning', "'on'"],
    ['no standby', { synchronousStandbyNames: '' }, 'standby', 'warning', 'synchronous_standby_names'],
    ['a lost standby', { synchronousStandbys: 0 }, 'standby', 'wrong', 'start the standby'],
    ['a role that sees no standbys', { synchronousStandbys: null }, 'standby', 'warning', 'pg_monitor'],
    ['a log that is not archived', { isArchiving: false }, 'backups', 'warning', 'pgBackRest'],
    [
      'a failing archive',
      { archivingFailedAt: '2026-06-01T12:00:00Z' },
      'backups',
      'wrong',
      'pgbackrest check',
    ],
    ['a pooler', { isPooled: true }, 'connection', 'warning', 'session mode'],
    ['a clock that is ahead', { clockAheadMs: 6_000 }, 'database clock', 'warning', 'set-ntp'],
    ['a clock that is behind', { clockAheadMs: -6_000 }, 'database clock', 'warning', 'set-ntp'],
  ];
  test.each(faults)('%s is reported with its fix', (_, changes, check, state, fix) => {
    const findings = checkServerSettings({ ...SOUND, ...changes }, 'postgres://db.example/perkmint');
    expect(findings.filter(finding => finding.state !== 'ok')).toMatchObject([
      { check, state, fix: expect.stringContaining(fix) },
    ]);
  });
});

describe.skipIf(!hasPostgres())('doctor on PostgreSQL', () => {
  let folder: string;
  let database: TestDatabase;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perkmint-doctor-postgres-'));
    database = await createEmptyDatabaseUrl();
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const run = (line: string[], env: Record<string, string> = {}, stdin = '') =>
    perkmint(join(folder, 'data'), line, {
      stdin,
      env: { ...SECRETS, PORT: '0', DATABASE_URL: database.url, ...env },
    });

  async function runDoctor(env: Record<string, string> = {}): Promise<Map<string, Finding>> {
    const { json } = await run(['doctor', '--json'], env);
    return new Map((json as Finding[]).map(found => [found.check, found]));
  }

  async function execute(statement: string): Promise<void> {
    const sql = new SQL(database.url, { max: 1 });
    await sql.unsafe(statement);
    await sql.close();
  }

  test('an empty database is reported with the command that fills it', async () => {
    expect((await runDoctor()).get('migrations')).toMatchObject({ state: 'wrong', fix: 'run perkmint init' });
  });

  test('an installation on a single server lacks a standby and an address for customers', async () => {
    const init = ['init', '--admin-email', 'root@shop.example', '--admin-password-stdin'];
    expect((await run(init, {}, PASSWORD)).code).toBe(0);
    const sound = [...(await runDoctor()).values()].filter(({ state }) => state !== 'ok');
    expect(sound.map(({ check }) => check)).toEqual(['standby', 'backups', 'customer links', 'mail']);
    const unequal = await runDoctor({ JWT_SECRET: 'another signing key of thirty-two bytes' });
    expect(unequal.get('equal secrets')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('JWT_SECRET'),
    });
    const wrongKey = await runDoctor({ ENCRYPTION_KEY: 'another encryption key of thirty-two bytes' });
    expect(wrongKey.get('encryption key')?.state).toBe('wrong');
  });

  test('a server that cannot be reached is reported without the password', async () => {
    const url = 'postgres://perkmint:hunter22@127.0.0.1:1/perkmint';
    const findings = await runDoctor({ DATABASE_URL: url });
    expect(findings.get('database')).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('postgres://127.0.0.1:1/perkmint cannot be used'),
    });
    expect(JSON.stringify([...findings])).not.toContain('hunter22');
  });

  test('the inspection reads settings of the database, and compares the clocks', async () => {
    await execute(
      `alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = 'local'`,
    );
    const before = Date.now();
    const found = await inspectServer(database.url, () => Date.now() - 60_000);
    const took = Date.now() - before;
    expect(found).toMatchObject({
      synchronousCommit: 'local',
      encoding: 'UTF8',
      locale: 'C',
      isPooled: false,
    });
    expect(Math.abs(found.clockAheadMs - 60_000)).toBeLessThanOrEqual(took + 1);
  });
});
