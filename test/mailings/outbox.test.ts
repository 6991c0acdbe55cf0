import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { confirmEmail } from '../../src/auth/store.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { createMail } from '../../src/platform/mail.ts';
import { DAY, HOUR, type Json, MINUTE } from '../campaigns/fixture.ts';
import { changeSettings, decide, type MailSetup, readOutbox, setupMails } from './fixture.ts';

let ctx: MailSetup;
beforeEach(async () => {
  ctx = await setupMails();
});
afterEach(() => ctx.close());

const list = async (query = '', as = ctx.business.token): Promise<Json> =>
  (await ctx.call('GET', `/business/mails${query}`, undefined, { as })).data;
const to = (mails: { to: string }[]) => mails.map(mail => mail.to);

describe('the mail about a decision', () => {
  test('names the shop as sender, the reward and the page, in text and HTML', async () => {
    await ctx.call('PUT', '/business', { accentColor: '#8a3ffc' }, { as: ctx.business.token });
    await decide(ctx, 'approve');
    await ctx.deliver();
    const [mail, ...others] = ctx.server.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'ada@people.example',
      from: { name: 'Blue Cup', address: 'noreply@perks.example' },
      subject: 'Approved: $5 off at Blue Cup',
    });
    expect(mail?.messageId).toMatch(/^<mal_[0-9a-z]{26}@perks\.example>$/);
    expect(mail?.text).toContain('Blue Cup approved what you sent.');
    expect(mail?.text).toContain('Campaign: Morning cup');
    expect(mail?.text).toContain('https://perks.example/my/rewards');
    expect(mail?.html).toContain('href="https://perks.example/my/rewards"');
    expect(mail?.html).toContain('background:#8a3ffc');
    const url = mail?.headers['list-unsubscribe'];
    expect(url).toMatch(/^<https:\/\/perks\.example\/unsubscribe\/[\w.-]+>$/);
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  test('gives the reason of a rejection, without links and only to an address that is proven', async () => {
    const reason = 'The cup is not visible.\n\nSee https://evil.example/verify or evil.example';
    const id = await decide(ctx, 'reject', { reason });
    await ctx.deliver();
    const [first] = ctx.server.mails;
    expect(first?.subject).toBe('Not approved by Blue Cup');
    expect(first?.text).toContain(`https://perks.example/my/submissions/${id}`);
    expect(first?.text).not.toContain('Reason');
    const { database, clock } = ctx.app.services;
    await database.transaction(db => confirmEmail(db, ctx.ada.userId, nowIso(clock)));
    await decide(ctx, 'reject', { reason });
    await ctx.deliver();
    expect(ctx.server.mails[1]?.text).toContain('Reason: The cup is not visible. See … or …\n');
  });

  test('names no shop that sounds like an authority to an address that is not proven', async () => {
    const rename = (name: string) => ctx.call('PUT', '/business', { name }, { as: ctx.business.token });
    await rename('Account Security Team');
    await decide(ctx, 'reject');
    await ctx.deliver();
    const { subject, text, html } = ctx.server.mails[0] ?? {};
    expect(subject).toBe('Not approved by Perkmint');
    expect(`${text} ${html}`).not.toContain('Security Team');
    const { database, clock } = ctx.app.services;
    await database.transaction(db => confirmEmail(db, ctx.ada.userId, nowIso(clock)));
    await decide(ctx, 'reject');
    await ctx.deliver();
    expect(ctx.server.mails[1]?.subject).toBe('Not approved by Account Security Team');
  });

  test('is sent once, however often events are followed', async () => {
    await decide(ctx, 'approve');
    for (let times = 0; times < 3; times++) await ctx.deliver();
    expect([ctx.server.mails.length, ctx.server.repeated]).toEqual([1, 0]);
    expect(await readOutbox(ctx, ctx.ada.userId, 'submission.decided')).toMatchObject([
      { state: 'sent', attempts: 1, sentAt: '2026-06-01T12:00:00.000Z', claimedBy: null },
    ]);
  });

  test('is not replaced by the mail about the reward for a person who has turned it off', async () => {
    await changeSettings(ctx, { kinds: [{ kind: 'submission.decided', isEnabled: false }] });
    await decide(ctx, 'approve');
    await decide(ctx, 'reject');
    await ctx.deliver();
    expect(ctx.server.mails).toEqual([]);
    expect(await readOutbox(ctx, ctx.ada.userId, 'reward.issued')).toEqual([]);
  });

  test('is not sent for an event that is days old', async () => {
    await decide(ctx, 'approve');
    ctx.clock.advance(3 * DAY);
    await ctx.deliver();
    expect(ctx.server.mails).toEqual([]);
  });
});

