/**
 * `bun test/e2e/crash/run.ts <workload> [options]`: clients send requests to the real server while it is killed (SIGKILL)
 * at random times and restarted on the same folder, or the same PostgreSQL database if TEST_DATABASE is set. They repeat
 * requests without a response with the same keys. What is stored must match the responses, and `perkmint db check` must
 * pass. Prints the counts; exits with 1 and keeps the folder if anything differs.
 */
import { parseArgs } from 'node:util';
import { parseLine } from '../server-process.ts';
import { agents } from './agents.ts';
import { cluster } from './cluster/workload.ts';
import { counter } from './counter/workload.ts';
import { drive } from './drive.ts';
import { mail } from './mail.ts';
import { orders } from './orders/workload.ts';
import { webhooks } from './webhooks.ts';
import { inspect, type Options, type Workload } from './workload.ts';
import { writes } from './writes/workload.ts';

const SHOWN_PROBLEMS = 10;
const WORKLOADS: Record<string, Workload> = { writes, orders, counter, agents, webhooks, mail, cluster };

const [name = '', ...args] = process.argv.slice(2);
const workload = WORKLOADS[name];
if (!workload) throw new Error(`Name a workload: ${Object.keys(WORKLOADS).join(', ')}`);
const { values } = parseArgs({
  args,
  options: Object.fromEntries(
    Object.entries(workload.options).map(([option, value]) => [
      option,
      { type: typeof value === 'boolean' ? 'boolean' : 'string' } as const,
    ]),
  ),
});
const options: Options = { kills: 0, clients: 0 };
for (const [option, value] of Object.entries({ ...workload.options, ...values }))
  options[option] = Number(value);
if (Object.values(options).some(Number.isNaN)) throw new Error('Each option takes a number');

// The servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const run = await workload.setup(options);
const { installation, traffic } = run;
const { clients } = options;
const target = options[workload.target] as number;
const { failures } = installation;
const { isVerifiedOften } = workload;
const outcome = await drive(run, { clients, target, failures, isVerifiedOften });
const { problems, inFlight, seconds } = outcome;
await installation.restart();
problems.push(...(await inspect(run)));
if (run.progress() < target) problems.push(`only ${run.progress()} of ${target} ${workload.target}`);

const refused = Object.entries(traffic.refused).map(([code, count]) => `${count} ${code}`);
process.stdout.write(
  `${run.summary()}
refused: ${refused.join(', ') || 'none'}; ${traffic.retries} requests sent again, ${traffic.replayed} of them replayed
${clients} clients, ${outcome.failures} failures with ${inFlight} actions in progress, ${seconds.toFixed(1)} s; ${Math.round(
    run.progress() / seconds,
  )} ${workload.target} per second, the longest pause ${Math.round(outcome.longestPauseMs)} ms
${problems.length === 0 ? 'everything stored matches the responses, and db check is clean' : `${problems.length} PROBLEMS`}
`,
);
for (const problem of problems.slice(0, SHOWN_PROBLEMS)) process.stdout.write(`  ${problem}\n`);
const logged = Object.groupBy(
  installation.servers.flatMap(server => server.errors),
  line => {
    const { message = line.slice(0, 80), cause = '' } = parseLine(line);
    return `${message} ${String(cause).split('\n')[0]}`;
  },
);
for (const [message, all] of Object.entries(logged))
  process.stdout.write(`  ${all?.length} in the logs: ${message}\n`);
await run.close?.();
await installation.close(problems.length > 0);
const { DATA_DIR } = installation.storage;
if (problems.length > 0 && DATA_DIR) process.stdout.write(`The folder is kept: ${DATA_DIR}\n`);
process.exit(problems.length === 0 ? 0 : 1);
