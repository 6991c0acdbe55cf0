import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { loadConfig } from '../../src/config/index.ts';
import { AppError } from '../../src/errors.ts';
import type { HttpsControl } from '../../src/platform/certificates/control.ts';
import { getRenewalTime } from '../../src/platform/certificates/keeper.ts';
import {
  parseCertificate,
  writeCertificate,
  writeCertificateState,
} from '../../src/platform/certificates/store.ts';
import { DAY_MS, HOUR_MS, iso, nowIso } from '../../src/platform/clock.ts';
import { createRunner } from '../cli/fixture.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createAdmin, setUpBusiness } from '../support/fixtures.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { TEST_CERT, TEST_KEY } from '../support/tls.ts';

const DOMAIN = 'hooks.example.com';
const METRICS_TOKEN = 'a token for the scraper';
const SETTINGS = { DOMAINS: DOMAIN, METRICS_TOKEN };
const PEM = `${TEST_KEY}\n${TEST_CERT}\n`;
const REASON = `DNS has no address for ${DOMAIN} yet`;

let ctx: TestApp;
let owner: BusinessFixture;
let dataDir: string;
beforeEach(async () => {
  ctx = await createTestApp({ ...ON_SQLITE, ...SETTINGS });
  dataDir = ctx.app.services.config.dataDir;
  owner = await setUpBusiness(ctx);
});
afterEach(() => ctx.close());

function fail(): string {
  const at = nowIso(ctx.clock);
  const failure = { count: 2, since: at, at, reason: REASON };
  writeCertificateState(dataDir, { directory: null, failure });
  return at;
}

const read = async (as = owner.token) => (await ctx.call('GET', '/public-address', undefined, { as })).data;

async function readMetrics(): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (
    await ctx.app.handler.fetch(new Request('http://x/metrics', { headers }), '::1')
  ).text();
  return Object.fromEntries(
    [...text.matchAll(/^(perkmint_certificate_\w+) (\S+)$/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  );
}

async function runDoctor() {
  const { code, json } = await createRunner(ctx)('doctor --json', { env: { PORT: '0', ...SETTINGS } });
  return { code, found: (json as { check: string }[]).find(({ check }) => check === 'certificate') };
}

describe('the certificate of the domain', () => {
  test('is shown to those who run the installation, with why none can be obtained', async () => {
    const nothing = { names: [DOMAIN], startsAt: null, endsAt: null, renewsAt: null, failure: null };
    expect(await read()).toEqual({
      url: `https://${DOMAIN}`,
      source: 'environment',
      reach: 'public',
      canChange: false,
      canObtainCertificate: false,
      certificate: nothing,
    });
    const at = fail();
    const failure = { count: 2, since: at, at, reason: REASON };
    expect(await read()).toMatchObject({ certificate: { ...nothing, failure } });
    const other = await createBusiness(ctx);
    expect(await read(other.token)).toMatchObject({ url: `https://${DOMAIN}`, certificate: null });
    expect(await read(await createAdmin(ctx))).toMatchObject({ certificate: { failure } });
  });

  test('is shown with its end, and when it is renewed', async () => {
    writeCertificate(dataDir, PEM);
    const certificate = parseCertificate(PEM);
    expect(await read()).toMatchObject({
      certificate: {
        endsAt: iso(certificate.endsAtMs),
        renewsAt: iso(getRenewalTime(certificate)),
        failure: null,
      },
    });
  });

  test('the address belongs to the setting', async () => {
    const { status, error } = await ctx.call('PUT', '/public-address', { url: null }, { as: owner.token });
    expect([status, error?.code]).toEqual([409, 'CONFLICT']);
    expect(error?.message).toContain('DOMAINS');
  });

  test('metrics tell how long it is valid, and how often a renewal failed', async () => {
    expect(await readMetrics()).toEqual({
      perkmint_certificate_ends_seconds: Number.NaN,
      perkmint_certificate_failures: 0,
    });
    writeCertificate(dataDir, PEM);
    fail();
    const { endsAtMs } = parseCertificate(PEM);
    expect(await readMetrics()).toEqual({
      perkmint_certificate_ends_seconds: (endsAtMs - ctx.clock.now()) / 1000,
      perkmint_certificate_failures: 2,
    });
  });

  test('doctor fails an hour after the first attempt, warns of a failed renewal, and fails after its end', async () => {
    expect((await runDoctor()).found).toMatchObject({ state: 'warning' });
    fail();
    ctx.clock.advance(HOUR_MS - 1);
    expect((await runDoctor()).found).toMatchObject({ state: 'warning' });
    ctx.clock.advance(1);
    expect(await runDoctor()).toMatchObject({
      code: 7,
      found: { state: 'wrong', found: expect.stringContaining(REASON) },
    });
    writeCertificate(dataDir, PEM);
    expect((await runDoctor()).found).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(REASON),
    });
    writeCertificateState(dataDir, { directory: null, failure: null });
    expect((await runDoctor()).found).toMatchObject({ state: 'ok' });
    ctx.clock.advance(101 * 365 * DAY_MS);
    expect((await runDoctor()).found).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('ended'),
    });
  });
});

