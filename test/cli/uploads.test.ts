import { afterEach, beforeEach, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, upload } from '../uploads/files.ts';
import { listStored, type StorageSetup, setupStorage } from '../uploads/storage-fixture.ts';
import { createRunner, type RunOptions } from './fixture.ts';

let ctx: StorageSetup;
let id: string;
let run: (line: string, options?: RunOptions) => ReturnType<ReturnType<typeof createRunner>>;

beforeEach(async () => {
  ctx = await setupStorage('folder');
  id = (await upload(ctx, 'png', ctx.ada.token)).data.id;
  run = (line, options) =>
    createRunner(ctx)(line, { env: { ...ctx.s3.settings, UPLOADS: 'folder' }, ...options });
});
afterEach(() => ctx.close());

test('uploads move stores every upload elsewhere and names the setting for new ones', async () => {
  const { code, err, json } = await run('uploads move --to s3 --json');
  expect([code, json]).toEqual([0, { moved: 1, to: 's3', problems: [] }]);
  expect(err).toContain('New uploads are still stored in: folder. Set UPLOADS=s3');
  expect(await listStored(ctx)).toEqual({ folder: [], database: [], s3: [id] });
  const again = await run('uploads move --to database', { env: { ...ctx.s3.settings, UPLOADS: 'database' } });
  expect([again.out, again.err]).toEqual(['1 upload moved to: database\n', '']);
});

test('uploads move rejects an unknown storage and a bucket without settings', async () => {
  expect((await run('uploads move --to tape')).code).toBe(2);
  expect((await run('uploads move')).code).toBe(2);
  const { code, err } = await run('uploads move --to s3', { env: {} });
  expect(code).toBe(2);
  expect(err).toContain('--to s3 requires S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
});

test('uploads check and uploads move exit with 7 and name a missing file', async () => {
  expect((await run('uploads check')).out).toContain('1 file checked');
  rmSync(join(ctx.app.services.config.dataDir, 'uploads', id));
  for (const line of ['uploads check', 'uploads move --to database']) {
    const { code, err } = await run(line);
    expect(code).toBe(7);
    expect(err).toContain(`${id}: its file is missing from the storage folder`);
  }
});

test('uploads stats shows the files of each storage', async () => {
  const { json } = await run('uploads stats --json');
  expect(json).toEqual([{ storage: 'folder', files: 1, bytes: FILES.png.length }]);
});

test('moving uploads is recorded in the audit log', async () => {
  await run('uploads move --to database');
  const { json } = await run('audit --json');
  expect(json.items[0]).toMatchObject({ operation: 'uploads move', actor: { id: 'cli' } });
});
