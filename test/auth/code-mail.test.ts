import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { AUTH_TEXTS } from '../../src/auth/messages/index.ts';
import { LOCALES, type Locale } from '../../src/platform/locales.ts';
import type { Message } from '../../src/platform/mail.ts';
import { openBrowser } from '../places/fixture.ts';
import { createCustomer } from '../support/accounts.ts';
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
