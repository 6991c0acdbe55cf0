/**
 * `bun test/property/mutants.ts`: plants one bug after another in a copy of the source and runs the property
 * test over it. Each must be caught; one that is not, or that cannot be planted any more, makes exit code 1.
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
    name: 'maxPerMember is not looked at',
    file: 'src/programs/rules.ts',
    from: 'return limit == null ? cents :',
    to: 'return limit != null ? cents :',
  },
  {
    name: 'maxPerTransaction is not looked at',
    file: 'src/programs/rules.ts',
    from: 'return limitDollars == null ? cents :',
    to: 'return limitDollars != null ? cents :',
  },
  {
    name: 'the multiplier is forgotten',
    file: 'src/programs/rules.ts',
    from: '* hundredths(multiplier))',
    to: '* hundredths(1))',
  },
  {
    name: 'a reversed step keeps its goals',
    file: 'src/programs/service/steps.ts',
    from: 'store.deleteGoal(tx.db, member.id, goalId);',
    to: '',
  },
  {
    name: 'a reversed step leaves its points in the ledger',
    file: 'src/programs/service/steps.ts',
    from: 'if (step.transferId !== null) ledger.reverse(',
    to: 'if (step.transferId === undefined) ledger.reverse(',
  },
  {
    name: 'the newest cashback is spent first',
    file: 'src/programs/cashback-store.ts',
    from: 'asc(cashbacks.createdAt), asc(cashbacks.id)',
    to: 'desc(cashbacks.createdAt), desc(cashbacks.id)',
  },
  {
    name: 'what is voided stays counted as granted',
    file: 'src/programs/service/holdings.ts',
    from: '{ pendingCents: amount, grantedCents: amount }',
    to: '{ pendingCents: amount }',
  },
  {
    name: 'cashback is never held',
    file: 'src/programs/service/cashback.ts',
    from: 'const isHeld = dates.availableAt > now;',
    to: 'const isHeld = dates.availableAt < now;',
  },
  {
    name: 'what expires stays with the member in the ledger',
    file: 'src/programs/service/holdings.ts',
    from: "from: 'available', to: 'issued', amount",
    to: "from: 'redeemed', to: 'issued', amount",
  },
  {
    name: 'a spent part can be reversed',
    file: 'src/programs/rules.ts',
    from: 'if (row.remainingCents < row.amountCents)',
    to: 'if (row.remainingCents > row.amountCents)',
  },
  {
    name: 'what is redeemed stays in the sum of what is available',
    file: 'src/programs/service/redeem.ts',
    from: '{ availableCents: -cents, redeemedCents: cents }',
    to: '{ redeemedCents: cents }',
  },
  {
    name: 'a reversal moves the units a second time',
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

/** What the property test says of the copy; undefined when it finds nothing. */
async function verdict(): Promise<string | undefined> {
  const child = Bun.spawn([process.execPath, 'test/property/money.ts', ...RUN], {
    cwd: copy,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, code] = [await new Response(child.stdout).text(), await child.exited];
  if (code === 0) return undefined;
  return /enough: (.*)/.exec(out)?.[1] ?? /FAILED.*/.exec(out)?.[0] ?? 'it does not run at all';
}

const lines: string[] = [];
let isGood = (await verdict()) === undefined;
lines.push(isGood ? 'without a planted bug: agrees' : 'FAILS WITHOUT A PLANTED BUG');
for (const { name, file, from, to } of MUTANTS) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const isPlanted = source.split(from).length === 2;
  if (isPlanted)
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
  const said = isPlanted ? await verdict() : undefined;
  writeFileSync(path, source);
  const isCaught = said !== undefined && said !== 'it does not run at all';
  isGood &&= isCaught;
  lines.push(
    `${isCaught ? 'caught' : 'MISSED'}  ${name}: ${said ?? (isPlanted ? 'nothing noticed' : 'not planted')}`,
  );
}
rmSync(copy, { recursive: true, force: true });
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(isGood ? 0 : 1);
