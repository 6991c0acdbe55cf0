import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { AUTH_TEXTS } from '../../src/auth/messages/index.ts';
import { LOCALES, type Locale } from '../../src/platform/locales.ts';
import type { Message } from '../../src/platform/mail.ts';
import { openBrowser } from '../places/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { postAuth } from './fixture.ts';

const ADA = 'ada@people.example';
let ctx: TestApp;
beforeEach(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
});
afterEach(() => ctx.close());

/** Returns the mail that a request causes, and the code in it. */
async function mailOf(asking: Promise<unknown>): Promise<Message & { code: string }> {
  await asking;
  await ctx.app.services.backgroundTasks.settled();
  const mail = ctx.mail.at(-1) as Message;
  return { ...mail, code: /code=(\d{6})/.exec(mail.text)?.[1] ?? '' };
}
const ask = (acceptLanguage?: string) =>
  mailOf(
    postAuth(
      ctx,
      'requestCode',
      { email: ADA },
      { headers: acceptLanguage ? { 'accept-language': acceptLanguage } : {} },
    ),
  );
const introOf = (locale: Locale) => AUTH_TEXTS[locale].code.intro.split('{')[0] as string;

describe('the language of a mailed code', () => {
  test('is that of the account, else of the request, else English', async () => {
    expect((await ask()).text).toStartWith(introOf('en'));
    expect((await ask('xx, pl-PL;q=0.8, de;q=0.9')).text).toStartWith(introOf('de'));
    const { token } = await createCustomer(ctx);
    expect((await ask('it')).text).toStartWith(introOf('it'));
    await ctx.call('PUT', '/account', { locale: 'fr-CA' }, { as: token });
    expect((await ask('it')).text).toStartWith(introOf('fr'));
  });

  test('is that of the page on which it is asked for', async () => {
    const browser = openBrowser(ctx, new Map([['perkmint_locale', 'nl']]));
    const { text } = await mailOf(browser.send('POST', '/session/code', { email: ADA }));
    expect(text).toStartWith(introOf('nl'));
  });

  test.each([...LOCALES])('%s names the code, how long it is valid, and the link', async locale => {
    const { code, subject, text, html = '' } = await ask(locale);
    expect(subject).toContain(code);
    const link = `https://perks.example/login#email=ada%40people.example&code=${code}`;
    for (const part of [text, html]) expect(part).not.toMatch(/[{}]|undefined/);
    expect(text).toContain(link);
    expect(html).toContain(`href="${Bun.escapeHTML(link)}"`);
    expect(html).toMatch(new RegExp(`<bdi><strong[^>]*>${code}</strong></bdi>`));
    expect(text).toMatch(/\b10\b/);
  });

  test('isolates the code in Arabic, with the plural of ten minutes', async () => {
    const { code, subject, text, html } = await ask('ar');
    for (const part of [subject, text]) expect(part).toContain(`\u2066${code}\u2069`);
    expect(text).toContain('10 دقائق');
    expect(html).toContain('<html lang="ar" dir="rtl">');
  });
});

