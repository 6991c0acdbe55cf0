import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { startLiveServer } from '../support/live-server.ts';
import { createPng, FILES, upload } from './files.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup({ PUBLIC_URL: 'https://perks.example', UPLOADS: 'folder' });
});
afterAll(() => ctx.close());

const MIB = 1024 * 1024;
const MEDIA_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

async function get(id: string, as?: string) {
  const request = new Request(`http://localhost/api/v1/uploads/${id}`, {
    headers: as ? { authorization: `Bearer ${as}` } : {},
  });
  return ctx.send(request);
}

describe('POST /uploads', () => {
  for (const [kind, mediaType] of Object.entries(MEDIA_TYPES)) {
    test(`stores a ${kind} and returns its ID and an absolute URL under PUBLIC_URL`, async () => {
      const { status, data } = await upload(ctx, kind as keyof typeof FILES, ctx.ada.token);
      expect(status).toBe(201);
      expect(data).toEqual({
        id: expect.stringMatching(/^upl_/),
        url: `https://perks.example/api/v1/uploads/${data.id}`,
      });
      const response = await get(data.id, ctx.ada.token);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(FILES[kind as keyof typeof FILES]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });
  }

  test('determines the type from the content, not from the name or declared type', async () => {
    const options = { name: 'page.html', type: 'text/html' };
    expect((await upload(ctx, 'png', ctx.ada.token, options)).status).toBe(201);
  });

  for (const kind of ['html', 'svg', 'zip'] as const) {
    test(`rejects ${kind} disguised as an image with 415 and stores nothing`, async () => {
      const before = [
        await databaseSnapshot(ctx),
        readdirSync(join(ctx.app.services.config.dataDir, 'uploads')),
      ];
      const { status, error } = await upload(ctx, kind, ctx.ada.token);
      expect([status, error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      const after = [
        await databaseSnapshot(ctx),
        readdirSync(join(ctx.app.services.config.dataDir, 'uploads')),
      ];
      expect(after).toEqual(before);
    });
  }

  test('rejects an empty file with VALIDATION_ERROR for field file', async () => {
    const { status, error } = await upload(ctx, 'nothing', ctx.ada.token);
    expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error.message).toContain('file');
  });

  test('rejects a form without a file with VALIDATION_ERROR for field file', async () => {
    const form = new FormData();
    form.append('picture', new File([FILES.png], 'a.png'));
    const { status, error } = await ctx.call('POST', '/uploads', undefined, {
      as: ctx.ada.token,
      raw: form,
    });
    expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error.details?.[0]?.field).toBe('file');
  });

  test('rejects text instead of a file with VALIDATION_ERROR', async () => {
    const form = new FormData();
    form.append('file', 'words');
    const { error } = await ctx.call('POST', '/uploads', undefined, {
      as: ctx.ada.token,
      raw: form,
    });
    expect(error.code).toBe('VALIDATION_ERROR');
  });

  test('rejects a JSON body with 415', async () => {
    const { status } = await ctx.call('POST', '/uploads', { file: 'x' }, { as: ctx.ada.token });
    expect(status).toBe(415);
  });

  test('accepts a file of exactly 10 MiB and rejects one byte more with 413', async () => {
    expect((await upload(ctx, createPng(10 * MIB), ctx.ada.token)).status).toBe(201);
    const { status, error } = await upload(ctx, createPng(10 * MIB + 1), ctx.ada.token);
    expect([status, error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('rejects a body far above the limit with 413', async () => {
    const { status } = await upload(ctx, createPng(11 * MIB), ctx.ada.token);
    expect(status).toBe(413);
  });

  test('requires authentication', async () => {
    expect((await upload(ctx, 'png', 'nonsense')).status).toBe(401);
  });

  test('stores the file once for repeated requests with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await upload(ctx, 'png', ctx.ada.token, { headers });
    const again = await upload(ctx, 'png', ctx.ada.token, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.data).toEqual(first.data);
    const other = await upload(ctx, 'gif', ctx.ada.token, { headers });
    expect(other.error.code).toBe('IDEMPOTENCY_CONFLICT');
  });
});

describe('GET /uploads/:id', () => {
  const mine = async () => (await upload(ctx, 'png', ctx.ada.token)).data;

  test('returns the upload to its owner; others get the same 404 as for an unknown upload', async () => {
    const { id } = await mine();
    expect((await get(id, ctx.ada.token)).status).toBe(200);
    const absent = await (await get('upl_00000000000000000000000000', ctx.bob.token)).text();
    for (const as of [ctx.bob.token, ctx.business.token, ctx.otherBusiness.token]) {
      const response = await get(id, as);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe(absent);
    }
    expect((await get(id)).status).toBe(401);
  });

  test('returns the upload to the business it was submitted to, and to no other business', async () => {
    const { id, url } = await mine();
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    await createSubmission(ctx, campaignId, {
      proofUrl: url,
      proofType: 'screenshot',
    });
    expect((await get(id, ctx.business.token)).status).toBe(200);
    expect((await get(id, ctx.otherBusiness.token)).status).toBe(404);
    expect((await get(id, ctx.bob.token)).status).toBe(404);
  });

  test("GET /uploads/:id does not return another person's upload with the same bytes to the business", async () => {
    const { url } = await mine();
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    await createSubmission(ctx, campaignId, {
      proofUrl: url,
      proofType: 'screenshot',
    });
    const other = (await upload(ctx, 'png', ctx.bob.token)).data;
    expect((await get(other.id, ctx.business.token)).status).toBe(404);
  });

  test("returns a business's upload to all its users and keys", async () => {
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
    const { id } = (await upload(ctx, 'png', ctx.business.token)).data;
    expect((await get(id, key.key)).status).toBe(200);
    expect((await get(id, ctx.otherBusiness.token)).status).toBe(404);
  });
});

test('returns the whole upload regardless of the Range header', async () => {
  const { data } = await upload(ctx, 'png', ctx.ada.token);
  const live = startLiveServer(ctx);
  for (const range of ['bytes=0-0', 'bytes=-1', 'bytes=999999-']) {
    const headers = { authorization: `Bearer ${ctx.ada.token}`, range };
    const response = await fetch(`${live.url}/api/v1/uploads/${data.id}`, { headers });
    expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(FILES.png);
  }
  await live.close();
});
