import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { refusedAddresses, urgentMails } from '../../db/schema/mailings.ts';
import { decide, type MailSetup, readOutbox, setupMails } from '../mailings/fixture.ts';
import { createProgram, enrollMember } from '../programs/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const ADA = 'ada@people.example';
const FAN = 'fan@fans.example';

let ctx: MailSetup;
beforeEach(async () => {
  ctx = await setupMails();
});
afterEach(() => ctx.close());

const post = (path: string, body: object, options: object = {}) => ctx.call('POST', path, body, options);
const settled = () => ctx.app.services.backgroundTasks.settled();
const listWaiting = async () => await ctx.app.services.database.reader.select().from(urgentMails).all();
const listRefused = async () =>
  (await ctx.app.services.database.reader.select().from(refusedAddresses).all()).map(({ email }) => email);
const subjects = () => ctx.server.mails.map(({ subject }) => subject);

/** Lets the worker make the attempts of a period. */
async function passTime(ms: number, step = 5 * SECOND): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    ctx.clock.advance(step);
    if ((await listWaiting()).some(({ nextAttemptAt }) => Date.parse(nextAttemptAt) <= ctx.clock.now()))
      await ctx.deliver();
  }
}

async function requestCode(email = FAN): Promise<void> {
  await post('/auth', { action: 'requestCode', email });
  await settled();
}

/** Each kind of mail that a person waits for, and the time after which it is worthless. */
const KINDS: [name: string, lifetimeMs: number, request: () => Promise<unknown>][] = [
  ['sign-in code', 600 * SECOND, () => requestCode()],
  ['password reset', HOUR, () => post('/auth', { action: 'forgotPassword', email: ADA })],
  [
    'invitation',
    7 * 24 * HOUR,
    () =>
      post(
        '/business/users',
        { email: FAN, name: 'Fan', position: 'staff' },
        { as: ctx.business.token, headers: { 'idempotency-key': 'invite' } },
      ),
  ],
  [
    'new address',
    24 * HOUR,
    () =>
      ctx.call(
        'PUT',
        '/account',
        { email: FAN, currentPassword: PASSWORD },
        { as: ctx.ada.token, headers: { 'idempotency-key': 'move' } },
      ),
  ],
  [
    'claim code',
    7 * 24 * HOUR,
    async () => {
      const { id } = await createProgram(ctx, {});
      await enrollMember(ctx, id, 'fan', { email: FAN });
      return post(`/programs/${id}/members/fan/claim`, { send: true }, { as: ctx.business.token });
    },
  ],
];

describe.each(KINDS)('the mail with a %s', (_name, lifetimeMs, request) => {
  test('is sent again after a temporary refusal, once, and leaves nothing behind', async () => {
    let refusals = 2;
    ctx.server.refuse = () => (refusals-- > 0 ? 450 : undefined);
    await request();
    await settled();
    expect(ctx.server.mails).toEqual([]);
    const [waiting] = await listWaiting();
    expect(waiting).toMatchObject({ attempts: 1, claimedBy: null });
    const left = Date.parse(waiting?.expiresAt as string) - ctx.clock.now();
    expect(left).toBeWithin(lifetimeMs - SECOND, lifetimeMs + 24 * HOUR);
    expect(JSON.stringify(waiting)).not.toMatch(/token=|code is|claim#/);
    await passTime(60 * SECOND);
    expect(ctx.server.mails).toHaveLength(1);
    expect(ctx.server.mails[0]?.headers['auto-submitted']).toBe('auto-generated');
    expect(await listWaiting()).toEqual([]);
  });
});

test('a code is tried six times within its ten minutes, and valid whenever it arrives', async () => {
  const times: number[] = [];
  const start = ctx.clock.now();
  ctx.server.refuse = () => {
    times.push((ctx.clock.now() - start) / SECOND);
    return 450;
  };
  await requestCode();
  await passTime(600 * SECOND);
  expect(times).toEqual([0, 15, 45, 105, 225, 465]);
  expect(await listWaiting()).toEqual([]);
  let refusals = 5;
  ctx.server.refuse = () => (refusals-- > 0 ? 450 : undefined);
  await requestCode();
  await passTime(500 * SECOND);
  const code = /code is (\d{6})/.exec(ctx.server.mails[0]?.text ?? '')?.[1];
  const login = await post('/auth', { action: 'codeLogin', email: FAN, code });
  expect(login.status).toBe(200);
});

test('a mail whose server ended during the attempt is sent by the next one, with the same Message-ID', async () => {
  ctx.server.refuse = () => 450;
  await requestCode();
  const [waiting] = await listWaiting();
  // As a crashed node leaves it: claimed, without a result.
  await ctx.app.services.database.transaction(
    async db =>
      void (await db
        .update(urgentMails)
        .set({ claimedBy: 'crashed', claimedUntil: '2026-06-01T12:00:00.000Z' })
        .run()),
  );
  ctx.server.refuse = () => undefined;
  ctx.clock.advance(120 * SECOND);
  await ctx.deliver();
  expect(ctx.server.mails.map(({ messageId }) => messageId)).toEqual([`<${waiting?.id}@perks.example>`]);
});

describe('an address that was refused for good', () => {
  test('gets every code, but no notifications', async () => {
    ctx.server.refuse = address => (address === ADA ? 550 : undefined);
    await requestCode(ADA);
    expect([await listWaiting(), await listRefused()]).toEqual([[], [ADA]]);
    ctx.server.refuse = () => {
      throw new Error('asked the mail server');
    };
    await decide(ctx, 'reject');
    await ctx.deliver();
    expect(await readOutbox(ctx, ctx.ada.userId, 'submission.decided')).toMatchObject([
      { state: 'failed', attempts: 1, error: 'The mail server has refused this address before' },
    ]);
    ctx.server.refuse = () => undefined;
    await requestCode(ADA);
    expect([subjects().length, await listRefused()]).toEqual([1, []]);
    await decide(ctx, 'reject');
    await ctx.deliver();
    expect(subjects()[1]).toContain('Not approved');
  });

  test('is counted from other mails too, and deleted after 30 days', async () => {
    ctx.server.refuse = () => 550;
    await decide(ctx, 'reject');
    await ctx.deliver();
    expect(await listRefused()).toEqual([ADA]);
    ctx.server.refuse = () => undefined;
    ctx.clock.advance(30 * 24 * HOUR + SECOND);
    await decide(ctx, 'reject');
    await ctx.deliver();
    expect(subjects()).toHaveLength(1);
  });
});
