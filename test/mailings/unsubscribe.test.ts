import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changeSettings, decide, getSettings, type MailSetup, PUBLIC_URL, setupMails } from './fixture.ts';

let ctx: MailSetup;
let url: string;

beforeAll(async () => {
  ctx = await setupMails();
  await decide(ctx, 'approve');
  await ctx.deliver();
  url = ctx.server.mails[0]?.headers['list-unsubscribe']?.slice(1, -1) ?? '';
});
afterAll(() => ctx.close());

const open = (link: string) => ctx.send(new Request(link, { headers: { accept: 'text/html' } }));
/** The request of a mail program, without a cookie (RFC 8058). */
const oneClick = (link: string) =>
  ctx.send(
    new Request(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }),
  );
const isEnabled = async () => {
  const { kinds } = await getSettings(ctx);
  return kinds.find(({ kind }: { kind: string }) => kind === 'submission.decided').isEnabled;
};

test('opening the link changes nothing and shows a button, without a name or an address', async () => {
  const response = await open(url);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('Decisions on your proof');
  expect(text).toContain('<button type="submit">Unsubscribe</button>');
  expect(text).not.toMatch(/\bada\b|@people/i);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(await isEnabled()).toBe(true);
});

test('the page is in the language of the browser', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'de' };
  const text = await (await ctx.send(new Request(url, { headers }))).text();
  expect(text).toContain('Danach kommen keine E-Mails mehr zu: Entscheidungen über deine Beiträge.');
});

test('one click stops the kind, without a login, and the next mails', async () => {
  expect((await oneClick(url)).status).toBe(200);
  expect(await isEnabled()).toBe(false);
  const { kinds } = await getSettings(ctx);
  expect(kinds[0].consent).toMatchObject({ source: 'unsubscribe', wording: '2026-11' });
  expect(kinds.slice(1).every(({ isEnabled }: { isEnabled: boolean }) => isEnabled)).toBe(true);
  await decide(ctx, 'reject');
  await ctx.deliver();
  expect(ctx.server.mails).toHaveLength(1);
});

test('doing it again changes nothing, not even the time of the choice', async () => {
  const before = await getSettings(ctx);
  ctx.clock.advance(60_000);
  expect((await oneClick(url)).status).toBe(200);
  expect(await getSettings(ctx)).toEqual(before);
  await changeSettings(ctx, { kinds: [{ kind: 'submission.decided', isEnabled: true }] });
  expect((await oneClick(url)).status).toBe(200);
  expect(await isEnabled()).toBe(false);
});

test('a link that was not sent gets the same page, for any user in it', async () => {
  const token = url.slice(`${PUBLIC_URL}/unsubscribe/`.length);
  const [payload] = token.split('.');
  const unknown = Buffer.from('usr_00000000000000000000000000 reward.issued').toString('base64url');
  const pages = [];
  for (const forged of [`${payload}.${'0'.repeat(64)}`, `${unknown}.${'0'.repeat(64)}`, 'x']) {
    const response = await oneClick(`${PUBLIC_URL}/unsubscribe/${forged}`);
    expect(response.status).toBe(404);
    pages.push(await response.text());
  }
  expect(new Set(pages).size).toBe(1);
});
