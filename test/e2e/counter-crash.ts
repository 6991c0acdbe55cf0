/**
 * `bun run check:counter-crash [--kills 10] [--actions 1000] [--clients 6] [--seed 1]`: clients stamp, sell, redeem,
 * reinstate and refund on the real server while it is killed (SIGKILL) and restarted on the same folder. They repeat
 * requests without a response with the same keys. After each kill, all records, codes and members must match the
 * responses, and `perkmint db check` must pass. Prints the counts; exits with 1 if anything differs.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createJournal, openShop, serve } from './counter-clients.ts';
import { verify } from './counter-verify.ts';
import { Gate } from './exchange-clients.ts';
import { ServerProcess } from './server-process.ts';
import { createStorage, openRows } from './stored-rows.ts';

const SHOWN_PROBLEMS = 10;
/** The process is killed up to this long after the action that a round ends with. */
const LATEST_KILL_MS = 10;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    actions: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
  },
});
const [kills, target] = [Number(values.kills), Number(values.actions)];
const [clients, seed] = [Number(values.clients), Number(values.seed)];

const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-counter-'));
const server = new ServerProcess(await createStorage(dataDir));
await server.start();
const stored = openRows(server.storage);
const shop = await openShop(server.url, clients);
const journal = createJournal(shop);
const gate = new Gate();
const problems: string[] = [];
const shift = { url: () => server.url, shop, journal, gate, target };
const working = Promise.all(Array.from({ length: clients }, (_, client) => serve(shift, client, seed)));

/** Waits until no request is in flight, and compares. */
async function inspect(title: string, restart: () => Promise<void>): Promise<void> {
  const isHeld = gate.close();
  await restart();
  await isHeld;
  const found = [...journal.unexpected, ...(await verify(server.url, shop, stored, journal))];
  const check = await server.cli('db', 'check');
  if (!check.isClean) found.push(`db check: ${check.out}`);
  problems.push(...found.map(problem => `${title}: ${problem}`));
  gate.open();
}

let inFlight = 0;
for (let kill = 1; kill <= kills && problems.length === 0; kill++) {
  const until = (target / (kills + 1)) * kill;
  while (journal.actions < until && journal.unexpected.length === 0) await Bun.sleep(1);
  await Bun.sleep(Math.random() * LATEST_KILL_MS);
  await server.kill();
  inFlight += gate.inside;
  await inspect(`after kill ${kill}`, () => server.start());
}
await working;
if (problems.length === 0) await inspect('at the end', async () => {});
await server.kill();
await stored.close();

const refused = Object.entries(journal.refused).map(([code, count]) => `${count} ${code}`);
process.stdout.write(
  `${journal.actions} actions at the counter: ${journal.visits.length} visits, ${journal.purchases.length} purchases, ${journal.bought.length} purchases in the shop, ${journal.codes.size} codes; refused: ${refused.join(', ')}
${clients} clients, seed ${seed}, ${kills} kills with ${inFlight} requests in flight, ${journal.retries} repeats, ${journal.replayed} answered with the first response
${problems.length === 0 ? 'every record, code and member matched the responses after each kill, and db check clean' : `${problems.length} DIFFERENCES`}
`,
);
for (const problem of problems.slice(0, SHOWN_PROBLEMS)) process.stdout.write(`  ${problem}\n`);
if (problems.length === 0) server.remove();
else process.stdout.write(`The folder is kept: ${dataDir}\n`);
process.exit(problems.length === 0 ? 0 : 1);