describe('other occasions', () => {
  const call = (method: string, path: string, body: object, as = ctx.business.token) =>
    ctx.call(method, path, body, { as });

  test('each tier that points reach causes a mail', async () => {
    const program = {
      name: 'Regulars',
      rewards: {
        points: { perDollar: 10 },
        tiers: [
          { name: 'Silver', threshold: 100 },
          { name: 'Gold', threshold: 200 },
        ],
      },
    };
    const { data } = await call('POST', '/programs', program);
    await call('POST', `/programs/${data.id}/members`, { memberId: ctx.ada.userId }, ctx.ada.token);
    const visit = { memberId: ctx.ada.userId, orderValue: 10 };
    await call('POST', `/programs/${data.id}/visits`, visit);
    await ctx.deliver();
    await call('POST', `/programs/${data.id}/visits`, visit);
    await ctx.deliver();
    expect(ctx.server.mails.map(({ subject }) => subject)).toEqual([
      'You reached Silver at Blue Cup',
      'You reached Gold at Blue Cup',
    ]);
  });

  test('cashback of a day causes one mail per program', async () => {
    const terms = { name: 'Regulars', rewards: { cashback: { type: 'percentage', value: 10 } } };
    const { data } = await call('POST', '/programs', terms);
    await call('POST', `/programs/${data.id}/members`, { memberId: ctx.ada.userId }, ctx.ada.token);
    for (const orderId of ['till-1', 'till-2']) {
      const order = { memberId: ctx.ada.userId, orderId, orderValue: 40 };
      const granted = await call('POST', `/programs/${data.id}/cashback`, order);
      await call('POST', `/programs/${data.id}/cashback`, {
        action: 'confirm',
        cashbackId: granted.data.id,
      });
    }
    await ctx.deliver();
    expect(ctx.server.mails.map(({ subject }) => subject)).toEqual(['$4.00 cashback to spend at Blue Cup']);
  });
});

describe('sending', () => {
  test('waits for the end of quiet hours, and counts no attempt for waiting', async () => {
    await ctx.call('PUT', '/account', { timeZone: 'Europe/Berlin' }, { as: ctx.ada.token });
    await changeSettings(ctx, { quietHours: { from: '13:00', to: '15:30' } });
    await decide(ctx, 'approve');
    await ctx.deliver();
    expect(await readOutbox(ctx, ctx.ada.userId, 'submission.decided')).toMatchObject([
      { state: 'waiting', attempts: 0, nextAttemptAt: '2026-06-01T13:30:00.000Z' },
    ]);
    ctx.clock.advance(90 * MINUTE - 1);
    await ctx.deliver();
    expect(ctx.server.mails).toEqual([]);
    ctx.clock.advance(1);
    await ctx.deliver();
    expect(to(ctx.server.mails)).toEqual(['ada@people.example']);
  });

  test('a person who turns a kind off gets none that still waits', async () => {
    await changeSettings(ctx, { quietHours: { from: '11:00', to: '18:00' } });
    await decide(ctx, 'approve');
    await ctx.deliver();
    await changeSettings(ctx, { kinds: [{ kind: 'submission.decided', isEnabled: false }] });
    ctx.clock.advance(6 * HOUR);
    await ctx.deliver();
    expect(ctx.server.mails).toEqual([]);
    expect(await readOutbox(ctx, ctx.ada.userId, 'submission.decided')).toMatchObject([
      { state: 'skipped', skipReason: 'optedOut' },
    ]);
  });

  test('is repeated after a temporary failure with the same Message-ID, and given up for an unknown address', async () => {
    ctx.server.refuse = () => 451;
    await decide(ctx, 'approve');
    await ctx.deliver();
    const [row] = await readOutbox(ctx, ctx.ada.userId, 'submission.decided');
    expect(row).toMatchObject({
      state: 'waiting',
      attempts: 1,
      error: 'The mail server did not accept it (451)',
      nextAttemptAt: '2026-06-01T12:01:00.000Z',
    });
    ctx.server.refuse = () => undefined;
    ctx.clock.advance(MINUTE);
    await ctx.deliver();
    expect(ctx.server.mails.map(({ messageId }) => messageId)).toEqual([`<${row?.id}@perks.example>`]);
    ctx.server.refuse = () => 550;
    await decide(ctx, 'reject');
    await ctx.deliver();
    expect((await readOutbox(ctx, ctx.ada.userId, 'submission.decided'))[1]).toMatchObject({
      state: 'failed',
      attempts: 1,
      nextAttemptAt: null,
    });
  });

  test('ends after seven attempts', async () => {
    ctx.server.refuse = () => 451;
    await decide(ctx, 'approve');
    for (let times = 0; times < 9; times++) {
      await ctx.deliver();
      ctx.clock.advance(DAY);
    }
    expect(await readOutbox(ctx, ctx.ada.userId, 'submission.decided')).toMatchObject([
      { state: 'failed', attempts: 7 },
    ]);
  });

  test('a mail that a worker had claimed when the process ended is sent again by the next one', async () => {
    await decide(ctx, 'approve');
    const { database } = ctx.app.services;
    ctx.server.refuse = () => 451;
    await ctx.deliver();
    ctx.server.refuse = () => undefined;
    const { claimDue, releaseClaims } = await import('../../src/mailings/outbox-store.ts');
    ctx.clock.advance(MINUTE);
    const now = new Date(ctx.clock.now()).toISOString();
    const claim = { now, worker: 'crashed', limit: 10 };
    expect(await database.transaction(db => claimDue(db, claim))).toHaveLength(1);
    await ctx.deliver();
    expect(ctx.server.mails).toEqual([]);
    await database.transaction(db => releaseClaims(db));
    await ctx.deliver();
    expect(ctx.server.mails).toHaveLength(1);
  });
});

