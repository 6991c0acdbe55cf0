import { rmSync } from 'node:fs';
import { type App, createApp } from '../../src/app.ts';
import { createCampaign } from '../../src/campaigns/service/create.ts';
import { loadConfig } from '../../src/config/index.ts';
import { CLI } from '../../src/context.ts';
import { silentLog } from '../../src/platform/log.ts';
import { startPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import { CAMPAIGN, CHEAP_HASH, post, SETTINGS } from './fixture.ts';
import {
  type Child,
  cpuMicrosOf,
  http,
  load,
  median,
  print,
  startServer,
  tempDir,
  verdict,
} from './harness.ts';
import { type LoadResult, UNIQUE } from './load.ts';
import { BUSINESS_HEADER, type PostgresSpec } from './raw-postgres.ts';

const BUSINESS_COUNTS = [1, 64];
const CLIENTS = 32;
const ROUNDS = 3;
const WARMUP_MS = 500;
const MEASURE_MS = 2_000;
/** The number that a node uses for transactions. */
const RAW_CONNECTIONS = 8;
/** Races for the only submission that a customer may make to a campaign, and the requests of each. */
const RACES = 100;
const REQUESTS_PER_RACE = 8;

type Work = PostgresSpec['work'];

/** An installation of one engine, and the requests of its businesses for each kind of work. */
interface Installation {
  env: Record<string, string>;
  warnings: string;
  requests: Record<Work, string[]>;
  /** A business and its active campaign with one submission per customer. */
  token: string;
  campaignId: string;
}

/** A measured round, with the processor time per response of the servers, and of the PostgreSQL of this machine. */
interface Round extends LoadResult {
  cpuMicros: number;
  databaseMicros: number;
}

interface Contender {
  name: string;
  servers: Child[];
  requests: Record<Work, string[]>;
}

/**
 * Creates and submissions on PostgreSQL by one node and by two, of one busy business and of many, beside handwritten
 * SQL over the same driver and beside SQLite. The temporary server has fsync off, as tests do, unless BENCH_DATABASE
 * names the URL of a server; SQLite writes through to the disk. Nodes, server and load share the processors.
 */
export async function postgres(): Promise<void> {
  const server = process.env.BENCH_DATABASE ? undefined : await startPostgres();
  const url = process.env.BENCH_DATABASE ?? server?.url ?? '';
  const client = new Bun.SQL(url, { max: 1 });
  const name = `perkmint_bench_${process.pid}`;
  await client.unsafe(
    `create database ${name} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
  );
  const target = new URL(url);
  target.pathname = name;
  try {
    for (const count of BUSINESS_COUNTS) await compareEngines(client, target.href, count);
  } finally {
    await client.unsafe(`drop database ${name} with (force)`);
    await client.close();
    await server?.stop();
  }
}

async function compareEngines(client: Bun.SQL, url: string, businesses: number): Promise<void> {
  const dataDirs = ['sqlite', 'one', 'two'].map(node => tempDir(`postgres-${businesses}-${node}`));
  const [sqliteDir = '', ...nodeDirs] = dataDirs;
  const onPostgres = await install(
    { ...NODE_SECRETS, DATA_DIR: nodeDirs[0] as string, DATABASE_URL: url },
    businesses,
  );
  const onSqlite = await install({ DATA_DIR: sqliteDir }, businesses);
  const { requests } = onPostgres;
  const nodes = await Promise.all(
    nodeDirs.map(dir => startServer('ours.ts', { env: { ...onPostgres.env, DATA_DIR: dir } })),
  );
  const sqlite = await startServer('ours.ts', { env: onSqlite.env });
  for (const work of ['create', 'submit'] as const) {
    const spec = { kind: 'postgres', url, connections: RAW_CONNECTIONS, work, warnings: onPostgres.warnings };
    const raw = await startServer('raw.ts', spec);
    const contenders = [
      { name: 'raw SQL on PostgreSQL', servers: [raw], requests },
      { name: 'ours on PostgreSQL, one node', servers: nodes.slice(0, 1), requests },
      { name: 'ours on PostgreSQL, two nodes', servers: nodes, requests },
      { name: 'ours on SQLite', servers: [sqlite], requests: onSqlite.requests },
    ];
    const title = `${work}, ${businesses} businesses, ${CLIENTS} clients`;
    await compareWork(title, contenders, work, () => measureBackends(client));
    await raw.stop();
  }
  await raceForLimit(nodes, onPostgres);
  for (const server of [...nodes, sqlite]) await server.stop();
  for (const dir of dataDirs) rmSync(dir, { recursive: true, force: true });
}

/** Creates businesses with an active campaign each. */
async function install(env: Record<string, string>, businesses: number): Promise<Installation> {
  rmSync(env.DATA_DIR as string, { recursive: true, force: true });
  const all = { ...SETTINGS, ...env };
  const { config, problems } = loadConfig({ env: all });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const app = await createApp(config, { log: silentLog, hashCost: CHEAP_HASH });
  const requests: Record<Work, string[]> = { create: [], submit: [] };
  let warnings = '';
  let first = { token: '', campaignId: '' };
  for (let n = 0; n < businesses; n++) {
    const { token, businessId } = await register(app, `${businesses}-${n}`);
    const campaign = await createCampaign(app.as(CLI), { ...CAMPAIGN, businessId, launch: true });
    warnings = JSON.stringify(campaign.warnings);
    if (n === 0) first = { token, campaignId: campaign.id };
    const headers = { Authorization: `Bearer ${token}`, [BUSINESS_HEADER]: businessId };
    const proofUrl = `https://www.instagram.com/p/${UNIQUE}/`;
    const proof = JSON.stringify({ campaignId: campaign.id, userId: `guest-${UNIQUE}`, proofUrl });
    requests.create.push(http('POST', '/api/v1/campaigns', headers, JSON.stringify(CAMPAIGN)));
    requests.submit.push(http('POST', '/api/v1/submissions', headers, proof));
  }
  await app.close();
  return { env: all, warnings, requests, ...first };
}

async function register(app: App, name: string): Promise<{ token: string; businessId: string }> {
  const { accessToken, user } = await post(app, '/auth', {
    action: 'register',
    role: 'business',
    businessName: `Cafe ${name}`,
    name: 'Owner',
    email: `owner@cafe-${name}.example`,
    password: 'correct horse battery',
  });
  return { token: accessToken, businessId: user.businessId };
}

/** Alternates rounds over the contenders, so that whatever disturbs the machine disturbs all of them. */
async function compareWork(
  title: string,
  contenders: Contender[],
  work: Work,
  measureDatabase: () => Promise<number>,
): Promise<void> {
  const results: Round[][] = contenders.map(() => []);
  const retries = contenders.map(() => 0);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { name, servers, requests }] of contenders.entries()) {
      const before = await countRetries(servers);
      const measure = () => Promise.all([measureServers(servers), measureDatabase()]);
      const [serversBefore, databaseBefore] = await measure();
      const result = await loadAll(servers, requests[work]);
      const [serversAfter, databaseAfter] = await measure();
      if (result.errors > 0) throw new Error(`${name}: ${result.errors} responses do not have status 201`);
      const { responses } = result;
      results[index]?.push({
        ...result,
        cpuMicros: (serversAfter - serversBefore) / responses,
        databaseMicros: (databaseAfter - databaseBefore) / responses,
      });
      retries[index] = (retries[index] ?? 0) + (await countRetries(servers)) - before;
    }
  const base = results[0] ?? [];
  const rows = contenders.map(({ name }, index) => {
    const own = results[index] ?? [];
    const of = (key: 'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuMicros' | 'databaseMicros') =>
      median(own.map(result => result[key]));
    const ratios = own.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN));
    const total = own.reduce((sum, { responses }) => sum + responses, 0);
    return [
      median(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      name,
      Math.round(of('perSecond')).toLocaleString('en'),
      Math.round(of('cpuMicros')).toLocaleString('en'),
      Math.round(of('databaseMicros')).toLocaleString('en'),
      of('p50Ms').toFixed(1),
      of('p99Ms').toFixed(1),
      `${retries[index]} of ${total.toLocaleString('en')}`,
    ];
  });
  const titles = [
    'ratio',
    'range',
    'program',
    'req/s',
    'cpu µs',
    'database cpu µs',
    'p50 ms',
    'p99 ms',
    'retries',
  ];
  print(title, titles, rows);
}

