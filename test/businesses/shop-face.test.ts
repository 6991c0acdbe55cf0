import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deleteUnused } from '../../src/uploads/cleanup.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import {
  type BusinessFixture,
  CAMPAIGN,
  createBusiness,
  createStaff,
  PASSWORD,
} from '../support/accounts.ts';
import { createAdmin, createSetupToken, pictureForm, setUpBusiness } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const DAY_MS = 86_400_000;
const SYSTEM = { kind: 'system', id: 'jobs', role: 'admin', businessId: null } as const;

let ctx: TestApp;
let owner: BusinessFixture;
let other: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await register('Café Crème & Co.');
  other = await register('Red Cup');
});
afterAll(() => ctx.close());

/** Advances the clock and logs the owners in again. */
async function passDays(days: number): Promise<void> {
  ctx.clock.advance(days * DAY_MS);
  for (const [index, business] of [owner, other].entries()) {
    const login = { action: 'login', email: `owner${index + 1}@shops.example`, password: PASSWORD };
    business.token = (await ctx.call('POST', '/auth', login)).data.accessToken;
  }
}

let registered = 0;
async function register(businessName: string): Promise<BusinessFixture> {
  const account = { name: 'Owner', email: `owner${++registered}@shops.example`, password: PASSWORD };
  const { data } = await ctx.call('POST', '/auth', {
    action: 'register',
    role: 'business',
    businessName,
    ...account,
  });
  return { token: data.accessToken, businessId: data.user.businessId, userId: data.user.id };
}

const put = (change: object, as = owner.token) => ctx.call('PUT', '/business', change, { as });
const getShop = (slug: string) => ctx.call('GET', `/shops/${slug}`);
const upload = async (as: string): Promise<string> =>
  (await ctx.call('POST', '/uploads', undefined, { as, raw: pictureForm() })).data.id;

describe('the address of a shop', () => {
  test('is derived from the name, without accents and punctuation', async () => {
    expect((await ctx.call('GET', '/business', undefined, { as: owner.token })).data.slug).toBe(
      'cafe-creme-co',
    );
  });

  test('gets a number when another shop has the same name', async () => {
    const twin = await register('Red Cup');
    expect((await ctx.call('GET', '/business', undefined, { as: twin.token })).data.slug).toBe('red-cup-2');
  });

  test('falls back to a word for a name without Latin letters', async () => {
    const shop = await register('مقهى');
    expect((await ctx.call('GET', '/business', undefined, { as: shop.token })).data.slug).toBe('shop');
  });

  test('can be changed, and the earlier address keeps leading to the shop', async () => {
    expect((await put({ slug: 'creme' })).data.slug).toBe('creme');
    const { status, data } = await getShop('cafe-creme-co');
    expect([status, data.slug]).toEqual([200, 'creme']);
    expect((await put({ slug: 'cafe-creme-co' })).data.slug).toBe('cafe-creme-co');
    expect((await getShop('creme')).data.slug).toBe('cafe-creme-co');
  });

  test("cannot be another shop's present or earlier address", async () => {
    for (const slug of ['creme', 'cafe-creme-co']) {
      const refused = await put({ slug }, other.token);
      expectFailure(refused, 409, 'CONFLICT');
      expect(refused.body.error?.details).toMatchObject([{ field: 'slug', rule: 'unique' }]);
    }
  });

  test('is rejected with capitals, spaces or double hyphens', async () => {
    for (const slug of ['Creme', 'my shop', 'a--b', '-a', 'a'])
      expect(expectInvalidFields(await put({ slug }))).toEqual(['slug']);
  });

  test('leads to the shop by its ID too, and is 404 for an unknown one', async () => {
    expect((await getShop(owner.businessId)).data.name).toBe('Café Crème & Co.');
    expectFailure(await getShop('no-such-shop'), 404, 'NOT_FOUND');
  });
});

