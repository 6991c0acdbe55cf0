import { afterEach, describe, expect, test } from 'bun:test';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import {
  createLaunchedCampaign,
  createSubmission,
  DAY,
  databaseSnapshot,
  HOUR,
  runJobByName,
} from '../campaigns/fixture.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createPng, FILES, upload } from './files.ts';
import { FILE_STORAGES, listStored, readStored, type StorageSetup, setupStorage } from './storage-fixture.ts';

let ctx: StorageSetup;
afterEach(() => ctx.close());

const MIB = 1024 * 1024;
const LOST = `upl_${'0'.repeat(26)}`;
const NOTHING = { folder: [], database: [], s3: [] };

async function get(id: string, as: string): Promise<[number, Uint8Array]> {
  const headers = { authorization: `Bearer ${as}` };
  const response = await ctx.send(new Request(`http://localhost/api/v1/uploads/${id}`, { headers }));
  return [response.status, new Uint8Array(await response.arrayBuffer())];
}

const runSql = (statement: string) =>
  ctx.app.services.database.transaction(async tx => {
    await tx.run(statement);
  });

describe.each([...FILE_STORAGES])('with uploads in the %s', storage => {
  test('an upload is stored there and nowhere else, and both sides of its submission read it', async () => {
    ctx = await setupStorage(storage);
    const bytes = createPng(2 * MIB + 7);
    const { data, status } = await upload(ctx, bytes, ctx.ada.token);
    expect(status).toBe(201);
    expect(await listStored(ctx)).toEqual({ ...NOTHING, [storage]: [data.id] });
    expect((await readStored(ctx))[storage].get(data.id)).toEqual(bytes);
    await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id, { proofUrl: data.url });
    for (const as of [ctx.ada.token, ctx.business.token])
      expect(await get(data.id, as)).toEqual([200, bytes]);
    for (const as of [ctx.bob.token, ctx.otherBusiness.token]) expect((await get(data.id, as))[0]).toBe(404);
  });

  test('an upload above the quota leaves no file, also with an Idempotency-Key', async () => {
    ctx = await setupStorage(storage, { UPLOAD_DAILY_BYTES_PERSON: String(3 * MIB) });
    const responses = await Promise.all(
      ['a', 'b', 'c'].map(key =>
        upload(ctx, createPng(2 * MIB), ctx.ada.token, { headers: { 'idempotency-key': key } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    // A removal from the database waits for the request's transaction.
    await ctx.app.services.backgroundTasks.settled();
    expect((await listStored(ctx))[storage]).toHaveLength(1);
  });

  test('a deleted upload loses its file within a minute, and an unused one after a day', async () => {
    ctx = await setupStorage(storage);
    const { data: unused } = await upload(ctx, 'png', ctx.ada.token);
    const { data: used } = await upload(ctx, 'gif', ctx.ada.token);
    await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id, { proofUrl: used.url });
    ctx.clock.advance(DAY);
    expect(await runJobByName(ctx, 'deleteUnusedUploads')).toBe(1);
    expect((await listStored(ctx))[storage]).toEqual([unused.id, used.id].sort());
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(1);
    expect((await listStored(ctx))[storage]).toEqual([used.id]);
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(0);
  });

  test('a file that cannot be deleted stays listed until it can', async () => {
    ctx = await setupStorage(storage);
    const { data } = await upload(ctx, 'png', ctx.ada.token);
    await runSql(`delete from uploads where id = '${data.id}'`);
    const files = ctx.app.services.files.get(storage);
    const { delete: remove } = files;
    Object.assign(files, { delete: () => Promise.reject(new Error('The storage failed')) });
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(0);
    Object.assign(files, { delete: remove });
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(1);
    expect(await listStored(ctx)).toEqual(NOTHING);
  });

  test('a file without a row is removed after a week, and no other', async () => {
    ctx = await setupStorage(storage);
    const files = ctx.app.services.files.get(storage);
    const age = (key: string, ms: number) => {
      if (storage !== 'folder') return;
      const seconds = (ctx.clock.now() - ms) / 1000;
      utimesSync(join(ctx.app.services.config.dataDir, 'uploads', key), seconds, seconds);
    };
    const { data } = await upload(ctx, 'png', ctx.ada.token);
    for (const key of [LOST, 'notes']) await files.put(key, FILES.png, 'image/png');
    for (const key of [LOST, 'notes', data.id]) age(key, 0);
    ctx.clock.advance(7 * DAY);
    const young = LOST.replace('0', '1');
    await files.put(young, FILES.png, 'image/png');
    age(young, 0);
    expect(await runJobByName(ctx, 'removeLostFiles')).toBe(0);
    ctx.clock.advance(HOUR);
    expect(await runJobByName(ctx, 'removeLostFiles')).toBe(1);
    expect((await listStored(ctx))[storage]).toEqual([young, 'notes', data.id].sort());
  });

  test('a missing file is a 404, like a deleted upload', async () => {
    ctx = await setupStorage(storage);
    const { data } = await upload(ctx, 'png', ctx.ada.token);
    await ctx.app.services.files.get(storage).delete(data.id);
    expect((await get(data.id, ctx.ada.token))[0]).toBe(404);
  });

  test('an upload is read from its own storage after UPLOADS was changed', async () => {
    ctx = await setupStorage(storage);
    const { data } = await upload(ctx, createPng(MIB + 1), ctx.ada.token);
    for (const other of FILE_STORAGES) {
      Object.assign(ctx.app.services.files, { current: other });
      expect(await get(data.id, ctx.ada.token)).toEqual([200, createPng(MIB + 1)]);
    }
  });
});

describe('while the storage fails', () => {
  const refused = async () => {
    const before = await databaseSnapshot(ctx);
    const response = await upload(ctx, createPng(MIB + 1), ctx.ada.token);
    expect([response.status, response.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await databaseSnapshot(ctx)).toEqual(before);
    expect(await listStored(ctx)).toEqual(NOTHING);
    return response.error.message;
  };

  test('an upload to S3 returns 503 and stores nothing, and a stored one cannot be read', async () => {
    ctx = await setupStorage('s3');
    ctx.s3.refuse = { status: 403, code: 'AccessDenied' };
    expect(await refused()).toBe('File storage is unavailable; try again later');
    ctx.s3.refuse = null;
    const { data } = await upload(ctx, 'png', ctx.ada.token);
    ctx.s3.refuse = { status: 403, code: 'AccessDenied' };
    expect((await get(data.id, ctx.ada.token))[0]).toBe(503);
  });

  // Only SQLite's size can be limited.
  test.skipIf(isOnPostgres)('an upload to a full database returns 503 and stores nothing', async () => {
    ctx = await setupStorage('database');
    const [pages] = await ctx.app.services.database.reader.all<{ page_count: number }>('pragma page_count');
    const isFull = `pragma max_page_count = ${(pages?.page_count ?? 0) + 10}`;
    await ctx.app.services.database.transaction(async tx => {
      await tx.all(isFull);
    });
    expect(await refused()).toBe('The change could not be saved');
  });

  test('an upload in a storage that is not configured any more returns 503 with its name', async () => {
    ctx = await setupStorage('folder', { S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' });
    const { data } = await upload(ctx, 'png', ctx.ada.token);
    await runSql("update uploads set storage = 's3'");
    const headers = { authorization: `Bearer ${ctx.ada.token}` };
    const response = await ctx.send(new Request(`http://localhost/api/v1/uploads/${data.id}`, { headers }));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('The file is in the storage s3, which is not configured');
  });
});
