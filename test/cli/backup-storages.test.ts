import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp } from '../support/test-app.ts';
import { FILES, upload } from '../uploads/files.ts';
import { listStored, type StorageName, type StorageSetup, setupStorage } from '../uploads/storage-fixture.ts';
import { createRunner, perkmint } from './fixture.ts';

let ctx: StorageSetup;
let elsewhere: string;
let id: string;

beforeEach(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'perkmint-elsewhere-'));
});
afterEach(async () => {
  await ctx.close();
  rmSync(elsewhere, { recursive: true });
});

async function create(storage: StorageName): Promise<void> {
  ctx = await setupStorage(storage);
  id = (await upload(ctx, 'png', ctx.ada.token)).data.id;
}

/** Reads the upload from a restored installation. */
async function readRestored(settings: Record<string, string> = {}): Promise<Uint8Array> {
  const restored = await createTestApp(settings, {}, elsewhere);
  const stream = await restored.app.services.files
    .get((settings.UPLOADS ?? 'database') as StorageName)
    .get(id);
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  await restored.close();
  return bytes;
}

// PostgreSQL is backed up with its own tools.
describe.skipIf(isOnPostgres)('a backup', () => {
  test.each(['db backup', 'db backup --full'])('%s contains the uploads of the database', async line => {
    await create('database');
    const { out, err } = await createRunner(ctx)(line);
    expect(err).toBe('');
    const { json } = await perkmint(elsewhere, ['db', 'restore', out.trim(), '--yes', '--json']);
    expect(json.rows).toMatchObject({ uploads: 1, file_parts: 1 });
    expect(await readRestored()).toEqual(FILES.png);
    expect((await perkmint(elsewhere, ['uploads', 'check'])).code).toBe(0);
  });

  test('a full backup and its restore name the uploads in a bucket, which they do not contain', async () => {
    await create('s3');
    const { out, err } = await createRunner(ctx)('db backup --full');
    expect(err).toBe('Not included: 1 upload in the S3 bucket, which you back up yourself\n');
    const restored = await perkmint(elsewhere, ['db', 'restore', out.trim(), '--yes']);
    expect(restored.err).toContain('Not restored: 1 upload in the S3 bucket');
    expect(readdirSync(join(elsewhere, 'uploads'))).toEqual([]);
    expect(await readRestored(ctx.s3.settings)).toEqual(FILES.png);
    expect(await listStored(ctx)).toMatchObject({ s3: [id] });
  });
});