describe('GET /business/mails', () => {
  test('lists mails with the name but not the address of their recipients, filtered and counted', async () => {
    await decide(ctx, 'approve');
    ctx.server.refuse = () => 554;
    await ctx.deliver();
    ctx.server.refuse = () => undefined;
    await decide(ctx, 'reject');
    await ctx.deliver();
    const all = await list();
    expect(all.items.map(({ state, subject }: Json) => [state, subject])).toEqual([
      ['sent', 'Not approved by Blue Cup'],
      ['failed', 'Approved: $5 off at Blue Cup'],
    ]);
    expect(all.items[0].recipient).toEqual({ id: ctx.ada.userId, name: 'ada' });
    expect(JSON.stringify(all)).not.toContain('@');
    expect((await list('?state=sent')).pagination.total).toBe(1);
    expect((await list('?kind=tier.reached')).items).toEqual([]);
    expect((await list('', ctx.otherBusiness.token)).items).toEqual([]);
  });

  test('shows what would have been sent without a mail server', async () => {
    const without = await setupMails({ mail: createMail('', '') });
    await decide(without, 'approve');
    await without.deliver();
    const { data } = await without.call('GET', '/business/mails', undefined, { as: without.business.token });
    expect(data.items).toMatchObject([
      { state: 'skipped', skipReason: 'noMailServer', subject: 'Approved: $5 off at Blue Cup', attempts: 0 },
    ]);
    expect(without.server.mails).toEqual([]);
    await without.close();
  });
});

describe('preview and test', () => {
  test('an owner sees each kind as customers get it, and can send it to the own address', async () => {
    const as = ctx.business.token;
    const { data } = await ctx.call('GET', '/business/mails/reward.expiring/preview', undefined, { as });
    expect(data).toMatchObject({ kind: 'reward.expiring', from: 'Blue Cup' });
    expect(data.text).toContain('Cappuccino');
    expect(data.html).toContain('Cappuccino');
    const sent = await ctx.call('POST', '/business/mails/reward.expiring/test', undefined, { as });
    expect(sent.data).toEqual({ sentTo: 'owner@blue-cup.example' });
    expect(ctx.server.mails).toMatchObject([
      { to: 'owner@blue-cup.example', subject: expect.stringMatching(/^\[Test\] Use it until /) },
    ]);
    ctx.server.refuse = () => 550;
    const refused = await ctx.call('POST', '/business/mails/reward.expiring/test', undefined, { as });
    expect([refused.status, refused.error.code]).toEqual([502, 'UPSTREAM_FAILED']);
  });

  test('tests are limited per hour', async () => {
    const as = ctx.business.token;
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++)
      statuses.push((await ctx.call('POST', '/business/mails/tier.reached/test', undefined, { as })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