describe('handles and color', () => {
  test('stores handles without the @ and shows them to everyone', async () => {
    await put({ handles: { instagram: '@creme', tiktok: ' creme.co ', yelp: '' } });
    expect((await getShop('cafe-creme-co')).data.handles).toEqual({ instagram: 'creme', tiktok: 'creme.co' });
    expect(expectInvalidFields(await put({ handles: { 'not a platform!': 'x' } }))).toEqual(['handles']);
  });

  test('accepts a color with enough contrast with white and explains why another is rejected', async () => {
    expect((await put({ accentColor: '#0A7D33' })).data.accentColor).toBe('#0a7d33');
    const refused = await put({ accentColor: '#ffe066' });
    expect(expectInvalidFields(refused)).toEqual(['accentColor']);
    expect(refused.body.error?.message).toContain('contrast of 1.3:1');
    expect(expectInvalidFields(await put({ accentColor: 'green' }))).toEqual(['accentColor']);
    expect((await put({ accentColor: null })).data.accentColor).toBeNull();
  });
});

describe('the short link of a campaign', () => {
  const create = async (fields: object = {}) =>
    (await ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true, ...fields }, { as: owner.token }))
      .data;
  const getLink = (slug: string) => ctx.call('GET', `/links/${slug}`);

  test('shows reward, task, action and shop to everyone, but neither budget nor counts', async () => {
    const fields = { name: 'Your morning cup', actionId: 'instagram-story-mention', budget: { total: 50 } };
    const campaign = await create({ ...fields, platform: 'instagram', actionType: 'story' });
    expect(campaign).toMatchObject({
      slug: 'your-morning-cup',
      action: { id: 'instagram-story-mention', name: 'Mention the business in a Story' },
    });
    const { data } = await getLink('your-morning-cup');
    expect(data).toMatchObject({
      slug: 'your-morning-cup',
      state: 'open',
      url: 'http://127.0.0.1:3000/c/your-morning-cup',
      campaign: {
        id: campaign.id,
        action: { name: 'Mention the business in a Story' },
        usesOrderValue: false,
      },
      shop: { name: 'Café Crème & Co.' },
    });
    expect(JSON.stringify(data)).not.toMatch(/budget|stats|warnings|businessId/);
  });

  test('says that a campaign is paused or has ended, and offers the open ones', async () => {
    const { id, slug } = await create({ name: 'Autumn' });
    await ctx.call('PUT', '/campaigns', { id, state: 'paused' }, { as: owner.token });
    expect((await getLink(slug)).data.state).toBe('paused');
    await ctx.call('PUT', '/campaigns', { id, state: 'ended' }, { as: owner.token });
    const { data } = await getLink(slug);
    expect(data.state).toBe('ended');
    expect(data.offers.map(({ slug: offer }: { slug: string }) => offer)).toEqual(['your-morning-cup']);
    expect((await getShop('cafe-creme-co')).data.offers).toEqual(data.offers);
  });

  test('is 404 for a draft and an unknown link, and works with the ID', async () => {
    const draft = await create({ name: 'Not yet', launch: false });
    expect(draft.slug).toBe(draft.id);
    expectFailure(await getLink(draft.slug), 404, 'NOT_FOUND');
    expectFailure(await getLink('never-made'), 404, 'NOT_FOUND');
    const { id, slug } = await create({ name: 'By id' });
    expect((await getLink(id)).data.slug).toBe(slug);
  });
});

