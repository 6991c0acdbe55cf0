/**
 * `bun test/e2e/exchange-load.ts [--commands 20000] [--clients 64] [--seed 1]`: orders of all kinds, cancellations
 * and trades from many clients on 5 perks and 10 busy accounts, against the real server. The responses must match all
 * orders, queues, depth and wallets, and `perkmint db check` must pass. Prints the counts and the commands per second;
 * exits with 1 if anything differs.
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

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '64' },
    seed: { type: 'string', default: '1' },
  },
});
const [commands, clients, seed] = [Number(values.commands), Number(values.clients), Number(values.seed)];

const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-exchange-'));
const exchange = new ServerProcess(await createStorage(dataDir));
await exchange.start();
const installation = { market: exchange, stored: openRows(exchange.storage) };
const floor = await furnish(exchange);
const beginning = await look(exchange, floor);
const journal = createJournal();
const isDone = () => journal.completed >= commands || journal.unexpected.length >= SHOWN_PROBLEMS;
const shift = { url: () => exchange.url, floor, journal, gate: new Gate(), isDone };
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: clients }, (_, n) => trade(shift, `client-${n}`, dice(seed * 1_000 + n))),
);
const seconds = (performance.now() - startedAt) / 1_000;
const problems = [...journal.unexpected, ...(await verify(installation, floor, journal, beginning))];
const check = await exchange.cli('db', 'check');
if (!check.isClean) problems.push(`db check: ${check.out}`);
await exchange.kill();
await installation.stored.close();

process.stdout.write(
  `${summaryOf(journal)}
${clients} clients, seed ${seed}, ${seconds.toFixed(1)} s: ${Math.round(journal.completed / seconds)} commands per second
cash and perks conserved, every order, queue, depth and wallet as in the responses: ${problems.length === 0 ? 'yes' : 'NO'}
db check ${check.isClean ? 'clean' : 'FAILED'}
`,
);
for (const problem of problems.slice(0, SHOWN_PROBLEMS)) process.stdout.write(`  ${problem}\n`);
if (problems.length === 0) exchange.remove();
else process.stdout.write(`The folder is kept: ${dataDir}\n`);
process.exit(problems.length === 0 ? 0 : 1);
