/**
 * Runs tests on a temporary PostgreSQL server: `bun run test:postgres [paths and options of bun test]`. Without
 * arguments, it runs every test that depends on the engine. `--run <script> [arguments]` runs a script instead. Exits with
 * 0 and a line that starts with SKIPPED if there is no PostgreSQL to run on and `--optional` is the first argument.
 * `--short` runs the tests of what can differ by engine.
 */
import { join } from 'node:path';
import { selectEngineTests } from './engine-tests.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { readSources } from './source-files.ts';

const ROOT = join(import.meta.dir, '../..');
/** Ends a test that hangs. */
const TEST_TIMEOUT_MS = '300000';
/** Processes that run tests: more than processors, because each waits for the server for a third of its time. */
const WORKERS = 3;

/**
 * What can differ by engine: migrations and statements, transactions and locks, money, search, events, streams and times.
 * test/db/portable-statements.test.ts prepares every other statement on both.
 */
const SHORT = [
  /^test\/(?:db(?!\/(?:query-plans|normal-forms))|exchange|ledger|property)\//,
  /^test\/events\/(?:events|stream)/,
  /^test\/http\/(?:all-lists|batch|idempotency|limits-nodes|shared)/,
  /^test\/programs\/(?:cashback|integrity|local-days|member-search|members|refunds|stamp-cards)/,
  /^test\/(?:campaigns\/budget|submissions\/submit|rewards\/lists|webhooks\/claims)/,
  /^test\/(?:e2e\/story|jobs\/|mandates\/agents|places\/pins|privacy\/(?!erase-elsewhere)|statistics\/|test-mode\/)/,
];

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
  const selected = selectEngineTests(await readSources(ROOT, ['test']));
  const paths = selected
    .filter(path => !isShort || SHORT.some(pattern => pattern.test(path)))
    .map(path => `./${path}`);
  return [...test, `--parallel=${WORKERS}`, '--no-isolate', ...args, ...paths];
}
