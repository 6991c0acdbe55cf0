/**
 * Runs tests on a temporary PostgreSQL server: `bun run test:postgres [paths and options of bun test]`. Without
 * arguments, it runs every test that depends on the engine. `--run <script> [arguments]` runs a script instead. Exits with
 * 0 and a line that starts with SKIPPED if there is no PostgreSQL to run on and `--optional` is the first argument.
 * `--short` leaves out the tests of commands, clients and agents, which reach the database through the same routes, and
 * those of areas that depend on the engine least and take longest, such as rights and inputs over all routes.
 */
import { join } from 'node:path';
import { readTestFiles, selectEngineTests } from './engine-tests.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

const ROOT = join(import.meta.dir, '../..');
/** Ends a test that hangs. */
const TEST_TIMEOUT_MS = '300000';
/** Processes that run tests. Each spends a third of its time waiting for the server. */
const WORKERS = 2;

const LEFT_OUT = /^test\/(?:cli|connections|describe|http|mcp|planner|uploads|verification)\//;
/** Tests of the HTTP layer that depend on transactions or on several nodes. */
const KEPT = /^test\/http\/(?:idempotency|limits-nodes|request-transaction|shared)/;

const args = process.argv.slice(2);
const isOptional = args[0] === '--optional';
if (isOptional) args.shift();
const isShort = args[0] === '--short';
if (isShort) args.shift();

const server = await start();
const child = Bun.spawn([process.execPath, ...(await buildCommand())], {
  cwd: ROOT,
  env: { ...process.env, TEST_DATABASE: server.url },
  stdio: ['inherit', 'inherit', 'inherit'],
});
const exitCode = await child.exited;
await server.stop();
process.exit(exitCode);

async function start(): Promise<PostgresServer> {
  try {
    return await startPostgres();
  } catch (error) {
    const { message } = error as Error;
    console.error(
      isOptional ? `SKIPPED: tests on PostgreSQL, because no server could be started. ${message}` : message,
    );
    process.exit(isOptional ? 0 : 1);
  }
}

async function buildCommand(): Promise<string[]> {
  if (args[0] === '--run') return args.slice(1);
  const test = ['test', '--timeout', TEST_TIMEOUT_MS];
  const hasPath = args.some(arg => !arg.startsWith('-'));
  if (hasPath) return [...test, ...args];
  const selected = selectEngineTests(await readTestFiles(ROOT));
  const paths = selected
    .filter(path => !isShort || !LEFT_OUT.test(path) || KEPT.test(path))
    .map(path => `./${path}`);
  return [...test, `--parallel=${WORKERS}`, '--no-isolate', ...args, ...paths];
}
