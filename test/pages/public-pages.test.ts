import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import { decodePng } from '../../src/platform/icon-image.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const get = (path: string) => ctx.send(new Request(`http://localhost${path}`));
const put = (path: string, body: object) => ctx.call('PUT', path, body, { as: owner.token });
const launch = async (fields: object) =>
  (await ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true, ...fields }, { as: owner.token })).data;

describe('the public page of a campaign', () => {
  test('has the reward and the shop in its title and share metadata', async () => {
    const { slug, id } = await launch({
      name: 'Your morning cup',
      description: 'Show your cup & mention us',
    });
    for (const path of [`/c/${slug}`, `/campaigns/${id}`]) {
      const page = await get(path);
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(html).toContain('<title>$5 off at Blue Cup</title>');
      expect(html).toContain('<meta property="og:description" content="Show your cup &amp; mention us">');
      expect(html).toContain('<meta property="og:url" content="https://perks.example/c/your-morning-cup">');
      expect(html).toContain('<link rel="canonical" href="https://perks.example/c/your-morning-cup">');
      expect(getImageUrl(html)).toStartWith('https://perks.example/c/your-morning-cup/preview.png?v=');
      expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    }
  });

  test('says in its metadata that the campaign has ended', async () => {
    const { slug, id } = await launch({ name: 'Short', reward: { type: 'percentage', value: 15 } });
    await put('/campaigns', { id, state: 'ended' });
    const html = await (await get(`/c/${slug}`)).text();
    expect(html).toContain('<title>Ended: 15% off at Blue Cup</title>');
    expect(html).toContain('content="This offer has ended. See what else Blue Cup offers."');
  });

  test('escapes a hostile name and keeps replacement patterns', async () => {
    await put('/business', { name: '"><script>alert(1)</script> $& $1' });
    const html = await (await get('/s/blue-cup')).text();
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $1</title>');
    expect(html).not.toContain('<script>alert');
    await put('/business', { name: 'Blue Cup' });
  });

  test('is 404 as a page, not as JSON, for an unknown link', async () => {
    for (const path of ['/c/never-made', '/s/nowhere', '/campaigns/cmp_none']) {
      const page = await get(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8']);
      expect(await page.text()).toContain('<div id="app">');
    }
  });
});

describe('the public page of a shop', () => {
  test('has a picture of its own', async () => {
    const form = new FormData();
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    form.set('file', new File([Buffer.from(pixel, 'base64')], 'logo.png', { type: 'image/png' }));
    const upload = await ctx.call('POST', '/uploads', undefined, { as: owner.token, raw: form });
    await put('/business', { logoUploadId: upload.data.id });
    const html = await (await get('/s/blue-cup')).text();
    expect(html).toContain('<title>Rewards at Blue Cup</title>');
    expect(getImageUrl(html)).toStartWith('https://perks.example/s/blue-cup/preview.png?v=');
  });

  test('lists its active programs in the words of their terms, without the cost of items', async () => {
    const rewards = {
      cashback: { type: 'percentage', value: 5 },
      goals: [
        { name: 'Tenth', metric: 'visits', target: 10, reward: { type: 'item', name: 'Cake', cost: 1.75 } },
      ],
    };
    const referral = {
      referrer: { type: 'fixed', value: 5 },
      referee: { type: 'item', name: 'Tea', cost: 1 },
    };
    const program = { name: 'Regulars', description: 'Every tenth cake is free.', rewards, referral };
    const { data } = await ctx.call('POST', '/programs', program, { as: owner.token });
    const read = async (as?: string) =>
      (await ctx.call('GET', '/shops/blue-cup', undefined, as ? { as } : {})).data;
    const { programs } = await read();
    expect(programs).toMatchObject([
      { id: data.id, name: 'Regulars', description: program.description, currency: 'USD' },
    ]);
    expect(programs[0].rewards.goals[0].reward).toMatchObject({ type: 'item', name: 'Cake', cost: null });
    expect(programs[0].referral).toEqual({ referee: { type: 'item', name: 'Tea', value: null } });
    expect(await read(owner.token)).toEqual(await read());
    await ctx.call('PUT', `/programs/${data.id}`, { status: 'paused' }, { as: owner.token });
    expect((await read()).programs).toEqual([]);
  });

  test('redirects from an earlier address', async () => {
    await put('/business', { slug: 'the-blue-cup' });
    const moved = await get('/s/blue-cup');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/s/the-blue-cup']);
  });

  test('redirects the page to join a program with its program and the code of a member', async () => {
    const moved = await get('/s/blue-cup/join?program=prg_1&ref=8D6MXYQ4H7');
    const location = '/s/the-blue-cup/join?program=prg_1&ref=8D6MXYQ4H7';
    expect([moved.status, moved.headers.get('location')]).toEqual([301, location]);
    const page = await get(location);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<meta name="apple-mobile-web-app-title" content="Blue Cup">');
    expect((await get('/s/nowhere/join')).status).toBe(404);
  });
});

describe('the app on a home screen', () => {
  test('has a manifest whose icons are images of the size that it names', async () => {
    const manifest = await get('/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
    const { icons, start_url, display } = await manifest.json();
    expect({ start_url, display }).toEqual({ start_url: '/login', display: 'standalone' });
    expect(icons.map(({ purpose }: { purpose?: string }) => purpose)).toEqual([
      undefined,
      undefined,
      'maskable',
    ]);
    for (const { src, sizes, type } of icons) {
      const icon = await get(src);
      expect(icon.headers.get('content-type')).toBe(type);
      expect(await readPngSize(icon)).toBe(sizes);
    }
  });

  test('has a touch icon, a favicon and the color of each theme', async () => {
    const page = await get('/s/the-blue-cup');
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("manifest-src 'self'");
    expect(html).toContain('<link rel="manifest" href="/s/the-blue-cup/manifest.webmanifest">');
    expect(html).toContain('<meta name="apple-mobile-web-app-title" content="Blue Cup">');
    expect(await (await get('/my/rewards')).text()).toContain(
      '<link rel="manifest" href="/manifest.webmanifest">',
    );
    const [, touch = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(html) ?? [];
    expect(await readPngSize(await get(touch))).toBe('180x180');
    const favicon = await get('/favicon.ico');
    expect(await readPngSize(await get(favicon.headers.get('location') ?? ''))).toBe('32x32');
    const tokens = await Bun.file(`${import.meta.dir}/../../src/dashboard/styles/tokens.css`).text();
    const [, light, dark] = /--ground: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];
    expect(html).toContain(`data-theme="light" media="(prefers-color-scheme: light)" content="${light}"`);
    expect(html).toContain(`data-theme="dark" media="(prefers-color-scheme: dark)" content="${dark}"`);
  });
});

describe('a shop on a home screen', () => {
  const readManifest = async (slug: string) => (await get(`/s/${slug}/manifest.webmanifest`)).json();

  test('has its name, color, start page and icons of the sizes that the manifest names', async () => {
    await put('/business', { accentColor: '#8a3ffc', name: 'Blue Cup Coffee Roasters' });
    const manifest = await readManifest('the-blue-cup');
    expect(manifest).toMatchObject({
      name: 'Blue Cup Coffee Roasters',
      short_name: 'Blue Cup',
      start_url: '/s/the-blue-cup',
      theme_color: '#8a3ffc',
      display: 'standalone',
    });
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await get(src);
      expect(icon.headers.get('content-type')).toBe(type);
      expect(await readPngSize(icon)).toBe(sizes);
    }
    const html = await (await get('/s/the-blue-cup')).text();
    expect(html).toContain('data-theme="light" media="(prefers-color-scheme: light)" content="#8a3ffc"');
    await put('/business', { accentColor: null, name: 'Blue Cup' });
  });

  test('shows the logo on white, or else a white leaf on its color', async () => {
    const withLogo = (await readManifest('the-blue-cup')).icons[1].src;
    // The logo of the earlier test is a single pixel, drawn in the middle.
    expect(await readPixel(await get(withLogo), 0, 0)).toEqual([255, 255, 255]);
    expect(await readPixel(await get(withLogo), 256, 256)).not.toEqual([255, 255, 255]);
    await put('/business', { logoUploadId: null, accentColor: '#8a3ffc' });
    const without = (await readManifest('the-blue-cup')).icons[1].src;
    expect(without).not.toBe(withLogo);
    expect(await readPixel(await get(without), 0, 0)).toEqual([0x8a, 0x3f, 0xfc]);
    await put('/business', { accentColor: null });
  });

  test('has no manifest for an unknown shop and no icon of another size', async () => {
    for (const path of [
      '/s/nowhere/manifest.webmanifest',
      '/s/nowhere/icons/192',
      '/s/the-blue-cup/icons/9999',
    ])
      expect((await get(path)).status).toBe(404);
  });
});

describe('the picture of a link', () => {
  const readImageUrl = async (path: string) =>
    getImageUrl(await (await get(path)).text()).replace('https://perks.example', '');

  test('is a PNG in the color of the shop, with the size that Open Graph readers show large', async () => {
    await put('/business', { accentColor: '#8a3ffc' });
    const { slug } = await launch({ name: 'Picture' });
    for (const path of ['/s/the-blue-cup', `/c/${slug}`]) {
      const image = await get(await readImageUrl(path));
      expect(image.headers.get('content-type')).toBe('image/png');
      expect(image.headers.get('cache-control')).toBe('public, max-age=86400');
      expect(await readPngSize(image.clone())).toBe('1200x630');
      const scaled = await new Bun.Image(await image.bytes()).resize(120, 63).png().bytes();
      expect([...decodePng(scaled).bytes.subarray(0, 3)]).toEqual([0x8a, 0x3f, 0xfc]);
    }
  });

  test('has a new address after a change of what it shows, and only then', async () => {
    const before = await readImageUrl('/s/the-blue-cup');
    await put('/business', { website: 'https://blue.example' });
    expect(await readImageUrl('/s/the-blue-cup')).toBe(before);
    await put('/business', { accentColor: '#123456' });
    expect(await readImageUrl('/s/the-blue-cup')).not.toBe(before);
    await put('/business', { accentColor: null });
  });

  test('shows the shop alone after the end of a campaign', async () => {
    const { slug, id } = await launch({ name: 'Over soon' });
    const before = await readImageUrl(`/c/${slug}`);
    await put('/campaigns', { id, state: 'ended' });
    const after = await readImageUrl(`/c/${slug}`);
    expect(after).not.toBe(before);
    expect((await get(after)).status).toBe(200);
  });

  test('is 404 for an unknown page', async () => {
    for (const path of ['/s/nowhere/preview.png', '/c/never-made/preview.png'])
      expect((await get(path)).status).toBe(404);
  });
});

function getImageUrl(html: string): string {
  return /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1] ?? '';
}

/** Reads the color of one pixel as red, green and blue. */
async function readPixel(response: Response, x: number, y: number): Promise<number[]> {
  const { width, height, pixels } = decode(await response.bytes());
  expect(x < width && y < height).toBe(true);
  return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
}

/** Decodes the icons of shops, which are written without filters. */
function decode(png: Uint8Array) {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const rows = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)));
  const pixels = Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      rows.subarray(y * (width * 4 + 1) + 1, (y + 1) * (width * 4 + 1)),
    ),
  );
  return { width, height, pixels };
}

/** Reads the size from the header of a PNG, e.g. 32x32. */
async function readPngSize(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}
