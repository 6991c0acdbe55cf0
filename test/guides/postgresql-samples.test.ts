import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { loadConfig, SETTINGS } from '../../src/config/index.ts';
import { DRAIN_TIMEOUT_MS } from '../../src/http/server.ts';
import { hasPostgres } from '../support/postgres.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import { createEmptyDatabaseUrl } from '../support/test-database.ts';

const guide = await Bun.file(join(import.meta.dir, '../../src/guides/postgresql.md')).text();

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; secrets?: string[]; stop_grace_period?: string }
  >;
  configs: Record<string, { content: string }>;
  secrets: Record<string, { file: string }>;
}

/** Returns the code blocks of a language, in order. */
function listSamples(language: string): string[] {
  return [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
}

const [yaml = ''] = listSamples('yaml');
const compose = Bun.YAML.parse(yaml) as Compose;
const nodes = ['node-a', 'node-b'].map(name => compose.services[name] ?? {});
const [createSecrets = ''] = listSamples('sh');

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-guide-'));
  const script = Bun.spawn(['sh', '-eu', '-c', createSecrets], { cwd: folder, stderr: 'pipe' });
  expect([await script.exited, await new Response(script.stderr).text()]).toEqual([0, '']);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the Compose file of the guide', () => {
  test('names only settings that exist', () => {
    const known = Object.values(SETTINGS).flatMap(({ env, secret }) =>
      secret ? [env, `${env}_FILE`] : [env],
    );
    for (const { environment = {} } of nodes) {
      expect(Object.keys(environment).length).toBeGreaterThan(5);
      expect(Object.keys(environment).filter(name => !known.includes(name))).toEqual([]);
    }
  });

  test('gives both servers equal settings that are valid with the secrets of the guide', () => {
    const [first, second] = nodes;
    expect(second).toEqual(first ?? {});
    const env = Object.entries(first?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace('/run/secrets/', `${folder}/secrets/`),
    ]);
    const { config, problems } = loadConfig({ env: { DATA_DIR: folder, ...Object.fromEntries(env) } });
    expect(problems).toEqual([]);
    expect(config.databaseUrl).toStartWith('postgres://perkmint:');
    expect(config.shutdownDelay * 1_000 + DRAIN_TIMEOUT_MS).toBeLessThan(
      Number.parseInt(first?.stop_grace_period ?? '', 10) * 1_000,
    );
  });

  test('mounts every secret that a service reads, from a file that the guide creates', () => {
    for (const { environment = {}, secrets = [] } of Object.values(compose.services)) {
      const read = Object.values(environment).flatMap(
        value => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [],
      );
      for (const name of read) expect(secrets).toContain(name);
      for (const name of secrets) expect(compose.secrets).toHaveProperty(name);
    }
    for (const { file } of Object.values(compose.secrets)) {
      expect(Bun.file(join(folder, file)).size).toBeGreaterThan(16);
    }
  });

  test('contains valid shell scripts', async () => {
    const scripts = Object.values(compose.configs).map(({ content }) => content.replaceAll('$$', '$'));
    expect(scripts).toHaveLength(2);
    for (const script of scripts) expect(await Bun.spawn(['sh', '-n', '-c', script]).exited).toBe(0);
  });
});

test('the proxy of the guide requests the readiness of both servers', async () => {
  const [caddyfile = ''] = listSamples('caddyfile');
  const { operations } = await readDescribedRoutes();
  const uri = /health_uri (\S+)/.exec(caddyfile)?.[1];
  expect(uri).toBe('/api/v1/ready');
  expect(operations.map(({ operation }) => operation.operationId)).toContain('getReadiness');
  for (const name of ['node-a', 'node-b']) expect(caddyfile).toContain(`${name}:3000`);
});

describe.skipIf(!hasPostgres())('the SQL of the guide', () => {
  test('creates a database that Perkmint accepts', async () => {
    const [create = ''] = listSamples('sql');
    const options = /template template0 (.*);/.exec(create)?.[1];
    const database = await createEmptyDatabaseUrl(options);
    const sql = new SQL(database.url, { max: 1 });
    const [found] = await sql`select datcollate, pg_encoding_to_char(encoding) as encoding from pg_database
      where datname = current_database()`;
    expect(found).toEqual({ datcollate: 'C', encoding: 'UTF8' });
    await sql.close();
    await database.drop();
  });

  test('changes settings that PostgreSQL has', async () => {
    const [, synchronous = ''] = listSamples('sql');
    const names = [...synchronous.matchAll(/alter system set (\w+)/g)].map(([, name = '']) => name);
    const database = await createEmptyDatabaseUrl();
    const sql = new SQL(database.url, { max: 1 });
    const known: { name: string }[] = await sql`select name from pg_settings`;
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'synchronous_commit']));
    await sql.unsafe(synchronous.split(';')[0] ?? '');
    await sql.close();
    await database.drop();
  });
});
