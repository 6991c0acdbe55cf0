/**
 * `bun test/property/mutants.ts`: plants one bug at a time in a copy of the source and runs the property test on it.
 * Exits with code 1 if a bug is not caught or its pattern no longer occurs in the source.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Mutant {
  name: string;
  file: string;
  from: string;
  to: string;
}

const MUTANTS: Mutant[] = [
  {
    name: 'a percentage is rounded up',
    file: 'src/platform/money.ts',
    from: 'return Math.floor((amountCents * basisPoints)',
    to: 'return Math.ceil((amountCents * basisPoints)',
  },
  {
    name: 'maxPerMember is ignored',
    file: 'src/programs/cashback/rules.ts',
    from: 'return limit == null ? cents :',
    to: 'return limit != null ? cents :',
  },
  {
    name: 'maxPerTransaction is ignored',
    file: 'src/programs/cashback/rules.ts',
    from: 'return limitDollars == null ? cents :',
    to: 'return limitDollars != null ? cents :',
  },
  {
    name: 'the tier multiplier is ignored',
    file: 'src/programs/members/rules.ts',
    from: '* hundredths(multiplier))',
    to: '* hundredths(1))',
  },
  {
    name: 'a reverted activity keeps its goals',
    file: 'src/programs/members/service/goals.ts',
    from: 'else await store.deleteGoal(tx.db, state.memberId, state.goalId);',
    to: '',
  },
  {
    name: 'a reverted activity leaves its points in the ledger',
    file: 'src/programs/members/service/activities.ts',
    from: 'if (activity.transferId !== null && activity.points > 0)',
    to: 'if (activity.transferId !== null && activity.points < 0)',
  },
  {
    name: 'the newest cashback is spent first',
    file: 'src/programs/cashback/store.ts',
    from: 'asc(cashbacks.createdAt), asc(cashbacks.id)',
    to: 'desc(cashbacks.createdAt), desc(cashbacks.id)',
  },
  {
    name: 'voided cashback still counts as granted',
    file: 'src/programs/cashback/service/balances.ts',
    from: '{ pendingCents: amount, grantedCents: amount }',
    to: '{ pendingCents: amount }',
  },
  {
    name: 'cashback is never held',
    file: 'src/programs/cashback/service/cashback.ts',
    from: 'const isHeld = dates.availableAt > now;',
    to: 'const isHeld = dates.availableAt < now;',
  },
  {
    name: 'expired cashback leaves the wrong ledger account',
    file: 'src/programs/cashback/service/balances.ts',
    from: "from: 'available',\n    to: 'issued'",
    to: "from: 'redeemed',\n    to: 'issued'",
  },
  {
    name: 'partly redeemed cashback can be reversed',
    file: 'src/programs/cashback/rules.ts',
    from: 'if (row.remainingCents < row.amountCents - row.refundedCents)',
    to: 'if (row.remainingCents > row.amountCents)',
  },
  {
    name: 'redeemed cashback still counts as available',
    file: 'src/programs/cashback/service/redeem.ts',
    from: '{ availableCents: -cents, redeemedCents: cents }',
    to: '{ redeemedCents: cents }',
  },
  {
    name: 'a reversal repeats the transfer instead of inverting it',
    file: 'src/ledger/rules.ts',
    from: '({ accountId, unit, amount: -amount })',
    to: '({ accountId, unit, amount })',
  },
  {
    name: 'a suspended member earns',
    file: 'src/programs/service/read.ts',
    from: "if (status !== 'active') throw new AppError('MEMBER_SUSPENDED'",
    to: "if (status === 'left') throw new AppError('MEMBER_SUSPENDED'",
  },
];

const ROOT = join(import.meta.dir, '../..');
const RUN = ['--seeds', '4', '--commands', '1500'];

const copy = mkdtempSync(join(tmpdir(), 'perkmint-mutants-'));
for (const folder of ['src', 'db', 'seed', 'test', 'package.json', 'tsconfig.json', 'bunfig.toml']) {
  cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
}
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

/** Runs the property test on the copy. @returns its finding; undefined if it passes */
async function runCheck(): Promise<string | undefined> {
  const child = Bun.spawn([process.execPath, 'test/property/money.ts', ...RUN], {
    cwd: copy,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, code] = [await new Response(child.stdout).text(), await child.exited];
  if (code === 0) return undefined;
  return /enough: (.*)/.exec(out)?.[1] ?? /FAILED.*/.exec(out)?.[0] ?? 'the test did not run';
}

const lines: string[] = [];
let isGood = (await runCheck()) === undefined;
lines.push(isGood ? 'passes without a planted bug' : 'FAILS WITHOUT A PLANTED BUG');
for (const { name, file, from, to } of MUTANTS) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const isPlanted = source.split(from).length === 2;
  if (isPlanted)
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
  const said = isPlanted ? await runCheck() : undefined;
  writeFileSync(path, source);
  const isCaught = said !== undefined && said !== 'the test did not run';
  isGood &&= isCaught;
  lines.push(
    `${isCaught ? 'caught' : 'MISSED'}  ${name}: ${said ?? (isPlanted ? 'nothing noticed' : 'not planted')}`,
  );
}
rmSync(copy, { recursive: true, force: true });
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(isGood ? 0 : 1);
