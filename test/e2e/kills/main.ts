/**
 * `bun run check:kills [restores|renewals]… [--every 1]`: kills `perkmint db restore`, and a server that renews its certificate,
 * right before each call that changes a file or sends something; `--every 5` takes each fifth. Then the server must start with
 * the former files or with all new ones, and the same must succeed when it is repeated. Exits with 1 otherwise. Needs strace,
 * and for the renewals pebble.
 */
import { parseArgs } from 'node:util';
import type { Killed } from './kill-points.ts';
import { killRenewals } from './renewals.ts';
import { killRestores } from './restores.ts';

const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const PARTS: Record<string, (every: number) => Promise<Record<string, Killed>>> = {
  restores: killRestores,
  renewals: killRenewals,
};
const SHOWN_PROBLEMS = 5;

let failed = 0;
for (const [name, kill] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const [what, { missed, before, after, problems }] of Object.entries(
    await kill(Number(values.every)),
  )) {
    console.log(
      `${what}: ${before} kills without effect, ${after} after it took effect, ${missed} that did not happen, ${problems.length} problems`,
    );
    for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`  ${problem}`);
    failed += problems.length;
    if (before === 0 || after === 0) failed += 1;
  }
}
process.exit(failed === 0 ? 0 : 1);
