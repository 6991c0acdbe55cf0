import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createSubmission, HOUR, reviewSubmission } from '../campaigns/fixture.ts';
import { createStaff } from '../support/accounts.ts';
import { propose } from '../support/propose.ts';
import { changeSettings, type MailSetup, setupMails } from './fixture.ts';

let ctx: MailSetup;
beforeEach(async () => {
  ctx = await setupMails();
});
afterEach(() => ctx.close());

const submit = () => createSubmission(ctx, ctx.campaignId, { as: ctx.ada.token });
const sent = () => ctx.server.mails.map(({ to, subject }) => [to, subject]);

test('the owner gets a mail about new proof at once, then at most every four hours while it waits', async () => {
  await submit();
  await submit();
  await ctx.deliver();
  expect(sent()).toEqual([['owner@blue-cup.example', '2 submissions wait for your review']]);
  const [mail] = ctx.server.mails;
  expect(mail?.text).toContain('A customer has sent proof for Morning cup.');
  expect(mail?.text).toContain('https://perks.example/dashboard/reviews');
  await submit();
  await ctx.deliver();
  expect(sent()).toHaveLength(1);
  ctx.clock.advance(4 * HOUR);
  await submit();
  await ctx.deliver();
  expect(sent()[1]).toEqual(['owner@blue-cup.example', '4 submissions wait for your review']);
});

test('proof that is decided about already causes no mail to the owner', async () => {
  const { id } = await submit();
  await reviewSubmission(ctx, id, 'approve');
  await ctx.deliver();
  expect(sent().map(([to]) => to)).toEqual(['ada@people.example']);
});

test('staff and managers get them once they turn it on, and the counter never', async () => {
  const [manager, staff, counter] = await Promise.all(
    ['manager', 'staff', 'counter'].map(position => createStaff(ctx, ctx.business, position)),
  );
  const kindsOf = async (as = '') => {
    const { data } = await ctx.call('GET', '/account/notifications', undefined, { as });
    return data.kinds.map(({ kind, isEnabled }: { kind: string; isEnabled: boolean }) => [kind, isEnabled]);
  };
  expect(await kindsOf(manager)).toEqual([
    ['submission.waiting', false],
    ['proposal.waiting', false],
  ]);
  expect(await kindsOf(staff)).toEqual([['submission.waiting', false]]);
  expect(await kindsOf(counter)).toEqual([]);
  await changeSettings(ctx, { kinds: [{ kind: 'submission.waiting', isEnabled: true }] }, staff);
  await submit();
  await ctx.deliver();
  const addresses = sent().map(([to]) => String(to).split('@')[0]);
  expect(addresses.sort()).toEqual(['owner', 'staff']);
});

test('the owner gets a mail about what an agent asks for, once per hour and agent', async () => {
  const as = ctx.business.token;
  const { data: program } = await ctx.call('POST', '/programs', { name: 'Regulars' }, { as });
  await ctx.call('POST', `/programs/${program.id}/members`, { memberId: 'till-1' }, { as });
  await propose(ctx, { owner: as, program: program.id, memberId: 'till-1' });
  await ctx.deliver();
  const asked = ctx.server.mails.filter(({ subject }) => subject === 'Robin asks for your approval');
  expect(asked.map(({ to }) => to)).toEqual(['owner@blue-cup.example']);
  const [mail] = asked;
  expect(mail?.text).toContain('Request: createCashback\nCost: $5.00\n');
  expect(mail?.text).not.toContain('till-1');
});