describe('a domain that is chosen on the pages', () => {
  const ADDRESS = 'https://perks.bluecup.example';
  let chosen: (string | null)[];
  let refusal: AppError | undefined;
  let page: TestApp;
  let token: string;
  beforeEach(async () => {
    chosen = [];
    refusal = undefined;
    const https: HttpsControl = {
      choose: async domain => {
        if (refusal) throw refusal;
        chosen.push(domain);
        writeCertificateState(page.app.services.config.dataDir, {
          directory: null,
          failure: null,
          ...(domain !== null && { chosen: domain }),
        });
      },
    };
    page = await createTestApp({ ...ON_SQLITE, PUBLIC_URL: '' }, { https });
    token = (await setUpBusiness(page)).token;
  });
  afterEach(() => page.close());

  const set = (body: object, headers = {}) =>
    page.call('PUT', '/public-address', body, { as: token, headers });

  test('is served from then on, until another address is set', async () => {
    const { data } = await set({ url: ADDRESS, obtainCertificate: true });
    expect(data).toMatchObject({
      url: ADDRESS,
      source: 'setting',
      canObtainCertificate: true,
      certificate: { names: ['perks.bluecup.example'], endsAt: null, failure: null },
    });
    expect((await set({ url: ADDRESS })).data.certificate).not.toBeNull();
    expect((await set({ url: 'https://proxy.example' })).data.certificate).toBeNull();
    await set({ url: ADDRESS, obtainCertificate: true });
    expect((await set({ url: ADDRESS, obtainCertificate: false })).data.certificate).toBeNull();
    const domain = 'perks.bluecup.example';
    expect(chosen).toEqual([domain, domain, null, domain, null]);
  });

  test('is not stored if a port is taken, and a dry run leaves the ports alone', async () => {
    refusal = new AppError('CONFLICT', 'Port 443 is in use');
    const { status, error } = await set({ url: ADDRESS, obtainCertificate: true });
    expect([status, error?.message]).toEqual([409, 'Port 443 is in use']);
    expect((await page.call('GET', '/public-address', undefined, { as: token })).data.source).toBe('default');
    refusal = undefined;
    expect((await set({ url: ADDRESS, obtainCertificate: true }, { 'X-Dry-Run': 'true' })).status).toBe(200);
    expect(chosen).toEqual([]);
  });

  test.each(['http://perks.bluecup.example', 'https://192.0.2.7', 'https://shop', `${ADDRESS}:8443`, null])(
    'must be https with a domain: %s',
    async url => {
      const { status, error } = await set({ url, obtainCertificate: true });
      expect([status, error?.code, error?.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'url']);
      expect(chosen).toEqual([]);
    },
  );

  test('needs a server on this computer, and the operator', async () => {
    const other = await createBusiness(page, 'Other Shop');
    const body = { url: ADDRESS, obtainCertificate: true };
    const refused = await page.call('PUT', '/public-address', body, { as: other.token });
    expect([refused.status, chosen]).toEqual([403, []]);
    const withoutPorts = await createTestApp({ ...ON_SQLITE, PUBLIC_URL: '' });
    const { token: as } = await setUpBusiness(withoutPorts);
    const { status, error } = await withoutPorts.call('PUT', '/public-address', body, { as });
    expect([status, error?.code]).toEqual([409, 'CONFLICT']);
    await withoutPorts.close();
  });
});

describe('DOMAINS', () => {
  const load = (text: string) => loadConfig({ env: { DOMAINS: text, DATA_DIR: dataDir } });

  test('are names in ASCII, without repetitions, and the first one is the address', () => {
    const { config, problems } = load('Shop.Example, www.shop.example,shop.example, café.example');
    expect(problems).toEqual([]);
    expect(config.domains).toEqual(['shop.example', 'www.shop.example', 'xn--caf-dma.example']);
    expect(config.publicUrl).toBe('https://shop.example');
  });

  test.each([
    'shop',
    '192.0.2.7',
    '[::1]',
    'https://shop.example/',
    '*.shop.example',
    'shop.example:444',
    'a b.example',
  ])('cannot be %s', text => {
    expect(load(text).problems).toEqual([
      'DOMAINS must be a comma-separated list of domains such as perks.bluecup.example',
    ]);
  });
});
