import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  type Setup,
  setup,
  submitProof,
} from '../campaigns/fixture.ts';
import { createProgram, enrollMember } from '../programs/fixture.ts';
import { createAdmin } from '../support/fixtures.ts';
import type { TestResponse } from '../support/test-app.ts';
import { type FILES, upload } from './files.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup({ PUBLIC_URL: 'https://perks.example' });
});
afterEach(() => ctx.close());

const outcome = ({ status, error }: TestResponse) => [status, error?.code, error?.details?.[0]?.field];
const REFUSED = [400, 'VALIDATION_ERROR', 'proofUrl'];
const uploadOf = async (as: string, file: keyof typeof FILES = 'png') => (await upload(ctx, file, as)).data;
const statusFor = async (id: string, as: string) =>
  (await ctx.call('GET', `/uploads/${id}`, undefined, { as })).status;

describe('Attaching an upload as proof', () => {
  test("a business can't read the upload of another business's customer by submitting its URL", async () => {
    const { id, url } = await uploadOf(ctx.ada.token);
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    await createSubmission(ctx, campaignId);
    for (const userId of [undefined, 'till-1', ctx.ada.userId]) {
      const response = await submitProof(ctx, campaignId, { as: ctx.business.token, userId, proofUrl: url });
      expect(outcome(response)).toEqual(REFUSED);
    }
    expect(await statusFor(id, ctx.business.token)).toBe(404);
  });

  test("an upload can't be attached by another business or customer", async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    const of = async (as: string) => (await uploadOf(as)).url as string;
    const [rivals, shops, bobs] = [
      await of(ctx.otherBusiness.token),
      await of(ctx.business.token),
      await of(ctx.bob.token),
    ];
    const asShop = (proofUrl: string) => submitProof(ctx, campaignId, { as: ctx.business.token, proofUrl });
    const asAda = (proofUrl: string) => submitProof(ctx, campaignId, { proofUrl });
    const absent = await asAda('https://perks.example/api/v1/uploads/upl_01m7ydnvpdehdva9gq8s2pejna');
    expect(outcome(absent)).toEqual(REFUSED);
    for (const response of [
      await asShop(rivals),
      await asShop(bobs),
      await asAda(shops),
      await asAda(bobs),
    ]) {
      expect([response.status, response.body]).toEqual([400, absent.body]);
    }
  });

  test('only the owner can attach an upload to a program submission', async () => {
    const { id } = await createProgram(ctx);
    await enrollMember(ctx, id, ctx.ada.userId, { as: ctx.ada.token });
    const send = (proofUrl: string, as: string, memberId?: string) =>
      ctx.call('POST', `/programs/${id}/submit`, { memberId, proofUrl, proofType: 'screenshot' }, { as });
    const { id: uploadId, url } = await uploadOf(ctx.ada.token);
    expect(outcome(await send(url, ctx.business.token, ctx.ada.userId))).toEqual(REFUSED);
    expect((await send(url, ctx.ada.token)).data.upload.id).toBe(uploadId);
    expect(await statusFor(uploadId, ctx.business.token)).toBe(200);
  });

  test('all users and keys of a business can attach its uploads, and the customer concerned can read them', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    await createSubmission(ctx, campaignId, { as: ctx.bob.token });
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
    const { id, url } = await uploadOf(ctx.business.token);
    expect(await statusFor(id, ctx.bob.token)).toBe(404);
    const proof = {
      campaignId: (await createLaunchedCampaign(ctx)).id,
      userId: ctx.bob.userId,
      proofUrl: url,
    };
    const { status, data } = await ctx.call('POST', '/submissions', proof, { as: { apiKey: key.key } });
    expect([status, data.upload]).toEqual([201, { id, url, contentType: 'image/png' }]);
    expect(await statusFor(id, ctx.bob.token)).toBe(200);
    expect(await statusFor(id, ctx.ada.token)).toBe(404);
    expect(await statusFor(id, ctx.otherBusiness.token)).toBe(404);
  });

  test('an admin can attach only their own uploads, which the reviewing business can then read', async () => {
    const root = await createAdmin(ctx);
    const { id: campaignId } = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
    const asRoot = (proofUrl: string) =>
      submitProof(ctx, campaignId, { as: root, userId: 'till-1', proofUrl });
    expect(outcome(await asRoot((await uploadOf(ctx.ada.token)).url))).toEqual(REFUSED);
    const { id, url } = await uploadOf(root);
    expect((await asRoot(url)).data.upload.id).toBe(id);
    expect(await statusFor(id, ctx.business.token)).toBe(200);
  });
});

