import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let program: string;
let token: string;
let folder: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  ({ token } = await createBusiness(ctx));
  program = (await ctx.call('POST', '/programs', { name: 'Regulars' }, { as: token })).data.id;
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterEach(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true });
});

function write(text: string): string {
  const path = join(folder, 'members.csv');
  writeFileSync(path, text);
  return path;
}

test('members are checked, imported, and removed by an undo', async () => {
  const path = write('No.,Balance,points\na,4.50,10\nb,x,1\n');
  const options = `--program ${program} --map No.=memberId --map Balance=cashback`;
  const checked = await cli(`members import ${path} ${options} --dry-run`);
  expect(checked.out).toMatch(/LINE +COLUMN +ISSUE\n3 +Balance +must be an amount/);
  expect(checked.out).toContain('2 rows checked: 1 created, 0 updated, 0 unchanged, 1 rejected; 10 points');
  const { json } = await cli(`members import ${path} ${options} --json`);
  expect(json).toMatchObject({ created: 1, failed: 1, totals: { points: 10, cashback: 4.5 } });
  expect((await cli(`members list ${program} --json`)).json.items).toHaveLength(1);
  expect((await cli(`members undo-import ${json.id}`)).code).toBe(2);
  expect((await cli(`members undo-import ${json.id} --yes`)).out).toBe('The import was undone\n');
  expect((await cli(`members list ${program} --json`)).json.items).toEqual([]);
  expect((await cli(`members undo-import ${json.id} --yes`)).code).toBe(5);
});

test('an invalid mapping or file is a usage error', async () => {
  const path = write('memberId\na\n');
  expect((await cli(`members import ${path} --program ${program} --map memberId`)).code).toBe(2);
  expect((await cli(`members import ${path}.none --program ${program}`)).code).toBe(2);
  expect((await cli(`members import ${path} --program prg_none`)).code).toBe(4);
});
