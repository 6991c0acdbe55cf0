import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/auth.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../../src/describe/openapi/document.ts';
import { listOperationCalls } from '../../src/describe/operation-calls.ts';
import { createMail } from '../../src/platform/mail.ts';
import { RecipientLimit } from '../../src/platform/security/recipient-limit.ts';
import { MemoryState } from '../../src/platform/security/shared-state.ts';
import { expectInvalidFields } from '../http/fixture.ts';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
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
    expect(body).toStartWith('Hello,\r\n\r\nWe received a request to reset the password');
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
