import type { Page } from 'playwright-core';
import { createRecords, fillPath } from './pages-every.ts';
import { CUSTOMER, OWNER } from './server.ts';

import type { Scene, Stage } from './support.ts';

/** English texts that are 40 % longer, where the build has them; a language with long words; and one from right to left. */
const LOCALES = ['en-XA', 'de', 'ar'];
const PHONE_PX = 360;

const PUBLIC_PAGES = [
  '/',
  '/c/:slug',
  '/s/:slug',
  '/s/:slug/join',
  '/claim',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/oauth/authorize',
];

/** Opens pages on a phone in each language; fails for texts that are cut off, and for accessibility problems. */
async function checkPages(stage: Stage, paths: string[], login?: string): Promise<void> {
  const records = await createRecords(stage.server);
  const { page, go, follow, signIn, screenshot, axe } = await stage.openStage({ width: PHONE_PX });
  const data = collectData(page);
  if (login) await signIn(login);
  for (const locale of LOCALES) {
    const isDevelopment = stage.binary === undefined;
    if (locale === 'en-XA' && !isDevelopment) continue;
    const { url } = stage.server;
    await page.context().addCookies([{ name: 'perkmint_locale', value: locale, url }]);
    for (const [index, path] of paths.entries()) {
      // The first one is loaded in the language; the public pages are not all of one app.
      const open = index > 0 && login === OWNER ? follow : go;
      await open(fillPath(path, records));
      const name = `language-${locale}${path.replaceAll(/\W+/g, '-')}`;
      await screenshot(name, { width: PHONE_PX });
      // Only here; the scenes of every page check the others.
      if (locale === 'ar' && path.includes('?')) await axe();
      const cut = await page.evaluate(listCutTexts);
      if (cut.length > 0) throw new Error(`${name}: cut off: ${cut.join(' | ')}`);
      const mirrored = await page.evaluate(listMirroredCode);
      if (mirrored.length > 0) throw new Error(`${name}: code from right to left: ${mirrored.join(' | ')}`);
      if (locale !== 'en-XA') continue;
      const plain = (await page.evaluate(listTexts, `${NO_TEXTS}, ${IN_ANOTHER_LANGUAGE}`)).filter(
        text => !ACCENT.test(text),
      );
      const english = plain.filter(text => isEnglish(text, data));
      if (english.length > 0) throw new Error(`${name}: not in a catalog: ${english.join(' | ')}`);
    }
  }
}

/** Runs in the browser: lists the texts that are wider than their element, and the window's overflow. */
function listCutTexts(): string[] {
  const isVisible = (element: Element) =>
    element.clientWidth > 1 &&
    element.checkVisibility() &&
    !element.closest('.visually-hidden, .skip, [hidden], option');
  const hasText = (element: Element) =>
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const cut = [...document.querySelectorAll('body *')]
    .filter(element => hasText(element) && isVisible(element))
    .filter(element => element.scrollWidth > element.clientWidth + 1)
    .map(element => `${element.className || element.tagName}: ${element.textContent?.slice(0, 80)}`);
  const wide = document.documentElement.scrollWidth - innerWidth;
  return wide > 0 ? [...cut, `the page is ${wide} px wider than its window`] : cut;
}

/** Runs in the browser: lists the code that does not read from left to right. */
function listMirroredCode(): string[] {
  return [...document.querySelectorAll('code')]
    .filter(element => getComputedStyle(element).direction !== 'ltr')
    .map(element => element.textContent ?? '');
}

/** Collects all texts of the API's responses: they are data, not texts of the pages. */
function collectData(page: Page): Set<string> {
  const found = new Set<string>();
  const add = (value: unknown): void => {
    if (typeof value === 'string') found.add(value.trim());
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) add(item);
  };
  page.on('response', async response => {
    if (response.url().includes('/api/')) add(await response.json().catch(() => null));
  });
  return found;
}

/** Every word of the pseudo-locale has one. */
const ACCENT = /[\u00c0-\u1eff]/;

