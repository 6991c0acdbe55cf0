/**
 * `bun test/e2e/simulation/faults.ts`: plants one fault at a time in a copy of the source and plays some seeds on it. Prints
 * the seed that found it. Exits with 1 if a fault is not found, or if its original text no longer occurs once.
 */
import { SourceCopy } from '../../support/source-copy.ts';

type Fault = [name: string, file: string, find: string, replace: string];

/** Faults that need a failure at the right moment: of the process, the network, the disk or the clock. */
const FAULTS: Fault[] = [
  [
    'a change is acknowledged before it is committed',
    'db/sqlite/write-queue.ts',
    '      this.statements.commit.run();\n',
    '      this.settle(batch);\n      await new Promise(setImmediate);\n      this.statements.commit.run();\n',
  ],
  [
    'a request that is sent again is carried out again',
    'src/http/idempotency.ts',
    'const stored = await store.findResponse(db, { caller, key, now: iso(clock.now()) });',
    'const stored = await store.findResponse(db, { caller, key: caller, now: iso(clock.now()) });',
  ],
  [
    'a full disk is an internal error',
    'db/sqlite/write-queue.ts',
    'throw describeStorageFailure(error);',
    'throw error;',
  ],
  [
    'a delivery of a killed process is not sent again for a year',
    'src/webhooks/rules.ts',
    'export const CLAIM_MS = 30 * SECOND_MS;',
    'export const CLAIM_MS = 365 * DAY_MS;',
  ],
  [
    'a mail of a killed process is not sent again for a year',
    'src/mailings/rules/attempts.ts',
    'export const CLAIM_MS = 90 * SECOND_MS;',
    'export const CLAIM_MS = 365 * 86_400_000;',
  ],
  [
    'a delivery without a response counts as delivered',
    'src/webhooks/service/attempt.ts',
    'return responseStatus !== null && isSuccess(responseStatus);',
    'return responseStatus === null || isSuccess(responseStatus);',
  ],
  [
    'a mail that the server did not accept counts as sent',
    'src/mailings/service/send.ts',
    "  if (delayMs === undefined) return { state: 'failed', error, nextAttemptAt: null };",
    "  if (delayMs !== undefined) return { state: 'sent', sentAt: nowIso(ctx.clock), nextAttemptAt: null, error: null };",
  ],
  [
    'each attempt of a mail has a new Message-ID',
    'src/mailings/service/send.ts',
    'id: mail.id });',
    "id: ctx.ids.next('mail') });",
  ],
  [
    'the first event of a batch causes no mail',
    'src/mailings/service/follow.ts',
    'for (const event of batch) if',
    'for (const event of batch.slice(1)) if',
  ],
  [
    'a visit of a clock that was ahead keeps its cooldown',
    'src/programs/visits/service/record.ts',
    'const isAhead = member.lastVisitAt !== null && member.lastVisitAt > until;',
    'const isAhead = false;',
  ],
  [
    'the last visit of a member is the last recorded one, though the clock was set back',
    'src/programs/visits/service/record.ts',
    'lastVisitAt: latestOf(lastVisitAt, now)',
    'lastVisitAt: now',
  ],
];

const SIMULATION = 'test/e2e/simulation.ts';
/** Seeds that are tried, until one finds the fault. */
const SEEDS = 12;
const ROUNDS = '150';
const copy = new SourceCopy();

/** Plays seeds on the copy. @returns the first one with a problem; undefined if there is none */
async function findProblem(): Promise<string | undefined> {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { exitCode, output } = await copy.run(
      SIMULATION,
      '--first',
      `${seed}`,
      '--seeds',
      '1',
      '--rounds',
      ROUNDS,
    );
    if (exitCode !== 0) return `seed ${seed}: ${/FAILED: (.{0,160})/.exec(output)?.[1] ?? output}`;
  }
  return undefined;
}

let missed = (await findProblem()) === undefined ? 0 : 1;
console.log(missed === 0 ? 'no problem without a planted fault' : 'PROBLEMS WITHOUT A PLANTED FAULT');
for (const [name, file, find, replace] of FAULTS) {
  const tried = await copy.with({ file, find, replace }, async () => ({ problem: await findProblem() }));
  if (!tried) throw new Error(`"${find}" must occur once in ${file}`);
  if (tried.problem === undefined) missed += 1;
  console.log(tried.problem ? `found    ${name}: ${tried.problem}` : `MISSED   ${name}`);
}
copy.remove();
process.exit(missed === 0 ? 0 : 1);
