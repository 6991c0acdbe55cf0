import { afterEach, describe, expect, test } from 'bun:test';
import { SCHEDULER } from '../../src/context.ts';
import { sha256 } from '../../src/platform/crypto.ts';
import { MAX_IMAGE_PIXELS } from '../../src/platform/icon-image.ts';
import { checkFiles, moveUploads } from '../../src/uploads/move.ts';
import {
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  runJobByName,
} from '../campaigns/fixture.ts';
import { exif, join, jpegWith, SECRET, segment, text } from '../platform/image-metadata/pictures.ts';
import { createPng, createSquare, upload } from './files.ts';
import { FILE_STORAGES, listStored, readStored, type StorageSetup, setupStorage } from './storage-fixture.ts';

let ctx: StorageSetup;
afterEach(() => ctx.close());

const MIB = 1024 * 1024;
const PHOTO = jpegWith(segment(0xe1, exif(6)), segment(0xfe, text(SECRET)));
const NOTHING = { folder: [], database: [], s3: [] };

async function get(path: string, as?: string): Promise<Buffer> {
  const headers = as ? { authorization: `Bearer ${as}` } : undefined;
  const response = await ctx.send(new Request(`http://localhost${path}`, { headers }));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const setLogo = (logoUploadId: string) =>
  ctx.call('PUT', '/business', { logoUploadId }, { as: ctx.business.token });

test('a photo is stored and served without its metadata, as a public logo and as proof', async () => {
  ctx = await setupStorage('folder');
  const { data: logo } = await upload(ctx, PHOTO, ctx.business.token);
  const { data: proof } = await upload(ctx, PHOTO, ctx.ada.token);
  await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id, { proofUrl: proof.url });
  const { data: shop } = await setLogo(logo.id);
  const stored = [...(await readStored(ctx)).folder.values()];
  const served = [
    await get(`/api/v1/shops/${shop.slug}/logo`),
    await get(`/api/v1/uploads/${proof.id}`, ctx.business.token),
  ];
  const turned = Buffer.from(
    jpegWith(segment(0xe1, text('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0'))),
  );
  for (const file of [...stored, ...served]) expect(Buffer.from(file)).toEqual(turned);
});

test('the beginning of a photo is rejected with the name of the field, and nothing is stored', async () => {
  ctx = await setupStorage('folder');
  const before = await databaseSnapshot(ctx);
  const { status, error } = await upload(ctx, PHOTO.slice(0, 300), ctx.ada.token);
  expect([status, error.code, error.message]).toEqual([
    400,
    'VALIDATION_ERROR',
    'file must be complete: it is damaged or ends before its content',
  ]);
  expect(error.details).toMatchObject([{ field: 'file', rule: 'format' }]);
  expect(await databaseSnapshot(ctx)).toEqual(before);
  expect(await listStored(ctx)).toEqual(NOTHING);
});

test('the same photo with other metadata counts as the same proof', async () => {
  ctx = await setupStorage('folder');
  const campaign = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
  const flags = [];
  for (const file of [PHOTO, jpegWith(segment(0xe1, exif(6)))]) {
    const { data } = await upload(ctx, file, ctx.ada.token);
    const { id } = await createSubmission(ctx, campaign.id, { proofUrl: data.url });
    const found = await ctx.call('GET', `/submissions/${id}`, undefined, { as: ctx.business.token });
    flags.push(JSON.stringify(found.data).includes('duplicateImage'));
  }
  expect(flags).toEqual([false, true]);
});

test('a logo of too many pixels is rejected with the name of the field', async () => {
  ctx = await setupStorage('folder');
  const { data } = await upload(ctx, createSquare(5_001), ctx.business.token);
  const { status, error } = await setLogo(data.id);
  expect([status, error.details]).toEqual([
    400,
    [
      {
        field: 'logoUploadId',
        issue: 'must refer to an image of at most 25 megapixels',
        rule: 'maximum',
        limit: MAX_IMAGE_PIXELS,
      },
    ],
  ]);
});

