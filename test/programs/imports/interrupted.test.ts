import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createProgram, findIntegrityProblems, MINUTE, type Scene, scene } from '../fixture.ts';
import { dumpBalances, importFile, undoImport } from './fixture.ts';

let ctx: Scene;
let program: string;
beforeEach(async () => {
  ctx = await scene();
  program = (await createProgram(ctx)).id;
});
afterEach(() => ctx.close());

const CSV = 'memberId,points,cashback\na,10,1.50\nb,20,\n';
const runSql = (statement: string) =>
  ctx.app.services.database.transaction(async tx => {
    await tx.run(statement);
  });
const getImport = async (id: string) =>
  (await ctx.call('GET', `/imports/${id}`, undefined, { as: ctx.business.token })).data;

test('an import without progress for two minutes counts as failed, and the same file completes it', async () => {
  const before = await dumpBalances(ctx);
  const { data } = await importFile(ctx, program, CSV);
  await runSql("update imports set status = 'running', completed_at = null");
  expect(await getImport(data.id)).toMatchObject({ status: 'running', progress: 99 });
  expect((await undoImport(ctx, data.id)).body.error.code).toBe('INVALID_TRANSITION');
  ctx.clock.advance(3 * MINUTE);
  expect(await getImport(data.id)).toMatchObject({ status: 'failed' });
  expect((await importFile(ctx, program, CSV)).data).toMatchObject({ status: 'completed', unchanged: 2 });
  expect((await undoImport(ctx, data.id)).data).toMatchObject({ undone: true, kept: 0 });
  expect(await dumpBalances(ctx)).toBe(before);
});

test('an undo that was interrupted is completed by another one', async () => {
  const before = await dumpBalances(ctx);
  const { data } = await importFile(ctx, program, CSV);
  await undoImport(ctx, data.id);
  await runSql("update imports set status = 'undoing', undone_at = null");
  ctx.clock.advance(3 * MINUTE);
  expect((await undoImport(ctx, data.id)).data).toMatchObject({ status: 'undone', undone: true });
  expect(await dumpBalances(ctx)).toBe(before);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('members beyond the limit of the plan are rejected, and the others are imported', async () => {
  await ctx.close();
  ctx = await scene({ BILLING_DEFAULT_PLAN: 'starter' });
  program = (await createProgram(ctx)).id;
  const { data: billing } = await ctx.call(
    'POST',
    '/billing',
    { action: 'status' },
    { as: ctx.business.token },
  );
  const { limit } = billing.usage.members;
  const rows = Array.from({ length: limit + 2 }, (_, n) => `m${n}`);
  const { data } = await importFile(ctx, program, ['memberId', ...rows].join('\n'));
  expect(data).toMatchObject({ created: limit, failed: 2 });
  expect(data.errors[0]).toMatchObject({
    line: limit + 2,
    issue: "exceeds the members of the business's plan",
  });
});