async function measureServers(servers: Child[]): Promise<number> {
  const times = await Promise.all(servers.map(({ pid }) => cpuMicrosOf(pid)));
  return times.reduce((total, each) => total + each, 0);
}

/** Returns the processor time of the connections, which stay open during a round; NaN if they are of another machine. */
async function measureBackends(client: Bun.SQL): Promise<number> {
  const backends: { pid: number }[] = await client`
    select pid from pg_stat_activity where backend_type = 'client backend' and datname like 'perkmint_bench_%'`;
  const times = await Promise.all(backends.map(({ pid }) => cpuMicrosOf(pid)));
  return times.reduce((total, each) => total + each, 0);
}

/** Sends different proofs of one customer to all nodes at the same time; the limit of the campaign accepts one. */
async function raceForLimit(nodes: Child[], { token, campaignId }: Installation): Promise<void> {
  const submit = async (race: number, n: number) => {
    const response = await fetch(`http://127.0.0.1:${nodes[n % nodes.length]?.port}/api/v1/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        campaignId,
        userId: `racer-${race}`,
        proofUrl: `https://www.instagram.com/p/race-${race}-${n}/`,
      }),
    });
    return response.status;
  };
  let acceptedOnce = 0;
  for (let race = 0; race < RACES; race++) {
    const statuses = await Promise.all(Array.from({ length: REQUESTS_PER_RACE }, (_, n) => submit(race, n)));
    if (statuses.filter(status => status === 201).length === 1) acceptedOnce++;
  }
  verdict(`races over ${nodes.length} nodes that accepted one submission`, acceptedOnce, RACES);
}

/** Loads several servers at the same time, each with its share of the clients. */
async function loadAll(servers: Child[], requests: string[]): Promise<LoadResult> {
  const clients = CLIENTS / servers.length;
  const times = { warmupMs: WARMUP_MS, measureMs: MEASURE_MS };
  const results = await Promise.all(
    servers.map(({ port }) => load({ port, clients, ...times, requests, status: 201 })),
  );
  const sum = (key: 'perSecond' | 'responses' | 'errors') =>
    results.reduce((total, each) => total + each[key], 0);
  return {
    perSecond: sum('perSecond'),
    responses: sum('responses'),
    errors: sum('errors'),
    p50Ms: Math.max(...results.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
  };
}

async function countRetries(servers: Child[]): Promise<number> {
  const counts = await Promise.all(servers.map(async server => (await server.readStats()).retries ?? 0));
  return counts.reduce((sum, count) => sum + count, 0);
}
