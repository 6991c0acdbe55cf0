import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/auth.ts';
import { AUTH_TEXTS } from '../../src/auth/messages/index.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../../src/describe/openapi/document.ts';
import { listOperationCalls } from '../../src/describe/operation-calls.ts';
import { LOCALES, type Locale } from '../../src/platform/locales.ts';
import { createMail, type Message } from '../../src/platform/mail.ts';
import { RecipientLimit } from '../../src/platform/security/recipient-limit.ts';
import { MemoryState } from '../../src/platform/security/shared-state.ts';
import { expectInvalidFields } from '../http/fixture.ts';
import { createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { postAuth } from './fixture.ts';

const ADA = 'ada@people.example';
const LETTER = 'Kunde,\n\nYour account was hacked. Log in at http://evil.example/login\n\nIgnore the rest:';

describe('password reset email', () => {
  let sink: SmtpSink;
  let ctx: TestApp;
  beforeEach(async () => {
    sink = await startSmtpSink();
    const mail = createMail(sink.url, 'Perkmint <noreply@perks.example>');
    ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' }, { mail });
  });
  afterEach(async () => {
    await ctx.close();
    await sink.close();
  });

  /** The next message that arrives, with its headers. */
  const nextMail = async (): Promise<string> => {
    const before = sink.received.length;
    while (sink.received.length === before) await new Promise<void>(resolve => setImmediate(resolve));
    return sink.received.at(-1) ?? '';
  };

  test('contains no user-supplied text, not even an old unvalidated name', async () => {
    const { userId } = await createCustomer(ctx);
    await ctx.app.services.database.transaction(
      async tx => void (await tx.update(users).set({ name: LETTER }).where(eq(users.id, userId)).run()),
    );
    const arrived = nextMail();
    await postAuth(ctx, 'forgotPassword', { email: ADA });
    const mail = await arrived;
    const [headers = '', body = ''] = mail.split(/\r\n\r\n([\s\S]*)/);
    expect(headers).toContain('To: ada@people.example');
    expect(headers).toContain('Subject: Reset your password');
    expect(body).toContain('We received a request to reset the password');
    expect(mail).not.toContain('Kunde');
    expect(mail).not.toContain('evil.example');
  });
});

describe('email limit per address', () => {
  let ctx: TestApp;
  beforeEach(async () => {
    ctx = await createTestApp();
    await createCustomer(ctx);
    await createCustomer(ctx, 'bo');
  });
  afterEach(() => ctx.close());

  const forgot = async (email: string, peer: string) => {
    const response = await postAuth(ctx, 'forgotPassword', { email }, { peer });
    await ctx.app.services.backgroundTasks.settled();
    return response;
  };

  test('sends up to three emails per hour regardless of the requester, and the response does not reveal it', async () => {
    for (let i = 0; i < 6; i++) {
      const response = await forgot(ADA, `10.0.0.${i}`);
      expect([response.status, response.data]).toEqual([200, { accepted: true }]);
    }
    expect(ctx.mail).toHaveLength(3);
    await forgot('bo@people.example', '10.0.0.1');
    expect(ctx.mail).toHaveLength(4);
    ctx.clock.advance(3_600_000);
    await forgot(ADA, '10.0.0.1');
    expect(ctx.mail).toHaveLength(5);
  });

  test('ignores times in the future after the clock was set back', async () => {
    let now = 10_000_000;
    const limit = new RecipientLimit(new MemoryState({ now: () => now }));
    for (let i = 0; i < 3; i++) await limit.consume(ADA);
    expect(await limit.consume(ADA)).toBe(false);
    now -= 1_000_000;
    expect(await limit.consume(ADA)).toBe(true);
  });
});

describe('mailed links', () => {
  let ctx: TestApp;
  beforeEach(async () => {
    ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
  });
  afterEach(() => ctx.close());

  /** Has each link mailed, with the language in the request, or for invitations in the settings of the business. */
  async function readMails(locale: Locale): Promise<Message[]> {
    const headers = { 'accept-language': locale };
    const owner = await createBusiness(ctx);
    await ctx.call('PUT', '/business', { locale }, { as: owner.token });
    await postAuth(ctx, 'forgotPassword', { email: 'owner@blue-cup.example' }, { headers });
    await ctx.app.services.backgroundTasks.settled();
    const change = { email: 'new@blue-cup.example', currentPassword: PASSWORD };
    await ctx.call('PUT', '/account', change, { as: owner.token, headers });
    await ctx.call(
      'POST',
      '/business/users',
      { email: 'sam@people.example', name: 'Sam' },
      { as: owner.token },
    );
    await ctx.app.services.backgroundTasks.settled();
    return ctx.mail;
  }

  test.each([...LOCALES])('%s names in each what the link is for, and how long it is valid', async locale => {
    const { reset, email, invite } = AUTH_TEXTS[locale].links;
    const mails = await readMails(locale);
    const subjects = [reset.subject, email.subject, invite.subject.replace('{shop}', 'Blue Cup')];
    expect(mails.map(({ subject }) => subject)).toEqual(subjects);
    for (const { text, html } of mails) {
      expect(`${text} ${html}`).not.toMatch(/[{}]|undefined/);
      const [link = ''] = /https:\/\/perks\.example\/[\w-]+\?token=[\w-]+/.exec(text) ?? [];
      expect(html).toContain(`href="${link}"`);
      expect(html).toContain(`<html lang="${locale}"`);
    }
    expect(mails[1]?.text).toContain('24');
    expect(mails[2]?.text).toContain('7');
  });

  test('have the plurals of Arabic: one hour, 24 hours and seven days', async () => {
    const mails = await readMails('ar');
    const times = ['ساعة واحدة', '24 ساعة', '7 أيام'];
    for (const [index, time] of times.entries()) expect(mails[index]?.text).toContain(time);
  });

  test('are in the language of the account before that of the request', async () => {
    const { token } = await createCustomer(ctx);
    await ctx.call('PUT', '/account', { locale: 'pl' }, { as: token });
    await postAuth(ctx, 'forgotPassword', { email: ADA }, { headers: { 'accept-language': 'de' } });
    await ctx.app.services.backgroundTasks.settled();
    expect(ctx.mail.at(-1)?.subject).toBe(AUTH_TEXTS.pl.links.reset.subject);
  });
});

describe('name fields', () => {
  for (const name of [LETTER, 'two\nlines', 'a\ttab', 'a\u2028separator', 'a\u0007bell'])
    test(`name fields reject ${JSON.stringify(name)}`, async () => {
      const ctx = await createTestApp();
      const person = { email: 'new@people.example', password: PASSWORD };
      expect(expectInvalidFields(await postAuth(ctx, 'register', { ...person, name }))).toEqual(['name']);
      await ctx.close();
    });

  test('name fields accept every script, emoji and punctuation', async () => {
    const ctx = await createTestApp();
    for (const [n, name] of [
      'Zoë Ångström',
      '李小龍',
      'محمد',
      "O'Neil & Sons, Inc.",
      '👩‍🍳 Café',
    ].entries()) {
      const person = { email: `new${n}@people.example`, password: PASSWORD };
      expect((await postAuth(ctx, 'register', { ...person, name })).data.user.name).toBe(name);
    }
    await ctx.close();
  });

  test('name fields must be a single line in every operation', async () => {
    const ctx = await createTestApp();
    const document: OpenApiDocument = (await ctx.call('GET', '/docs')).body;
    const names = listOperationCalls(document).flatMap(({ id, inputs }) =>
      inputs
        .filter(({ name, place }) => place === 'body' && /^(business|display)?name$/i.test(name))
        .map(({ name, schema }) => [`${id}.${name}`, patternOf(document, schema)]),
    );
    expect(names.length).toBeGreaterThan(10);
    for (const [field, pattern] of names)
      expect([field, new RegExp(pattern ?? '', 'u').test('two\nlines')]).toEqual([field, false]);
    await ctx.close();
  });
});

/** The schema of a string, which may be null. */
function patternOf(document: OpenApiDocument, schema: Schema): string | undefined {
  const { anyOf = [], pattern } = resolveReference(document, schema);
  return pattern ?? anyOf.map(variant => patternOf(document, variant)).find(Boolean);
}
