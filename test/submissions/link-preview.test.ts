import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { loadReference } from '../../seed/load.ts';
import { PREVIEW_HOSTS } from '../../src/dashboard/data/preview-hosts.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { getPreviewRequest, PROVIDERS, parseDescription } from '../../src/submissions/rules/link-preview.ts';
import { createLaunchedCampaign, createSubmission, type Setup, setup } from '../campaigns/fixture.ts';
import { PNG } from '../support/fixtures.ts';
import { recordingOutbound } from '../support/outbound.ts';

const VIDEO = 'https://www.tiktok.com/@ada/video/7';
const IMAGE = 'https://cdn.tiktok.example/7.png';
const POST = { title: 'My morning cup', author_name: 'Ada', thumbnail_url: IMAGE, html: '<script>' };
const REQUEST = `https://www.tiktok.com/oembed?format=json&url=${encodeURIComponent(VIDEO)}`;

type Reply = Parameters<typeof recordingOutbound>[0];
let reply: NonNullable<Reply>;
const outbound = recordingOutbound(request => reply(request));
let ctx: Setup;
let id: string;

beforeAll(async () => {
  ctx = await setup({}, { outbound });
  const { id: campaignId } = await createLaunchedCampaign(ctx, { platform: 'tiktok', actionType: 'video' });
  id = (await createSubmission(ctx, campaignId, { as: ctx.ada.token, proofUrl: VIDEO })).id;
});
beforeEach(() => {
  outbound.sent.length = 0;
  reply = ({ url }) => (url === IMAGE ? { bytes: PNG } : { body: JSON.stringify(POST) });
});
afterAll(() => ctx.close());

const read = (as = ctx.business.token) => ctx.call('GET', `/submissions/${id}/preview`, undefined, { as });
const NONE = { provider: null, title: null, author: null, image: null };

describe('GET /submissions/:id/preview', () => {
  test('shows what the platform says about the post', async () => {
    const { data } = await read();
    const image = `data:image/png;base64,${PNG.toString('base64')}`;
    expect(data).toEqual({ provider: 'TikTok', title: 'My morning cup', author: 'Ada', image });
    expect(outbound.sent.map(({ url }) => url)).toEqual([REQUEST, IMAGE]);
  });

  test.each<[string, NonNullable<Reply>]>([
    ['refuses', () => ({ status: 403, body: JSON.stringify(POST) })],
    ['does not answer', () => new OutboundError('timeout', 'late')],
    ['answers with a page', () => ({ body: '<html>' })],
    ['describes nothing', () => ({ body: '{"title":"","thumbnail_url":"javascript:alert(1)"}' })],
  ])('is empty if the platform %s', async (_, answer) => {
    reply = answer;
    expect((await read()).data).toEqual(NONE);
  });

  test('is empty, and nothing is sent, with LINK_PREVIEWS=off', async () => {
    const off = await setup({ LINK_PREVIEWS: 'off' }, { outbound });
    const { id: campaignId } = await createLaunchedCampaign(off, { platform: 'tiktok', actionType: 'video' });
    const own = await createSubmission(off, campaignId, { as: off.ada.token, proofUrl: VIDEO });
    outbound.sent.length = 0;
    const as = off.business.token;
    expect((await off.call('GET', `/submissions/${own.id}/preview`, undefined, { as })).data).toEqual(NONE);
    expect(outbound.sent).toEqual([]);
    await off.close();
  });

  test('is hidden from other businesses and customers', async () => {
    for (const { token } of [ctx.otherBusiness, ctx.bob])
      expect((await read(token)).error.code).toBe('NOT_FOUND');
    expect(outbound.sent).toEqual([]);
  });

  test('has no picture if it is not an image, whatever its type claims, or too large', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(256 * 1024)]).subarray(0, 256 * 1024);
    for (const bytes of [Buffer.from('<svg onload="alert(1)">'), large]) {
      const headers = { 'content-type': 'image/png' };
      reply = ({ url }) => (url === IMAGE ? { bytes, headers } : { body: JSON.stringify(POST) });
      expect((await read()).data).toMatchObject({ title: 'My morning cup', image: null });
    }
  });
});

describe('the preview of a link', () => {
  test.each([
    ['https://youtu.be/abc', 'YouTube'],
    ['https://m.youtube.com/watch?v=abc', 'YouTube'],
    ['https://www.tiktok.com/@ada/video/1', 'TikTok'],
  ])('%s is described by %s', (link, provider) => {
    expect(getPreviewRequest(link)).toEqual({
      provider,
      url: expect.stringContaining(`url=${encodeURIComponent(link)}`),
    });
  });

  test.each([
    'https://www.instagram.com/p/1/',
    'https://www.reddit.com/r/coffee/comments/1',
    'https://www.pinterest.com/pin/1/',
    'https://x.com/ada/status/1',
    'https://tiktok.com.evil.example/video/1',
    'https://nottiktok.com/1',
    'not a link',
  ])('%s has no preview', link => {
    expect(getPreviewRequest(link)).toBeUndefined();
  });

  test('is asked of no platform whose developer terms exclude it', () => {
    const { platforms } = loadReference().data.platformTerms;
    const excluded = Object.keys(platforms).filter(id => platforms[id]!.use !== 'program');
    expect(excluded).toContain('x');
    expect(PROVIDERS.map(({ name }) => name.toLowerCase()).filter(name => excluded.includes(name))).toEqual(
      [],
    );
  });

  test('is asked for by the pages for the hosts that the server knows', () => {
    expect(PREVIEW_HOSTS).toEqual(PROVIDERS.flatMap(({ hosts }) => hosts));
  });

  test('long and broken texts are cut, and pictures need https', () => {
    const title = `${'a'.repeat(199)}😀`;
    const description = parseDescription(
      JSON.stringify({ title, thumbnail_url: 'http://cdn.example/1.png' }),
    );
    expect(description).toEqual({ title: `${'a'.repeat(199)}\ufffd`, author: null, imageUrl: null });
    expect(parseDescription('[]')).toBeUndefined();
    expect(parseDescription('null')).toBeUndefined();
  });
});
