import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atomically, CLI } from '../../src/context.ts';
import { erasePerson } from '../../src/uploads/service.ts';
import {
  createLaunchedCampaign,
  createSubmission,
  DAY,
  HOUR,
  runJobByName,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { type FILES, upload } from './files.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup({ UPLOADS: 'folder' });
});
afterEach(() => ctx.close());

const folder = () => join(ctx.app.services.config.dataDir, 'uploads');
const files = () => readdirSync(folder()).sort();
const rows = async () =>
  (await ctx.app.services.database.reader.all<{ id: string }>('select id from uploads order by id')).map(
    ({ id }) => id,
  );
const uploadOf = async (as: string, file: keyof typeof FILES = 'png') => (await upload(ctx, file, as)).data;
const change = (statement: string) =>
  ctx.app.services.database.transaction(async tx => {
    await tx.run(statement);
  });

/** Runs the cleanup jobs, as the scheduler does within an hour. */
async function cleanUp(): Promise<void> {
  await runJobByName(ctx, 'deleteUnusedUploads');
  await runJobByName(ctx, 'removeDeletedFiles');
}

describe('deleteUnused()', () => {
  test('deletes the row and file of an unreferenced upload after a day and keeps uploads that are proof', async () => {
    const { id: unused } = await uploadOf(ctx.ada.token);
    const { id: used, url } = await uploadOf(ctx.ada.token, 'gif');
    await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id, { proofUrl: url });
    ctx.clock.advance(DAY - 1);
    await cleanUp();
    expect([await rows(), files()]).toEqual([[unused, used].sort(), [unused, used].sort()]);
    ctx.clock.advance(1);
    await cleanUp();
    expect([await rows(), files()]).toEqual([[used], [used]]);
    const gone = await ctx.call('GET', `/uploads/${unused}`, undefined, { as: ctx.ada.token });
    const absent = await ctx.call('GET', '/uploads/upl_0', undefined, { as: ctx.ada.token });
    expect([gone.status, gone.body]).toEqual([404, absent.body]);
  });

  test('deletes an upload within an hour after its submission was deleted or no longer references it', async () => {
    const { id: one, url } = await uploadOf(ctx.ada.token);
    const { id: two, url: other } = await uploadOf(ctx.ada.token, 'gif');
    for (const proofUrl of [url, other])
      await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id, {
        proofUrl,
        proofType: 'screenshot',
      });
    // An upload attached to two submissions is kept while one remains.
    await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id, {
      proofUrl: other,
      proofType: 'screenshot',
    });
    ctx.clock.advance(2 * DAY);
    await cleanUp();
    expect(await rows()).toEqual([one, two].sort());
    await change(`delete from submissions where upload_id = '${one}'`);
    await change(`update submissions set upload_id = null where id = (select min(id) from submissions)`);
    await cleanUp();
    expect([await rows(), files()]).toEqual([[two], [two]]);
    await change('update submissions set upload_id = null');
    await cleanUp();
    expect([await rows(), files()]).toEqual([[], []]);
  });

  test('finds unreferenced uploads by index and deletes them in batches', async () => {
    await uploadOf(ctx.ada.token);
    await change(`insert into uploads (id, owner_id, media_type, size_bytes, hash, created_at)
      with recursive n(i) as (values (1) union all select i + 1 from n where i < 1200)
      select 'upl_' || i, owner_id, media_type, size_bytes, hash, created_at from n, uploads`);
    ctx.clock.advance(DAY);
    expect(await runJobByName(ctx, 'deleteUnusedUploads')).toBe(1_201);
    expect(await runJobByName(ctx, 'removeDeletedFiles')).toBe(1_201);
    expect([await rows(), files()]).toEqual([[], []]);
  });
});

describe('removeOrphans()', () => {
  const place = (name: string, ageMs: number) => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), name), 'x');
    const seconds = (ctx.clock.now() - ageMs) / 1000;
    utimesSync(join(folder(), name), seconds, seconds);
  };
  const LOST = `upl_${'0'.repeat(26)}`;

  test('removes only files without a row, after a week', async () => {
    const { id } = await uploadOf(ctx.ada.token);
    place(id, 30 * DAY);
    place(LOST, 7 * DAY + HOUR);
    place(`${LOST}.new`, 7 * DAY + HOUR);
    const young = LOST.replace('0', '1');
    place(young, 7 * DAY - HOUR);
    place('notes.txt', 30 * DAY);
    expect(await runJobByName(ctx, 'removeLostFiles')).toBe(2);
    expect(files()).toEqual([id, young, 'notes.txt'].sort());
  });

  test('removeOrphans() does nothing if the upload folder does not exist', async () => {
    expect(await runJobByName(ctx, 'removeLostFiles')).toBe(0);
  });

  test('an upload with a missing file returns 404, like a deleted upload', async () => {
    const { id } = await uploadOf(ctx.ada.token);
    rmSync(join(folder(), id));
    expect((await ctx.call('GET', `/uploads/${id}`, undefined, { as: ctx.ada.token })).status).toBe(404);
    ctx.clock.advance(DAY);
    await cleanUp();
    expect(await rows()).toEqual([]);
  });
});

test('erasing a person deletes what the person uploaded and what others uploaded as proof about the person', async () => {
  const { id: campaignId } = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
  const { url } = await uploadOf(ctx.ada.token);
  await createSubmission(ctx, campaignId, { proofUrl: url });
  await uploadOf(ctx.ada.token, 'gif');
  const { url: scan } = await uploadOf(ctx.business.token, 'pdf');
  const about = { as: ctx.business.token, userId: ctx.ada.userId, proofUrl: scan };
  const { id: submissionId } = await createSubmission(ctx, campaignId, about);
  const { id: bobs } = await uploadOf(ctx.bob.token, 'jpeg');
  await atomically(ctx.app.as(CLI), async tx => await erasePerson(tx, ctx.ada.userId));
  expect(await rows()).toEqual([bobs]);
  const { data } = await ctx.call('GET', `/submissions/${submissionId}`, undefined, {
    as: ctx.business.token,
  });
  expect(data.upload).toBeNull();
  await runJobByName(ctx, 'removeDeletedFiles');
  expect(files()).toEqual([bobs]);
});