describe('the public address', () => {
  const set = (url: string | null, as: string) => ctx.call('PUT', '/public-address', { url }, { as });

  test('belongs to admins and to the person who set the installation up', async () => {
    expectFailure(await set('https://perks.example', owner.token), 403, 'FORBIDDEN');
    const root = await createAdmin(ctx);
    expect((await set('https://perks.example', root)).data).toEqual({
      url: 'https://perks.example',
      source: 'setting',
      reach: 'public',
      canChange: true,
      canObtainCertificate: false,
      certificate: null,
    });
    expect((await getShop('red-cup')).data.url).toBe('https://perks.example/s/red-cup');
    expect((await set(null, root)).data).toMatchObject({ source: 'default', reach: 'computer' });
  });

  test('does not belong to a business that registered, even the only one, nor to its colleagues and API keys', async () => {
    const alone = await createTestApp();
    const setup = await createSetupToken(alone);
    const stranger = await createBusiness(alone, 'Evil Cup');
    const change = (as: string) =>
      alone.call('PUT', '/public-address', { url: 'https://perks.example' }, { as });
    expectFailure(await change(stranger.token), 403, 'FORBIDDEN');
    const founder = await setUpBusiness(alone, setup);
    const partner = await createStaff(alone, founder, 'owner');
    const { key } = (await alone.call('POST', '/api-keys', { name: 'till' }, { as: founder.token })).data;
    for (const as of [stranger.token, partner, key]) expectFailure(await change(as), 403, 'FORBIDDEN');
    expect((await change(founder.token)).status).toBe(200);
    await alone.close();
  });

  test('can be set by the person who set the installation up, and logs in pages of that address', async () => {
    const alone = await createTestApp();
    const { token } = await setUpBusiness(alone);
    // Another business takes nothing from it.
    await createBusiness(alone, 'Red Cup');
    const read = async () => (await alone.call('GET', '/public-address', undefined, { as: token })).data;
    expect(await read()).toMatchObject({ source: 'default', reach: 'computer', canChange: true });
    const page = (origin: string) =>
      alone.app.handler.fetch(
        new Request('http://127.0.0.1:3000/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-perkmint-page': '1', origin },
          body: JSON.stringify({
            action: 'login',
            email: 'stranger@perks.example',
            password: 'wrong password',
          }),
        }),
        '127.0.0.1',
      );
    expect((await page('https://perks.example')).status).toBe(403);
    await alone.call('PUT', '/public-address', { url: 'https://perks.example/' }, { as: token });
    expect(await read()).toMatchObject({ url: 'https://perks.example', reach: 'public' });
    expect((await page('https://perks.example')).status).toBe(401);
    expect((await page('https://evil.example')).status).toBe(403);
    const refused = await alone.call('PUT', '/public-address', { url: 'https://a.example/x' }, { as: token });
    expect(expectInvalidFields(refused)).toEqual(['url']);
    await alone.close();
  });

  test('is fixed by PUBLIC_URL', async () => {
    const fixed = await createTestApp({ PUBLIC_URL: 'http://192.168.1.20:3000' });
    const { token } = await createBusiness(fixed);
    const { data } = await fixed.call('GET', '/public-address', undefined, { as: token });
    expect(data).toMatchObject({ source: 'environment', reach: 'network', canChange: false });
    const change = { url: 'https://perks.example' };
    expectFailure(await fixed.call('PUT', '/public-address', change, { as: token }), 409, 'CONFLICT');
    await fixed.close();
  });
});

describe('the logo', () => {
  test('is public once it is set, and is kept by the cleanup of unused uploads', async () => {
    const id = await upload(owner.token);
    await put({ logoUploadId: id });
    await passDays(2);
    await deleteUnused(ctx.app.as(SYSTEM));
    const { logoPath } = (await getShop('cafe-creme-co')).data;
    const answer = await ctx.app.handler.fetch(new Request(`http://localhost${logoPath}`), '127.0.0.1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('releases the previous image for the cleanup', async () => {
    const { logoUploadId: before } = (await ctx.call('GET', '/business', undefined, { as: owner.token }))
      .data;
    await put({ logoUploadId: null });
    expectFailure(await ctx.call('GET', '/shops/cafe-creme-co/logo'), 404, 'NOT_FOUND');
    expect(await deleteUnused(ctx.app.as(SYSTEM))).toBe(1);
    expectFailure(
      await ctx.call('GET', `/uploads/${before}`, undefined, { as: owner.token }),
      404,
      'NOT_FOUND',
    );
  });

  test("is rejected for another business's upload", async () => {
    const foreign = await upload(other.token);
    expect(expectInvalidFields(await put({ logoUploadId: foreign }))).toEqual(['logoUploadId']);
  });
});
