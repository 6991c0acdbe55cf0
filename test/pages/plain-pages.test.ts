import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connectedPage, errorPage, notConnectedPage } from '../../src/pages/html.ts';
import { setupDonePage, setupPage, setupPendingPage } from '../../src/pages/setup-page.ts';
import { unknownLinkPage, unsubscribedPage, unsubscribePage } from '../../src/pages/unsubscribe-page.ts';
import { getDirection, LOCALES, type Locale } from '../../src/platform/locales.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

const open = (path: string, headers: Record<string, string>) =>
  ctx.send(new Request(`http://localhost${path}`, { headers: { accept: 'text/html', ...headers } }));

const CONNECTION = { platform: 'instagram', handle: '<b>cup</b>', displayName: null } as Parameters<
  typeof connectedPage
>[1];
const asks = (locale: string) => new Headers({ 'accept-language': locale });

/** All pages without the dashboard's bundle, except guides. */
const PAGES: Record<string, (locale: Locale) => string> = {
  setup: locale => setupPage(locale).text,
  setupDone: locale => setupDonePage(locale).text,
  setupPending: locale => setupPendingPage(locale).text,
  unsubscribe: locale => unsubscribePage(locale, '<b>kind</b>').text,
  unsubscribed: locale => unsubscribedPage(locale, '<b>kind</b>').text,
  unknownLink: locale => unknownLinkPage(locale).text,
  connected: locale => connectedPage(locale, CONNECTION).text,
  notConnected: locale => notConnectedPage(locale, '<b>why</b>').text,
  error: locale => errorPage(asks(locale), 500, '<b>CODE</b>', 'req_1').text,
};

describe.each(Object.entries(PAGES))('the page %s', (_, render) => {
  test.each([...LOCALES])('is in %s, with all values as text', locale => {
    const html = render(locale);
    expect(html).toContain(`<html lang="${locale}" dir="${getDirection(locale)}">`);
    const toBody = (page: string) => page.slice(page.indexOf('<main>'), page.indexOf('</main>'));
    const body = toBody(html);
    expect(body).not.toMatch(/undefined|\{\w+\}|<b>|`/);
    if (locale !== 'en') expect(body).not.toBe(toBody(render('en')));
  });
});

test('errors have a text by status in each language', () => {
  const heads = [404, 400, 429, 503, 500].map(
    status => /<h1>(.+)<\/h1>/.exec(errorPage(asks('de'), status, '', 'req_1').text)?.[1],
  );
  expect(heads).toEqual([
    'Seite nicht gefunden',
    'Diese Seite lässt sich nicht öffnen',
    'Zu viele Anfragen',
    'Gleich wieder da',
    'Etwas ist schiefgegangen',
  ]);
});

test('responses are in the language of the request, the choice of the visitor first', async () => {
  const pending = await open('/login', { 'accept-language': 'fr-CA, en;q=0.5' });
  expect(await pending.text()).toContain('<h1>Perkmint fonctionne</h1>');
  expect(pending.headers.get('vary')).toContain('Accept-Language, Cookie');
  const chosen = { 'accept-language': 'fr', cookie: 'perkmint_locale=tr' };
  const setup = await open('/setup?token=x', chosen);
  const text = await setup.text();
  expect(text).toContain('<h1>Dükkânınızı kurun</h1>');
  expect(text).toContain('data-texts="{&quot;show&quot;:&quot;Göster&quot;');
  await createBusiness(ctx);
  expect(await (await open('/setup', { 'accept-language': 'nl' })).text()).toContain(
    'Perkmint is al ingesteld',
  );
  const missing = await open('/nothing', { 'accept-language': 'pl' });
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringContaining('Nie znaleziono strony'),
  ]);
  expect(missing.headers.get('vary')).toContain('Accept-Language, Cookie');
  const link = await open('/unsubscribe/x', { 'accept-language': 'it' });
  expect([link.status, await link.text()]).toEqual([
    404,
    expect.stringContaining('Questo link non è valido'),
  ]);
  const other = await open('/nothing', { 'accept-language': 'sv' });
  expect(await other.text()).toContain('Page not found');
});
