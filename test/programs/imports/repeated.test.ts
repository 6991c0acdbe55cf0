import { afterEach, beforeEach, expect, test } from 'bun:test';
import { expectFailure } from '../../http/fixture.ts';
import { createProgram, type Scene, scene } from '../fixture.ts';
import { importFile, undoImport } from './fixture.ts';

let ctx: Scene;
let program: string;
beforeEach(async () => {
  ctx = await scene();
  program = (await createProgram(ctx)).id;
});
afterEach(() => ctx.close());

const headers = { 'idempotency-key': 'import-1' };
const CSV = 'memberId,visits\ntill-1,3\n';
const listImports = async () =>
  (await ctx.call('GET', '/imports', undefined, { as: ctx.business.token })).data.items;

test('an import that is sent again with its key is the same import, and so is its undo', async () => {
  const first = await importFile(ctx, program, CSV, { headers });
  const again = await importFile(ctx, program, CSV, { headers });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await listImports()).toHaveLength(1);
  const undo = { headers: { 'idempotency-key': 'undo-1' } };
  const undone = await undoImport(ctx, first.data.id, {}, undo);
  expect(undone.data).toMatchObject({ id: first.data.id, undone: true });
  expect((await undoImport(ctx, first.data.id, {}, undo)).body).toEqual(undone.body);
  expectFailure(await undoImport(ctx, first.data.id), 409, 'INVALID_TRANSITION');
});

test('another file under the same key is rejected', async () => {
  await importFile(ctx, program, CSV, { headers });
  const other = await importFile(ctx, program, `${CSV}till-2,1\n`, { headers });
  expectFailure(other, 409, 'IDEMPOTENCY_CONFLICT');
  expect(await listImports()).toHaveLength(1);
});

test('the same import with the same key at the same time is rejected while the first runs', async () => {
  const both = await Promise.all([1, 2].map(() => importFile(ctx, program, CSV, { headers })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await listImports()).toHaveLength(1);
});

test('a rejected file is not kept under its key', async () => {
  expect((await importFile(ctx, program, 'unknown\n1\n', { headers })).status).toBe(400);
  expect((await importFile(ctx, program, CSV, { headers })).status).toBe(201);
});
