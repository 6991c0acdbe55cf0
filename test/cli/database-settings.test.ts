import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDatabaseUrl } from '../../src/config/database.ts';
import { loadConfig } from '../../src/config/index.ts';
import { SECRET_SETTINGS } from '../../src/config/secrets.ts';
import { maskSecrets } from '../../src/platform/security/redact.ts';
import { SECRET_NAMES } from '../../src/platform/security/secrets.ts';
import { perkmint } from './fixture.ts';

const DATABASE_URL = 'postgres://perkmint:hunter22@db.example:5432/perkmint';
/** A value for each secret, by setting. */
const SECRETS = Object.fromEntries(
  SECRET_NAMES.map(name => [SECRET_SETTINGS[name].env, `the ${name} of thirty-two bytes or more`]),
);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-database-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = (env: Record<string, string>) => loadConfig({ env: { DATA_DIR: folder, ...env } });

function writeFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('DATABASE_URL', () => {
  test.each([DATABASE_URL, 'postgresql://db.example/perkmint?sslmode=require'])('%s is accepted', url => {
    const { config, problems } = load({ ...SECRETS, DATABASE_URL: url });
    expect(problems).toEqual([]);
    expect(config.databaseUrl).toBe(url);
  });

  test.each([
    ['mysql://perkmint:hunter22@db.example/perkmint', 'must be a URL starting with postgres://'],
    ['sqlite:///var/lib/perkmint.sqlite', 'must be a URL starting with postgres://'],
    ['db.example', 'must be a URL starting with postgres://'],
    ['postgres://perkmint:hunter#22@db.example/perkmint', 'special characters in the password'],
    ['postgres://perkmint:hunter22@db.example', 'must name a host and a database'],
    ['postgres:///perkmint', 'must name a host and a database'],
  ])('%s is rejected with the name of the setting and without the password', (url, problem) => {
    const { problems } = load({ ...SECRETS, DATABASE_URL: url });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toStartWith('DATABASE_URL ');
    expect(problems[0]).not.toContain('hunter');
  });

  test('DATABASE_URL_FILE supplies the URL, and the variable itself takes precedence', () => {
    const env = { ...SECRETS, DATABASE_URL_FILE: writeFile('url', `${DATABASE_URL}\n`) };
    const { config, origins } = load(env);
    expect(config.databaseUrl).toBe(DATABASE_URL);
    expect(origins.databaseUrl).toBe('file');
    const other = 'postgres://other.example/perkmint';
    expect(load({ ...env, DATABASE_URL: other }).config.databaseUrl).toBe(other);
  });

  test('an invalid URL in a file is reported under the name of the file setting', () => {
    const { problems } = load({
      ...SECRETS,
      DATABASE_URL_FILE: writeFile('url', 'mysql://me:hunter22@db/x'),
    });
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL_FILE must be a URL/)]);
  });

  test('no command shows the password', async () => {
    const env = { ...SECRETS, DATABASE_URL };
    for (const line of [
      ['config'],
      ['config', '--json'],
      ['doctor'],
      ['serve'],
      ['db', 'stats'],
      ['users', 'list'],
    ]) {
      const { out, err } = await perkmint(folder, line, { env });
      expect(out + err).not.toContain('hunter22');
    }
  });

  test('the address of a database contains no credentials or parameters', () => {
    expect(describeDatabaseUrl(`${DATABASE_URL}?password=hunter22`)).toBe(
      'postgres://db.example:5432/perkmint',
    );
  });

  test('the log masks the password of a database URL', () => {
    const cause = `connect ${DATABASE_URL} or postgres://db.example/perkmint?user=me&password=hunter22&sslmode=on`;
    expect(maskSecrets(cause)).not.toContain('hunter22');
    expect(maskSecrets(cause)).toContain('@db.example:5432/perkmint');
    expect(maskSecrets(cause)).toContain('&sslmode=on');
  });
});

describe('the secrets of several nodes', () => {
  test('with SQLite, no secret is required', () => {
    expect(load({}).problems).toEqual([]);
  });

  test('with PostgreSQL, every missing secret is an error that names its settings', async () => {
    const { problems } = load({ DATABASE_URL });
    expect(problems).toHaveLength(SECRET_NAMES.length);
    for (const [index, name] of SECRET_NAMES.entries()) {
      const { env } = SECRET_SETTINGS[name];
      expect(problems[index]).toStartWith(`${env} is required with DATABASE_URL`);
      expect(problems[index]).toContain(`${env}_FILE`);
    }
    const { code, err } = await perkmint(folder, ['serve'], { env: { DATABASE_URL } });
    expect(code).toBe(2);
    expect(err).toContain('ENCRYPTION_KEY is required');
  });

  test('each secret can come from a mounted file', () => {
    const files = Object.entries(SECRETS).map(([env, value]) => [`${env}_FILE`, writeFile(env, value)]);
    const { config, problems } = load({ DATABASE_URL, ...Object.fromEntries(files) });
    expect(problems).toEqual([]);
    for (const name of SECRET_NAMES) expect(config[name]).toBe(SECRETS[SECRET_SETTINGS[name].env] ?? '');
  });

  test('a mounted secrets.json supplies the secrets that no setting holds', () => {
    writeFile('secrets.json', JSON.stringify({ encryptionKey: 'stored' }));
    const { problems } = load({ DATABASE_URL });
    expect(problems).toHaveLength(SECRET_NAMES.length - 1);
    expect(problems.join()).not.toContain('ENCRYPTION_KEY');
  });

  test('a damaged secrets.json is reported as a problem of the data folder', () => {
    writeFile('secrets.json', '{');
    expect(load({ DATABASE_URL }).problems).toEqual([
      `DATA_DIR: ${join(folder, 'secrets.json')} is not valid JSON`,
    ]);
  });

  test('an encryption key of less than 32 bytes is rejected, also beside another one', () => {
    expect(load({ ENCRYPTION_KEY: 'short' }).problems).toEqual([
      'ENCRYPTION_KEY must be at least 32 bytes long',
    ]);
    expect(load({ ENCRYPTION_KEY: `short,${'k'.repeat(32)}` }).problems).toEqual([
      'ENCRYPTION_KEY must be at least 32 bytes long, each of its comma-separated values',
    ]);
  });
});
