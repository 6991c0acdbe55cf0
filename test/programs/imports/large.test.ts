import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createProgram, findIntegrityProblems, type Scene, scene } from '../fixture.ts';
import { STAMP_CARD } from '../terms.ts';
import { dumpBalances, importFile, undoImport } from './fixture.ts';

/** `IMPORT_ROWS=20000 bun test test/programs/imports/large.test.ts` prints the figures of the guide's promise. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 2_000);
const CENTS = 100;

let ctx: Scene;
beforeEach(async () => {
  ctx = await scene();
});
afterEach(() => ctx.close());

/** Creates a file of members with different balances. @returns it with the sum of the cashback in cents */
function createFile(): { csv: string; cents: number } {
  const lines = ['name,email,phone,memberId,points,visits,cashback,spend,rewards'];
  let cents = 0;
  for (let n = 0; n < ROWS; n++) {
    const balance = (n * 37) % 5_000;
    const phone = `+4915112${String(n).padStart(6, '0')}`;
    cents += balance;
    lines.push(
      `Person ${n},p${n}@people.example,${phone},m${n},${n % 500},${n % 25},${(balance / CENTS).toFixed(2)},${n},${n % 3 === 0 ? 1 : 0}`,
    );
  }
  return { csv: lines.join('\n'), cents };
}

test('a large file is imported with totals equal to the cent, changes nothing the second time and is undone byte by byte', async () => {
  const { id } = await createProgram(ctx, { goals: [STAMP_CARD] });
  const { csv, cents } = createFile();
  const before = await dumpBalances(ctx);
  const startedAt = performance.now();
  const { data } = await importFile(ctx, id, csv);
  const importMs = performance.now() - startedAt;
  expect(data).toMatchObject({ status: 'completed', rows: ROWS, created: ROWS, failed: 0 });
  expect(Math.round(data.totals.cashback * CENTS)).toBe(cents);
  const [ledger] = await ctx.app.services.database.reader.all<{ opening: number; members: number }>(
    `select sum(case when id like 'program:%/cashback/opening' then balance else 0 end) as opening,
         sum(case when id like 'member:%/available' then balance else 0 end) as members from ledger_accounts`,
  );
  expect([Number(ledger?.opening), Number(ledger?.members)]).toEqual([-cents, cents]);
  expect((await importFile(ctx, id, csv)).data).toMatchObject({ unchanged: ROWS, created: 0, updated: 0 });
  const undoneAt = performance.now();
  expect((await undoImport(ctx, data.id)).data).toMatchObject({ undone: true, kept: 0 });
  if (process.env.IMPORT_ROWS)
    console.log(
      `${ROWS} rows imported in ${importMs | 0} ms, undone in ${(performance.now() - undoneAt) | 0} ms`,
    );
  expect((await dumpBalances(ctx)) === before).toBe(true);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});