export const NO_TEXTS = 'script, noscript, style, code, pre, select[autocomplete], option, title';
/** Texts that say that they are in another language than the page, such as those of the library. */
const IN_ANOTHER_LANGUAGE = '[lang]:not(html)';

/** Runs in the browser: lists the texts outside of elements that match a selector. */
export function listTexts(skipped: string): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (!walker.currentNode.parentElement?.closest(skipped)) texts.push(text);
  }
  return texts;
}

/** Dates, times, proper names and kinds of actions are the same in the pseudo-locale. */
const NEUTRAL =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM|Perkmint|Blue Cup|Olive Owner|Story|Instagram|Facebook|(Google|Apple) Wallet|Google|YouTube|TikTok|LinkedIn|Reddit|Pinterest|Shopify|WooCommerce|Square|Stripe|Claude Code|curl|QR|CSV|API|URL|PIN|PDF|PNG|SVG|https?:\/\/\S+|(in )?\d+ (second|minute|hour|day)s?( ago)?|now|today|tomorrow|yesterday)\b/g;

/** Returns whether a text has words that are neither data nor neutral. */
export function isEnglish(text: string, data: Set<string>): boolean {
  if (data.has(text)) return false;
  const parts = text.split(/ ?· ?| × |, /).map(part => part.trim());
  return parts.some(part => !isData(part, data) && /[A-Za-z]{3}/.test(part.replaceAll(NEUTRAL, '')));
}