const change = (statement: string) =>
  ctx.app.services.database.transaction(async tx => {
    await tx.run(statement);
  });

/** Stores a file as earlier versions did. @returns the ID of its upload */
async function storeUnchanged(file: Uint8Array, mediaType: string): Promise<string> {
  const { data } = await upload(ctx, mediaType === 'image/png' ? 'png' : 'jpeg', ctx.ada.token);
  await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id, { proofUrl: data.url });
  await ctx.app.services.files.get(ctx.app.services.files.current).put(data.id, file, mediaType);
  const hash = sha256(file);
  await change(
    `update uploads set hash = '${hash}', size_bytes = ${file.length}, pixels = null where id = '${data.id}'`,
  );
  await change(`update submissions set image_hash = '${hash}' where upload_id = '${data.id}'`);
  return data.id;
}

const check = async () => (await checkFiles(ctx.app.as(SCHEDULER), () => {})).problems;

describe.each([...FILE_STORAGES])('a file that an earlier version stored in the %s', storage => {
  test('is served without metadata and loses it once, and its hash and size follow', async () => {
    ctx = await setupStorage(storage);
    const large = createPng(3 * MIB);
    const id = await storeUnchanged(join(large, text(SECRET)), 'image/png');
    const served = await get(`/api/v1/uploads/${id}`, ctx.business.token);
    expect(served.equals(large)).toBe(true);
    expect(await runJobByName(ctx, 'removeStoredMetadata')).toBe(1);
    expect((await readStored(ctx))[storage]).toEqual(new Map([[id, large]]));
    const rows =
      'select u.hash, u.size_bytes as size, u.pixels, s.image_hash as proof from uploads u join submissions s on s.upload_id = u.id';
    const hash = sha256(large);
    expect(await ctx.app.services.database.reader.all(rows)).toEqual([
      { hash, size: large.length, pixels: 1, proof: hash },
    ]);
    expect([await runJobByName(ctx, 'removeStoredMetadata'), await check()]).toEqual([0, []]);
  });

  test('is changed by the next run when the storage fails', async () => {
    ctx = await setupStorage(storage);
    await storeUnchanged(PHOTO, 'image/jpeg');
    const files = ctx.app.services.files.get(storage);
    const { put } = files;
    Object.assign(files, { put: () => Promise.reject(new Error('The storage failed')) });
    expect(await runJobByName(ctx, 'removeStoredMetadata')).toBe(0);
    Object.assign(files, { put });
    expect(await runJobByName(ctx, 'removeStoredMetadata')).toBe(1);
    expect(await check()).toEqual([]);
  });

  test('loses its metadata and is still reported when it is damaged', async () => {
    ctx = await setupStorage(storage);
    const id = await storeUnchanged(PHOTO, 'image/jpeg');
    await ctx.app.services.files.get(storage).put(id, PHOTO.slice(0, -2), 'image/jpeg');
    expect(await runJobByName(ctx, 'removeStoredMetadata')).toBe(1);
    expect(Buffer.from((await readStored(ctx))[storage].get(id) ?? []).includes(SECRET)).toBe(false);
    expect(await check()).toEqual([`${id}: its file in the storage ${storage} is damaged`]);
  });
});

test('an upload that lost its metadata during a move stays where it is', async () => {
  ctx = await setupStorage('folder');
  const id = await storeUnchanged(PHOTO, 'image/jpeg');
  const target = ctx.app.services.files.get('database');
  const { put } = target;
  const interrupt = async (...file: Parameters<typeof put>) => {
    Object.assign(target, { put });
    await runJobByName(ctx, 'removeStoredMetadata');
    await put(...file);
  };
  Object.assign(target, { put: interrupt });
  await moveUploads(ctx.app.as(SCHEDULER), 'database', () => {});
  expect(await listStored(ctx)).toEqual({ ...NOTHING, folder: [id] });
  expect(await check()).toEqual([]);
});