describe('the mail with a code that is asked for on a page of a shop', () => {
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  let owner: BusinessFixture;
  beforeEach(async () => {
    owner = await createBusiness(ctx, 'Blue Cup');
  });
  const put = (fields: object) => ctx.call('PUT', '/business', fields, { as: owner.token });
  const askOn = (page: string, cookies: [string, string][] = []) =>
    mailOf(openBrowser(ctx, new Map(cookies)).send('POST', '/session/code', { email: ADA, page }));

  test('has the name, sender, logo, color and language of the shop', async () => {
    const form = new FormData();
    form.set('file', new File([Buffer.from(PIXEL, 'base64')], 'logo.png', { type: 'image/png' }));
    const { data } = await ctx.call('POST', '/uploads', undefined, { as: owner.token, raw: form });
    await put({
      logoUploadId: data.id,
      accentColor: '#8a3ffc',
      senderName: 'Ada from Blue Cup',
      locale: 'de',
    });
    const { code, fromName, subject, text, html } = await askOn('/s/blue-cup');
    expect({ fromName, subject }).toEqual({
      fromName: 'Ada from Blue Cup',
      subject: `${code} ist dein Anmeldecode für Blue Cup`,
    });
    expect(text).toContain('\n--\nBlue Cup\n');
    expect(html).toContain('background:#8a3ffc');
    expect(html).toMatch(
      /<img src="https:\/\/perks\.example\/s\/blue-cup\/icons\/192\?v=\w+"[^>]*>Blue Cup</,
    );
    const chosen = await askOn('/s/blue-cup', [['perkmint_locale', 'it']]);
    expect(chosen.subject).toBe(`${chosen.code} è il tuo codice di accesso per Blue Cup`);
  });

  test('names the shop of a campaign, unless that is a draft', async () => {
    const campaign = { ...CAMPAIGN, name: 'Morning cup', launch: true };
    const { data } = await ctx.call('POST', '/campaigns', campaign, { as: owner.token });
    for (const page of ['/c/morning-cup', `/campaigns/${data.id}`]) {
      const { code, subject } = await askOn(page);
      expect(subject).toBe(`${code} is your sign-in code for Blue Cup`);
    }
    await ctx.call('POST', '/campaigns', { ...CAMPAIGN, name: 'Secret cup' }, { as: owner.token });
    expect((await askOn('/c/secret-cup')).subject).not.toContain('Blue Cup');
  });

  test('leads back to the present address of the page, also if that was an earlier one', async () => {
    await ctx.call(
      'POST',
      '/campaigns',
      { ...CAMPAIGN, name: 'Back cup', launch: true },
      { as: owner.token },
    );
    await put({ slug: 'bluer-cup' });
    for (const [page, next] of [
      ['/s/blue-cup', '%2Fs%2Fbluer-cup'],
      ['/c/back-cup', '%2Fc%2Fback-cup'],
    ] as const) {
      const { code, text } = await askOn(page);
      expect(text).toContain(
        `https://perks.example/login?next=${next}#email=ada%40people.example&code=${code}`,
      );
    }
    const { code, text } = await askOn('/s/nowhere');
    expect(text).toContain(`https://perks.example/login#email=ada%40people.example&code=${code}`);
  });

  test.each(['/s/nowhere', '/c/nowhere', '/c/blue-cup', '/s/blue-cup/more', '/login', 'Blue Cup', ''])(
    'is that of Perkmint for the page %p',
    async page => {
      const { code, fromName, subject, html } = await askOn(page);
      expect({ fromName, subject }).toEqual({ fromName: undefined, subject: `${code} is your sign-in code` });
      expect(html).toContain('>Perkmint</p>');
      expect(html).not.toContain('Blue Cup');
    },
  );

  test('contains no link or authority that the name of a shop pretends', async () => {
    await put({ name: 'Win at evil.example\u00a0<b>' });
    const { fromName, subject, text, html } = await askOn('/s/blue-cup');
    for (const part of [fromName, subject, text, html]) expect(part).not.toContain('evil.example');
    expect(html).toContain('Win at evil example &lt;b&gt;');
    await put({ name: 'Account Security Team', accentColor: '#8a3ffc' });
    const mail = await askOn('/s/blue-cup');
    expect(mail.subject).toBe(`${mail.code} is your sign-in code`);
    expect(mail.html).not.toMatch(/Security|#8a3ffc/);
  });

  test('answers the same for each address and page', async () => {
    await createCustomer(ctx);
    for (const email of [ADA, 'eve@people.example'])
      for (const page of ['/s/blue-cup', '/s/nowhere', undefined]) {
        const { status, data } = await openBrowser(ctx).send('POST', '/session/code', { email, page });
        expect({ status, data }).toEqual({ status: 200, data: { accepted: true } });
      }
  });
});