function isData(part: string, data: Set<string>): boolean {
  return data.has(part) || data.has(part.replace(/^#|[.,:]$/g, ''));
}

const CUSTOMER_PAGES = [
  '/',
  '/my/submissions',
  '/my/submissions/:id',
  '/my/rewards',
  '/my/programs',
  '/my/programs/:id',
  '/my/perks',
  '/my/account',
];

export const BUSINESS_PAGES = [
  '/dashboard/reviews',
  '/dashboard/counter',
  '/dashboard/notifications',
  '/dashboard/account',
  '/dashboard/counter-report',
  '/dashboard/influencers',
  '/dashboard/exchange',
  '/dashboard/planner',
  '/dashboard/billing',
  '/dashboard/keys',
  '/dashboard/webhooks',
  '/dashboard/webhooks/:id',
  '/dashboard/agents',
  '/dashboard/health',
  '/dashboard/settings?section=team',
  '/dashboard/settings?section=places',
  '/dashboard/settings?section=business',
  '/dashboard/settings?section=look',
  '/dashboard/settings?section=address',
  '/dashboard/settings?section=backups',
  '/dashboard/settings?section=version',
  '/dashboard/settings?section=mails',
  '/dashboard/settings?section=wallets',
  '/dashboard/settings?section=shop-systems',
  '/dashboard/settings?section=accounts',
  '/dashboard/welcome/look',
  '/dashboard/welcome/campaign',
  '/dashboard/welcome/address',
];

export const CAMPAIGN_PAGES = [
  '/dashboard',
  '/dashboard/campaigns',
  '/dashboard/campaigns/new',
  '/dashboard/campaigns/:id',
  '/dashboard/campaigns/:id/edit',
  '/dashboard/campaigns/:id/sign',
  '/dashboard/campaigns/:id/compliance',
  '/dashboard/submissions',
  '/dashboard/rewards',
  '/dashboard/rewards/:id',
];

export const PROGRAM_PAGES = [
  '/dashboard/programs',
  '/dashboard/programs/new',
  '/dashboard/programs/:id',
  '/dashboard/programs/:id?view=visits',
  '/dashboard/programs/:id?view=cashback',
  '/dashboard/programs/:id?view=purchases',
  '/dashboard/programs/:id?view=referrals',
  '/dashboard/programs/:id?view=share',
  '/dashboard/programs/:id?view=terms',
  '/dashboard/programs/:id/import',
  '/dashboard/programs/:id/members/:memberId',
  '/dashboard/programs/:id/members/:memberId?view=corrections',
];

export const languageScenes: Scene[] = [
  [
    'languages: public pages fit a phone in long words, and from right to left',
    stage => checkPages(stage, PUBLIC_PAGES),
  ],
  [
    "languages: a customer's pages fit a phone in long words, and from right to left",
    stage => checkPages(stage, CUSTOMER_PAGES, CUSTOMER),
  ],
  [
    "languages: a business's pages fit a phone in long words, and from right to left",
    stage => checkPages(stage, BUSINESS_PAGES, OWNER),
  ],
  [
    'languages: the pages of campaigns fit a phone in long words, and from right to left',
    stage => checkPages(stage, CAMPAIGN_PAGES, OWNER),
  ],
  [
    'languages: the pages of programs fit a phone in long words, and from right to left',
    stage => checkPages(stage, PROGRAM_PAGES, OWNER),
  ],
  [
    "languages: a visitor's choice is kept, and a shop's page speaks the language of the browser",
    async ({ server, openStage }) => {
      const { page, go } = await openStage({ width: PHONE_PX });
      const { slug } = await server.api<{ slug: string }>('GET', '/business', undefined, server.owner);
      await page.setExtraHTTPHeaders({ 'Accept-Language': 'de-AT' });
      await go(`/s/${slug}`);
      await page.getByText('Poste über uns').waitFor();
      await page.locator('.shop-foot').getByLabel('Sprache').selectOption('tr');
      await page.getByText('Bizden söz edin').waitFor();
      await go('/login');
      await page.getByRole('heading', { name: 'Giriş yap' }).waitFor();
      const lang = await page.evaluate(() => document.documentElement.lang);
      if (lang !== 'tr') throw new Error(`The language of the document is ${lang}`);
    },
  ],
  [
    'languages: the owner chooses an action in German, and customers read in Turkish what to do',
    async ({ server, page, go, signIn, openStage }) => {
      const speak = (target: Page, value: string) =>
        target.context().addCookies([{ name: 'perkmint_locale', value, url: server.url }]);
      await signIn(OWNER);
      await speak(page, 'de');
      await go('/dashboard/campaigns/new');
      await page.getByRole('radio', { name: 'Den Shop in einer Story erwähnen' }).first().click();
      await page.getByRole('button', { name: 'Weiter' }).click();
      await page.getByLabel('Betrag').fill('5');
      await page.getByRole('button', { name: 'Speichern und starten' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('darf auf Instagram nur mit einer deutlichen Kennzeichnung').waitFor();
      await page.getByLabel('Ich habe das verstanden').check();
      await dialog.getByRole('button', { name: 'Kampagne starten' }).click();
      await page.getByRole('heading', { name: 'Blue Cup in einer Story erwähnen' }).waitFor();
      await page.getByText('Den Shop in einer Story erwähnen · Instagram').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1);
      await page.setViewportSize({ width: PHONE_PX, height: 740 });
      await go('/dashboard/campaigns/new?action=google-review-text');
      await page.getByText('Alle Aktionen nach Plattform').click();
      await page.getByLabel('Plattform').selectOption('google');
      await page.locator('.forbidden-actions > summary').click();
      await page.getByText('Google entfernt Inhalte, die gegen Geld').first().waitFor();
      await page
        .getByRole('button', { name: '„Den Google-Maps-Link mit Freunden teilen“ wählen' })
        .first()
        .waitFor();
      const cut = await page.evaluate(listCutTexts);
      if (cut.length > 0) throw new Error(`cut off: ${cut.join(' | ')}`);
      await go('/dashboard/account');
      await page.getByText('Safari auf Linux').first().waitFor();
      const customer = await openStage({ width: PHONE_PX });
      await speak(customer.page, 'de');
      await customer.go(`/c/${id}`);
      const said = await customer.page.getByText('Blue Cup in einer Story erwähnen').count();
      if (said !== 1) throw new Error(`The page says ${said} times what to do`);
      await speak(customer.page, 'tr');
      await customer.go(`/c/${id}`);
      await customer.page.getByText('Instagram: Hikâyenizde Blue Cup hesabından bahsedin').first().waitFor();
      await customer.page.getByText('Ziyareti veya ürünü gösteren').waitFor();
    },
  ],
];