describe('Reading an attached upload', () => {
  test("a URL that only contains an upload's ID grants no access", async () => {
    const { id } = await uploadOf(ctx.ada.token);
    const { id: campaignId } = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
    for (const proofUrl of [
      `https://instagram.com/p/${id}`,
      `https://elsewhere.example/api/v1/uploads/${id}`,
      `https://perks.example/campaigns/${id}`,
    ]) {
      const { upload: attached, proofUrl: kept } = await createSubmission(ctx, campaignId, { proofUrl });
      expect([attached, kept]).toEqual([null, proofUrl]);
    }
    expect(await statusFor(id, ctx.business.token)).toBe(404);
  });
});

const SPELLINGS: [what: string, of: (url: string, id: string) => string][] = [
  ['with a query and a fragment', url => `${url}?a=1#x`],
  ['with another scheme', url => url.replace('https:', 'http:')],
  ['with a port', url => url.replace('perks.example', 'perks.example:8443')],
  ['with the host in capitals', url => url.replace('perks.example', 'PERKS.Example')],
  ['with a dot behind the host', url => url.replace('perks.example', 'perks.example.')],
  ['with a user name', url => url.replace('perks.example', 'me@perks.example')],
  ['with the path in capitals', url => url.replace('/api/v1/uploads', '/API/v1/Uploads')],
  ['with doubled slashes', url => url.replace('/api/', '//api//')],
  ['with a slash behind it', url => `${url}/`],
  ['with encoded letters', url => url.replace('/uploads/upl', '/%75ploads/%75pl')],
  ['with dot segments', url => url.replace('/uploads/', '/x/%2e%2e/uploads/./')],
];

describe('An upload URL as proofUrl', () => {
  test.each(SPELLINGS)(
    '%s refers to the same upload: its URL is normalized, and a repeated use is detected',
    async (_, spell) => {
      const [one, two] = [await createLaunchedCampaign(ctx), await createLaunchedCampaign(ctx)];
      const { id, url } = await uploadOf(ctx.ada.token);
      await createSubmission(ctx, one.id, { proofUrl: url, proofType: 'screenshot' });
      const again = await createSubmission(ctx, two.id, {
        proofUrl: spell(url, id),
        proofType: 'screenshot',
      });
      expect(again).toMatchObject({ proofUrl: url, upload: { id, url, contentType: 'image/png' } });
      expect(again.risk.flags).toEqual(['duplicateImage']);
      const third = await submitProof(ctx, two.id, { proofUrl: spell(url, id), proofType: 'screenshot' });
      expect(third.status).toBe(409);
      const { id: rivals, url: foreign } = await uploadOf(ctx.bob.token);
      expect(outcome(await submitProof(ctx, one.id, { proofUrl: spell(foreign, rivals) }))).toEqual(REFUSED);
    },
  );

  test.each([
    ['another host', 'https://x.example/api/v1/uploads/'],
    ['a host below ours', 'https://cdn.perks.example/api/v1/uploads/'],
    ['a host that ends like ours', 'https://my-perks.example/api/v1/uploads/'],
  ])('a URL on %s is treated as an ordinary link, not as an upload', async (_, prefix) => {
    const { id, url } = await uploadOf(ctx.ada.token);
    const [one, two] = [await createLaunchedCampaign(ctx), await createLaunchedCampaign(ctx)];
    await createSubmission(ctx, one.id, { proofUrl: url, proofType: 'screenshot' });
    const proofUrl = `${prefix}${id}`;
    const sent = await createSubmission(ctx, two.id, { proofUrl, proofType: 'screenshot' });
    expect([sent.proofUrl, sent.upload, sent.risk.flags]).toEqual([proofUrl, null, []]);
  });

  test('rejects an upload URL that does not contain exactly one upload ID', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    const { url } = await uploadOf(ctx.ada.token);
    for (const proofUrl of [
      `${url}x`,
      `${url}/x`,
      `${url};x`,
      `${url}%00`,
      `${url}%zz`,
      url.slice(0, -1),
      'https://perks.example/api/v1/uploads/',
    ]) {
      expect([proofUrl, ...outcome(await submitProof(ctx, campaignId, { proofUrl }))]).toEqual([
        proofUrl,
        ...REFUSED,
      ]);
    }
  });
});
