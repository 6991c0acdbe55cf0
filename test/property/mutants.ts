/**
 * `bun test/property/mutants.ts`: plants one bug at a time in a copy of the source and runs the property test on it.
 * Exits with code 1 if a bug is not caught or its pattern no longer occurs in the source.
 */
import { type Mutation, SourceCopy } from '../support/source-copy.ts';

interface Mutant extends Mutation {
  name: string;
}

const MUTANTS: Mutant[] = [
  {
    name: 'a percentage is rounded up',
    file: 'src/platform/money.ts',
    find: 'Number((BigInt(amountCents) * BigInt(basisPoints)) / BigInt(BASIS_POINTS_PER_WHOLE))',
    replace: 'Math.ceil((amountCents * basisPoints) / BASIS_POINTS_PER_WHOLE)',
  },
  {
    name: 'maxPerMember is ignored',
    file: 'src/programs/cashback/rules.ts',
    find: "Math.max(0, Math.min(cents, toCents(limit, currency, 'limit') - grantedCents))",
    replace: 'cents',
  },
  {
    name: 'maxPerTransaction is ignored',
    file: 'src/programs/cashback/rules.ts',
    find: "Math.min(cents, toCents(limit, currency, 'limit'));",
    replace: 'cents;',
  },
  {
    name: 'the tier multiplier is ignored',
    file: 'src/programs/members/rules.ts',
    find: '* hundredths(multiplier))',
    replace: '* hundredths(1))',
  },
  {
    name: 'a reverted activity keeps its goals',
    file: 'src/programs/members/service/goals.ts',
    find: 'else await store.deleteGoal(tx.db, state.memberId, state.goalId);',
    replace: '',
  },
  {
    name: 'a reverted activity leaves its points in the ledger',
    file: 'src/programs/members/service/activities.ts',
    find: 'if (activity.transferId !== null && activity.points !== 0)',
    replace: 'if (activity.transferId !== null && activity.points === 0)',
  },
  {
    name: 'the newest cashback is spent first',
    file: 'src/programs/cashback/store.ts',
    find: 'asc(cashbacks.createdAt), asc(cashbacks.id)',
    replace: 'desc(cashbacks.createdAt), desc(cashbacks.id)',
  },
  {
    name: 'voided cashback still counts as granted',
    file: 'src/programs/cashback/service/balances.ts',
    find: '{ pendingCents: amount, grantedCents: amount }',
    replace: '{ pendingCents: amount }',
  },
  {
    name: 'cashback is never held',
    file: 'src/programs/cashback/service/cashback.ts',
    find: 'const isHeld = dates.availableAt > now;',
    replace: 'const isHeld = dates.availableAt < now;',
  },
  {
    name: 'expired cashback leaves the wrong ledger account',
    file: 'src/programs/cashback/service/balances.ts',
    find: "from: 'available',\n    to: 'issued'",
    replace: "from: 'redeemed',\n    to: 'issued'",
  },
  {
    name: 'partly redeemed cashback can be reversed',
    file: 'src/programs/cashback/rules.ts',
    find: 'if (row.remainingCents < row.amountCents - row.refundedCents)',
    replace: 'if (row.remainingCents > row.amountCents)',
  },
  {
    name: 'redeemed cashback still counts as available',
    file: 'src/programs/cashback/service/redeem.ts',
    find: '{ availableCents: -cents, redeemedCents: cents }',
    replace: '{ redeemedCents: cents }',
  },
  {
    name: 'a reversal repeats the transfer instead of inverting it',
    file: 'src/ledger/rules.ts',
    find: '({ accountId, unit, amount: -amount })',
    replace: '({ accountId, unit, amount })',
  },
  {
    name: 'a suspended member earns',
    file: 'src/programs/service/read.ts',
    find: "if (status !== 'active') throw new AppError('MEMBER_SUSPENDED'",
    replace: "if (status === 'left') throw new AppError('MEMBER_SUSPENDED'",
  },
];

const RUN = ['--seeds', '4', '--commands', '1500'];

const copy = new SourceCopy();

/** Runs the property test on the copy. @returns its finding; undefined if it passes */
async function runCheck(): Promise<string | undefined> {
  const { exitCode, output } = await copy.run('test/property/money.ts', ...RUN);
  if (exitCode === 0) return undefined;
  return /enough: (.*)/.exec(output)?.[1] ?? /FAILED.*/.exec(output)?.[0] ?? 'the test did not run';
}

const lines: string[] = [];
let isGood = (await runCheck()) === undefined;
lines.push(isGood ? 'passes without a planted bug' : 'FAILS WITHOUT A PLANTED BUG');
for (const { name, ...mutation } of MUTANTS) {
  const tried = await copy.with(mutation, async () => ({ said: await runCheck() }));
  const said = tried?.said;
  const isCaught = said !== undefined && said !== 'the test did not run';
  isGood &&= isCaught;
  lines.push(
    `${isCaught ? 'caught' : 'MISSED'}  ${name}: ${said ?? (tried ? 'nothing noticed' : 'not planted')}`,
  );
}
copy.remove();
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(isGood ? 0 : 1);
