/**
 * `bun test/e2e/exchange-crash.ts [--kills 50] [--commands 10000] [--clients 64] [--seed 1]`: clients trade on the real
 * server while it is killed (SIGKILL) and restarted on the same folder. After each start, the clients repeat requests
 * without a response with the same keys, and then pause: all orders, queues, depth, trades and wallets must match the
 * responses, and `perkmint db check` must pass. Prints the counts; exits with 1 if anything differs.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createJournal, dice, Gate, trade } from './exchange-clients.ts';
import { furnish } from './exchange-floor.ts';
import { summaryOf } from './exchange-summary.ts';
import { look, verify } from './exchange-verify.ts';
import { ServerProcess } from './server-process.ts';
import { createStorage, openRows } from './stored-rows.ts';

const SHOWN_PROBLEMS = 10;
/** The process is killed up to this long after the last command of a round starts. */
const LATEST_KILL_MS = 20;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    commands: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '64' },
    seed: { type: 'string', default: '1' },
  },
});
const [kills, commands] = [Number(values.kills), Number(values.commands)];
const [clients, seed] = [Number(values.clients), Number(values.seed)];

const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-exchange-'));
const exchange = new ServerProcess(await createStorage(dataDir));
await exchange.start();
const installation = { market: exchange, stored: openRows(exchange.storage) };
const floor = await furnish(exchange);
const beginning = await look(exchange, floor);
const journal = createJournal();
const gate = new Gate();
const problems: string[] = [];
let isOver = false;
const shift = { url: () => exchange.url, floor, journal, gate, isDone: () => isOver };
const startedAt = performance.now();
const working = Promise.all(
  Array.from({ length: clients }, (_, n) => trade(shift, `client-${n}`, dice(seed * 1_000 + n))),
);

let killed = 0;
let inFlight = 0;
let matches = 0;
for (; killed < kills && problems.length === 0; killed++) {
  const target = journal.completed + (commands / kills) * (0.5 + Math.random());
  while (journal.completed < target && journal.unexpected.length === 0) await Bun.sleep(1);
  await Bun.sleep(Math.random() * LATEST_KILL_MS);
  await exchange.kill();
  inFlight += gate.inside;
  const isHeld = gate.close();
  await exchange.start();
  await isHeld;
  const found = [...journal.unexpected, ...(await verify(installation, floor, journal, beginning))];
  const check = await exchange.cli('db', 'check');
  if (!check.isClean) found.push(`db check: ${check.out}`);
  if (found.length === 0) matches += 1;
  problems.push(...found.map(problem => `after kill ${killed + 1}: ${problem}`));
  gate.open();
}
isOver = true;
await working;
await exchange.kill();
await installation.stored.close();

process.stdout.write(
  `${summaryOf(journal)}
${clients} clients, seed ${seed}, ${killed} kills with ${inFlight} commands in flight, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s
${matches} of ${killed} times every order, queue, depth, trade and wallet matched the responses, and db check clean
`,
);
for (const problem of problems.slice(0, SHOWN_PROBLEMS)) process.stdout.write(`  ${problem}\n`);
if (problems.length === 0) exchange.remove();
else process.stdout.write(`The folder is kept: ${dataDir}\n`);
process.exit(problems.length === 0 ? 0 : 1);
