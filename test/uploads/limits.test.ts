import { afterEach, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createLaunchedCampaign,
  createSubmission,
  DAY,
  databaseSnapshot,
  type Setup,
  setup,
  submitProof,
} from '../campaigns/fixture.ts';
import type { TestResponse } from '../support/test-app.ts';
import { createPng, FILES, upload } from './files.ts';

const MIB = 1024 * 1024;
const IN_FOLDER = { UPLOADS: 'folder' };
let ctx: Setup;
afterEach(() => ctx.close());

const outcome = ({ status, error }: TestResponse) => [status, error?.code];
const REACHED = [409, 'LIMIT_REACHED'];
const stored = () => {
  const folder = join(ctx.app.services.config.dataDir, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('a person who exceeds the daily byte limit gets a 409 that states the limit, and nothing is stored', async () => {
  ctx = await setup({ ...IN_FOLDER, UPLOAD_DAILY_BYTES_PERSON: String(3 * MIB) });
  for (let n = 0; n < 3; n += 1) expect((await upload(ctx, createPng(MIB), ctx.ada.token)).status).toBe(201);
  const before = [await databaseSnapshot(ctx), stored()];
  const refused = await upload(ctx, 'png', ctx.ada.token);
  expect(outcome(refused)).toEqual(REACHED);
  expect(refused.error.message).toBe(
    'Limit of 3 MiB of uploads in 24 hours reached. Upload this file later.',
  );
  expect(refused.error.details).toEqual([
    {
      field: 'file',
      issue: '3 of 3 MiB used in the last 24 hours',
      rule: 'maximum',
      limit: 3 * 1024 * 1024,
    },
  ]);
  expect([await databaseSnapshot(ctx), stored()]).toEqual(before);
  expect((await upload(ctx, 'png', ctx.bob.token)).status).toBe(201);
});

test('uploads older than 24 hours do not count toward the limit', async () => {
  ctx = await setup({ UPLOAD_DAILY_BYTES_PERSON: String(MIB) });
  await upload(ctx, createPng(MIB), ctx.ada.token);
  ctx.clock.advance(DAY - 1);
  expect(outcome(await upload(ctx, 'png', ctx.ada.token))).toEqual(REACHED);
  ctx.clock.advance(1);
  expect((await upload(ctx, 'png', ctx.ada.token)).status).toBe(201);
});

test('a file larger than the remaining quota is rejected, and a smaller one is accepted', async () => {
  ctx = await setup({ UPLOAD_DAILY_BYTES_PERSON: String(2 * MIB) });
  await upload(ctx, createPng(MIB), ctx.ada.token);
  expect(outcome(await upload(ctx, createPng(MIB + 1), ctx.ada.token))).toEqual(REACHED);
  expect((await upload(ctx, createPng(MIB), ctx.ada.token)).status).toBe(201);
});

test("concurrent uploads can't exceed the limit together and leave no orphan files", async () => {
  ctx = await setup({ ...IN_FOLDER, UPLOAD_DAILY_BYTES_PERSON: String(2 * MIB) });
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => upload(ctx, createPng(MIB), ctx.ada.token)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect(stored()).toHaveLength(2);
});

test("users and keys of a business share one limit, which differs from a person's", async () => {
  ctx = await setup({ UPLOAD_DAILY_BYTES_PERSON: '1', UPLOAD_DAILY_BYTES_BUSINESS: String(2 * MIB) });
  const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
  const byKey = async () => {
    const form = new FormData();
    form.append('file', new File([createPng(MIB)], 'a.png'));
    return ctx.call('POST', '/uploads', undefined, { as: { apiKey: key.key }, raw: form });
  };
  expect((await byKey()).status).toBe(201);
  expect((await upload(ctx, createPng(MIB), ctx.business.token)).status).toBe(201);
  expect(outcome(await byKey())).toEqual(REACHED);
  expect(outcome(await upload(ctx, 'png', ctx.business.token))).toEqual(REACHED);
  expect((await upload(ctx, 'png', ctx.otherBusiness.token)).status).toBe(201);
  expect(outcome(await upload(ctx, 'png', ctx.ada.token))).toEqual(REACHED);
});

test('a person may upload up to 100 files in 24 hours, whatever their size', async () => {
  ctx = await setup();
  await upload(ctx, 'png', ctx.ada.token);
  await ctx.app.services.database.transaction(async tx => {
    await tx.run(`insert into uploads (id, owner_id, media_type, size_bytes, hash, created_at)
      with recursive n(i) as (values (1) union all select i + 1 from n where i < 98)
      select 'upl_' || i, owner_id, media_type, size_bytes, hash, created_at from n, uploads where id like 'upl_0%'`);
  });
  expect((await upload(ctx, 'png', ctx.ada.token)).status).toBe(201);
  const refused = await upload(ctx, 'png', ctx.ada.token);
  expect(outcome(refused)).toEqual(REACHED);
  expect(refused.error.message).toBe('Limit of 100 uploads in 24 hours reached. Upload this file later.');
});

test('when free disk space is below the minimum, only uploads are rejected, with 503', async () => {
  let free = 700 * MIB;
  ctx = await setup({ ...IN_FOLDER, UPLOAD_MIN_FREE_SPACE: String(600 * MIB) }, { freeSpace: () => free });
  const kept = (await upload(ctx, 'png', ctx.ada.token)).data;
  free = 600 * MIB + FILES.png.length - 1;
  const refused = await upload(ctx, 'png', ctx.ada.token);
  expect(outcome(refused)).toEqual([503, 'UNAVAILABLE']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(stored()).toEqual([kept.id]);

  const { id } = await createLaunchedCampaign(ctx);
  const { id: submissionId } = await createSubmission(ctx, id, { proofUrl: kept.url });
  const review = { submissionId, action: 'approve' };
  expect((await ctx.call('POST', '/submissions/review', review, { as: ctx.business.token })).status).toBe(
    200,
  );
  expect((await ctx.call('GET', `/uploads/${kept.id}`, undefined, { as: ctx.business.token })).status).toBe(
    200,
  );
  expect((await submitProof(ctx, id, { as: ctx.bob.token })).status).toBe(201);

  free += 1;
  expect((await upload(ctx, 'png', ctx.ada.token)).status).toBe(201);
});

test('uploadMinFreeSpace 0 disables the free space check', async () => {
  ctx = await setup({ ...IN_FOLDER, UPLOAD_MIN_FREE_SPACE: '0' }, { freeSpace: () => FILES.png.length });
  expect((await upload(ctx, 'png', ctx.ada.token)).status).toBe(201);
});
