import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { SCHEDULER } from '../../src/context.ts';
import { findDueWeek } from '../../src/mailings/rules/week.ts';
import { remindOfExpiring } from '../../src/mailings/service/expiring.ts';
import { writeWeekly } from '../../src/mailings/service/weekly.ts';
import {
  createLaunchedCampaign,
  createSubmission,
  DAY,
  HOUR,
  reviewSubmission,
} from '../campaigns/fixture.ts';
import { changeSettings, decide, type MailSetup, readOutbox, setupMails } from './fixture.ts';

let ctx: MailSetup;
beforeEach(async () => {
  ctx = await setupMails();
});
afterEach(() => ctx.close());

const remind = () => remindOfExpiring(ctx.app.as(SCHEDULER));
const write = () => writeWeekly(ctx.app.as(SCHEDULER));
const subjects = () => ctx.server.mails.map(({ subject }) => subject);

describe('reminders of rewards', () => {
  test('are sent once, three days before the end', async () => {
    await decide(ctx, 'approve');
    ctx.clock.advance(87 * DAY + 12 * HOUR - 2);
    expect(await remind()).toBe(0);
    ctx.clock.advance(1);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await ctx.deliver();
    expect(subjects()).toEqual(['Use it until August 30, 2026: $5 off at Blue Cup']);
  });

  test('name the last day in the shop, also to people far away, and so does the mail about the reward', async () => {
    await ctx.call('PUT', '/business', { timeZone: 'Europe/Berlin' }, { as: ctx.business.token });
    await ctx.call('PUT', '/account', { timeZone: 'Asia/Tokyo' }, { as: ctx.ada.token });
    await decide(ctx, 'approve');
    await ctx.deliver();
    expect(ctx.server.mails.at(-1)?.text).toContain('Valid until: August 30, 2026');
    ctx.clock.advance(88 * DAY);
    expect(await remind()).toBe(1);
    await ctx.deliver();
    expect(subjects().at(-1)).toBe('Use it until August 30, 2026: $5 off at Blue Cup');
  });

  test('are sent for all of many rewards that end at the same time', async () => {
    await decide(ctx, 'approve');
    const copies = 1_001;
    await ctx.app.services.database.transaction(
      async db =>
        void (await db.run(
          sql.raw(`with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ${copies})
            insert into rewards (id, code, business_id, campaign_id, user_id, currency, type, value, status, expires_at, created_at)
            select 'rwd_' || n, 'C' || n, business_id, campaign_id, user_id, currency, type, value, status, expires_at, created_at
            from rewards, copies`),
        )),
    );
    ctx.clock.advance(88 * DAY);
    expect([await remind(), await remind()]).toEqual([copies + 1, 0]);
  });

  test('are not sent for a reward that is used, valid for a few days, or unwanted', async () => {
    const short = await createLaunchedCampaign(ctx, {
      name: 'Today only',
      reward: { type: 'fixed', value: 5, expiresInDays: 2 },
    });
    const { id } = await createSubmission(ctx, short.id, { as: ctx.ada.token });
    await reviewSubmission(ctx, id, 'approve');
    expect(await remind()).toBe(0);
    const { data } = await reviewSubmission(
      ctx,
      (await createSubmission(ctx, ctx.campaignId, { as: ctx.ada.token })).id,
      'approve',
    );
    ctx.clock.advance(88 * DAY);
    await ctx.call('POST', '/rewards/redeem', { code: data.reward.code }, { as: ctx.business.token });
    expect(await remind()).toBe(0);
  });

  test('respect the choice of the person', async () => {
    await decide(ctx, 'approve');
    await changeSettings(ctx, { kinds: [{ kind: 'reward.expiring', isEnabled: false }] });
    ctx.clock.advance(88 * DAY);
    expect(await remind()).toBe(0);
    expect(await readOutbox(ctx, ctx.ada.userId, 'reward.expiring')).toEqual([]);
  });
});

describe('the weekly letter', () => {
  test('reports the last week to the owner, once, and leaves out shops where nothing happened', async () => {
    // The clock starts on Monday, June 1, at noon.
    await decide(ctx, 'approve');
    await decide(ctx, 'reject');
    await createSubmission(ctx, ctx.campaignId, { as: ctx.bob.token });
    ctx.clock.advance(6 * DAY + 19 * HOUR);
    expect(await write()).toBe(0);
    ctx.clock.advance(HOUR);
    expect([await write(), await write()]).toEqual([1, 0]);
    await ctx.app.mailWorker.drain();
    const letters = ctx.server.mails.filter(({ to }) => to.startsWith('owner'));
    expect(letters).toMatchObject([{ to: 'owner@blue-cup.example', subject: 'Your week at Blue Cup' }]);
    const text = letters[0]?.text ?? '';
    expect(text).toContain('The week from June 1, 2026 to June 7, 2026.');
    for (const line of [
      'Submissions: 3',
      'Submissions of the week before: 0',
      'Approved: 1',
      'Rejected: 1',
      'Rewards issued: $5.00',
      'Submissions to review: 1',
      'What to do next',
    ])
      expect(text).toContain(line);
    expect(text).toContain('https://perks.example/dashboard/account');
  });

  test('is not written to an owner who does not want it', async () => {
    await decide(ctx, 'approve');
    const kinds = [{ kind: 'business.weekly', isEnabled: false }];
    await changeSettings(ctx, { kinds }, ctx.business.token);
    ctx.clock.advance(6 * DAY + 20 * HOUR);
    expect(await write()).toBe(0);
  });

  test.each([
    ['2026-06-08T07:59:00Z', 'UTC', undefined],
    ['2026-06-08T08:00:00Z', 'UTC', { from: '2026-06-01', to: '2026-06-07' }],
    ['2026-06-09T23:59:00Z', 'UTC', { from: '2026-06-01', to: '2026-06-07' }],
    ['2026-06-10T00:00:00Z', 'UTC', undefined],
    ['2026-06-08T08:00:00Z', 'America/New_York', undefined],
    ['2026-06-07T20:00:00Z', 'Pacific/Auckland', { from: '2026-06-01', to: '2026-06-07' }],
    // The clocks went forward on Sunday.
    ['2026-03-30T06:00:00Z', 'Europe/Berlin', { from: '2026-03-23', to: '2026-03-29' }],
  ])('at %s in %s, the due week is %p', (time, zone, week) => {
    expect(findDueWeek(Date.parse(time), zone)).toEqual(week as ReturnType<typeof findDueWeek>);
  });
});
