import { afterEach, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atomically, CLI } from '../../src/context.ts';
import { checkFiles, type MoveReport, moveUploads } from '../../src/uploads/move.ts';
import { erasePerson } from '../../src/uploads/service.ts';
import { DAY, runJobByName } from '../campaigns/fixture.ts';
import { type FILES, upload } from './files.ts';
import {
  FILE_STORAGES,
  listStored,
  readStored,
  type StorageName,
  type StorageSetup,
  setupStorage,
} from './storage-fixture.ts';

let ctx: StorageSetup;
afterEach(() => ctx.close());

const NOTHING = { folder: [], database: [], s3: [] };
const KINDS: (keyof typeof FILES)[] = ['png', 'gif', 'pdf'];
const PAIRS = FILE_STORAGES.flatMap(from =>
  FILE_STORAGES.filter(to => to !== from).map(to => [from, to] as const),
);

const uploadAll = async (as = ctx.ada.token): Promise<string[]> => {
  const ids: string[] = [];
  for (const kind of KINDS) ids.push((await upload(ctx, kind, as)).data.id);
  return ids.sort();
};
const move = (
  to: StorageName,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<MoveReport> => moveUploads(ctx.app.as(CLI), to, onProgress);
const check = () => checkFiles(ctx.app.as(CLI), () => {});
const storagesOfRows = async () => {
  const rows = await ctx.app.services.database.reader.all<{ storage: string }>(
    'select storage from uploads order by id',
  );
  return rows.map(({ storage }) => storage);
};
const uploadFile = (id: string) => join(ctx.app.services.config.dataDir, 'uploads', id);

async function get(id: string): Promise<number> {
  const headers = { authorization: `Bearer ${ctx.ada.token}` };
  return (await ctx.send(new Request(`http://localhost/api/v1/uploads/${id}`, { headers }))).status;
}

describe('moveUploads()', () => {
  test.each(PAIRS)('moves all uploads from %s to %s with the same bytes', async (from, to) => {
    ctx = await setupStorage(from);
    const ids = await uploadAll();
    const before = (await readStored(ctx))[from];
    const progress: [number, number][] = [];
    expect(await move(to, (done, total) => progress.push([done, total]))).toEqual({ moved: 3, problems: [] });
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect((await readStored(ctx))[to]).toEqual(before);
    expect(await listStored(ctx)).toEqual({ ...NOTHING, [to]: ids });
    expect(await storagesOfRows()).toEqual([to, to, to]);
    for (const id of ids) expect(await get(id)).toBe(200);
    expect(await move(to)).toEqual({ moved: 0, problems: [] });
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(0);
  });

  test('moves uploads away and back without losing a file', async () => {
    ctx = await setupStorage('folder');
    const ids = await uploadAll();
    for (const to of ['s3', 'folder', 'database', 's3', 'folder'] as const) await move(to);
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(0);
    expect(await listStored(ctx)).toEqual({ ...NOTHING, folder: ids });
    expect(await check()).toEqual({ checked: 3, problems: [] });
  });

  test('keeps a file that was moved back before its removal', async () => {
    ctx = await setupStorage('folder');
    const [id] = await uploadAll();
    await ctx.app.services.database.transaction(async tx => {
      await tx.run(`insert into deleted_uploads (id, storage) values ('${id}', 'folder')`);
    });
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(1);
    expect(await get(id as string)).toBe(200);
  });

  test('reports a missing and a damaged file, leaves them where they are and moves the others', async () => {
    ctx = await setupStorage('folder');
    const [missing, damaged, sound] = (await uploadAll()) as [string, string, string];
    rmSync(uploadFile(missing));
    writeFileSync(uploadFile(damaged), 'something else');
    const problems = [
      `${missing}: its file is missing from the storage folder`,
      `${damaged}: its file in the storage folder is damaged`,
    ];
    expect(await move('database')).toEqual({ moved: 1, problems });
    expect(await storagesOfRows()).toEqual(['folder', 'folder', 'database']);
    expect(await listStored(ctx)).toEqual({ ...NOTHING, folder: [damaged], database: [sound] });
    expect(await check()).toEqual({ checked: 3, problems });
  });

  test('stops while the target fails, and moves the rest when it is repeated', async () => {
    ctx = await setupStorage('folder');
    const ids = await uploadAll();
    let puts = 0;
    ctx.s3.onCall = async ({ method }) => {
      if (method === 'PUT' && ++puts === 2) ctx.s3.refuse = { status: 403, code: 'AccessDenied' };
    };
    await expect(move('s3')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await storagesOfRows()).toEqual(['s3', 'folder', 'folder']);
    for (const id of ids.slice(1)) expect(await get(id)).toBe(200);
    ctx.s3.refuse = null;
    expect(await move('s3')).toEqual({ moved: 2, problems: [] });
    expect(await listStored(ctx)).toEqual({ ...NOTHING, s3: ids });
  });

  test('does not use a target that returns other bytes than were stored', async () => {
    ctx = await setupStorage('folder');
    const ids = await uploadAll();
    const reads = (object: { bytes: Uint8Array<ArrayBuffer> }) => object.bytes.fill(0);
    ctx.s3.onCall = async ({ method, key }) => {
      const object = ctx.s3.objects.get(key);
      if (method === 'GET' && object) reads(object);
    };
    const { moved, problems } = await move('s3');
    expect([moved, problems.length]).toEqual([0, 3]);
    expect(problems[0]).toBe(`${ids[0]}: what the storage s3 returned differs from what was stored`);
    expect(await listStored(ctx)).toEqual({ ...NOTHING, folder: ids });
  });

  test('leaves no file of an upload that is deleted while it is moved', async () => {
    ctx = await setupStorage('folder');
    await uploadAll();
    ctx.s3.onCall = async ({ method }) => {
      if (method === 'PUT') await atomically(ctx.app.as(CLI), tx => erasePerson(tx, ctx.ada.userId));
    };
    const { problems } = await move('s3');
    expect(problems).toEqual([]);
    expect(await listStored(ctx)).toEqual(NOTHING);
    expect(await storagesOfRows()).toEqual([]);
  });

  test('reads and moves an upload whose row names a former storage, as after the restore of an older backup', async () => {
    ctx = await setupStorage('s3');
    const ids = await uploadAll();
    await ctx.app.services.database.transaction(async tx => {
      await tx.run("update uploads set storage = 'folder'");
    });
    ctx.clock.advance(30 * DAY);
    expect(await runJobByName(ctx, 'removeLostFiles')).toBe(0);
    for (const id of ids) expect(await get(id)).toBe(200);
    expect((await check()).problems).toHaveLength(3);
    expect(await move('s3')).toEqual({ moved: 3, problems: [] });
    expect(await listStored(ctx)).toEqual({ ...NOTHING, s3: ids });
    expect(await check()).toEqual({ checked: 3, problems: [] });
  });

  test('a request that found an upload before its move still reads it', async () => {
    ctx = await setupStorage('s3');
    const [id] = (await uploadAll()) as [string];
    ctx.s3.onCall = async ({ method }) => {
      ctx.s3.onCall = async () => {};
      if (method === 'GET') await move('database');
    };
    expect(await get(id)).toBe(200);
    expect(await storagesOfRows()).toEqual(['database', 'database', 'database']);
  });
});
