import { afterEach, beforeEach, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPlaces } from '../../cli/doctor/upload-checks.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { FILES, upload } from '../uploads/files.ts';
import { FILE_STORAGES, listStored, type StorageSetup, setupStorage } from '../uploads/storage-fixture.ts';
import { createRunner, PASSWORD } from './fixture.ts';

let ctx: StorageSetup;
/** The finding for files in a folder: other servers on a PostgreSQL database would not read them. */
const inFolder = (found: string) =>
  isOnPostgres
    ? { state: 'warning', found: `${found}; each server reads its own folder` }
    : { state: 'ok', found };

beforeEach(async () => {
  ctx = await setupStorage('folder');
  const line = 'users create --email root@shop.example --name Root --role admin --password-stdin';
  await createRunner(ctx)(line, { stdin: PASSWORD });
});
afterEach(() => ctx.close());

async function runDoctor(env: Record<string, string>) {
  const { code, json } = await createRunner(ctx)('doctor --json', {
    env: { PORT: '0', UPLOADS: 'folder', ...env },
  });
  const found = (check: string) => json.find((finding: { check: string }) => finding.check === check);
  return { code, uploads: found('uploads'), stored: found('stored uploads') };
}

test.each([...FILE_STORAGES])(
  'doctor writes, reads and deletes a file in the %s and leaves none',
  async storage => {
    const before = await listStored(ctx);
    const { code, uploads, stored } = await runDoctor({ ...ctx.s3.settings, UPLOADS: storage });
    expect(uploads).toMatchObject({ state: 'ok', found: `can be written, read and deleted in: ${storage}` });
    const none = { state: 'ok', found: 'none yet' };
    expect(stored).toMatchObject(storage === 'folder' ? inFolder('none yet') : none);
    expect(code).toBe(0);
    expect(await listStored(ctx)).toEqual(before);
  },
);

test('doctor names the error of the bucket and the permissions that the key needs', async () => {
  ctx.s3.refuse = { status: 403, code: 'AccessDenied' };
  const { code, uploads } = await runDoctor(ctx.s3.settings);
  expect(uploads).toMatchObject({
    state: 'wrong',
    found: 's3: S3 put: AccessDenied (The fake refuses)',
    fix: expect.stringContaining('put, get, delete and list objects'),
  });
  expect(code).toBe(7);
});

test('doctor reports a folder that cannot be written', async () => {
  const folder = join(ctx.app.services.config.dataDir, 'uploads');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file instead of the folder');
  const { code, uploads } = await runDoctor({});
  expect(uploads).toMatchObject({ state: 'wrong', found: expect.stringContaining('folder: ') });
  expect(code).toBe(7);
});

test('doctor counts the uploads of each storage and reports one that is no longer configured', async () => {
  await upload(ctx, 'png', ctx.ada.token);
  Object.assign(ctx.app.services.files, { current: 's3' });
  await upload(ctx, FILES.gif, ctx.ada.token);
  const { stored } = await runDoctor(ctx.s3.settings);
  expect(stored).toMatchObject(inFolder('1 file in: folder; 1 file in: s3'));
  const { code, stored: lost } = await runDoctor({});
  expect(lost).toMatchObject({ state: 'wrong', found: '1 upload cannot be read from: s3' });
  expect(code).toBe(7);
});

test('doctor warns of a folder that several servers on one database would not share', () => {
  const { files } = ctx.app.services;
  const shared = { databaseUrl: 'postgres://db.example/perkmint' };
  const twoInFolder = [{ storage: 'folder' as const, files: 2 }];
  expect(checkPlaces({ databaseUrl: '' }, files, twoInFolder).state).toBe('ok');
  expect(checkPlaces(shared, files, twoInFolder)).toMatchObject({
    state: 'warning',
    found: '2 files in: folder; each server reads its own folder',
    fix: expect.stringContaining('perkmint uploads move --to database'),
  });
  const inDatabase = [{ storage: 'database' as const, files: 2 }];
  expect(checkPlaces(shared, { ...files, current: 'database' }, inDatabase).state).toBe('ok');
  expect(checkPlaces(shared, files, inDatabase).state).toBe('warning');
});
