import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectInvalidFields } from '../http/fixture.ts';
import { type MailSetup, setupMails } from '../mailings/fixture.ts';

let ctx: MailSetup;
beforeAll(async () => {
  ctx = await setupMails();
});
afterAll(() => ctx.close());

const put = (change: object) => ctx.call('PUT', '/business', change, { as: ctx.business.token });
const readShop = async () => {
  const { data } = await ctx.call('GET', '/business', undefined, { as: ctx.business.token });
  return (await ctx.call('GET', `/shops/${data.slug}`)).data;
};

describe("A shop's own words", () => {
  test('are on its public pages, and null until they are set', async () => {
    expect(await readShop()).toMatchObject({ invitationText: null, rewardText: null, showsPerkmint: true });
    const words = { invitationText: 'Good to see you!', rewardText: 'Thank you!', showsPerkmint: false };
    expect((await put({ ...words, senderName: 'Ada' })).data).toMatchObject({ ...words, senderName: 'Ada' });
    expect(await readShop()).toMatchObject(words);
    expect(await readShop()).not.toHaveProperty('senderName');
  });

  test('do not include what an owner notes in the rewards of a program', async () => {
    const note = { note: 'our margin is 40 %' };
    const goal = { id: 'card', name: 'Card', metric: 'visits', target: 10, reward: 'A free coffee' };
    const shop = { id: 'mug', name: 'Mug', points: 100, reward: { type: 'item', name: 'Mug' } };
    const terms = { cashback: { type: 'percentage', value: 10 }, points: { perAction: 5 } };
    const rewards = {
      cashback: { ...terms.cashback, ...note },
      points: { ...terms.points, ...note },
      goals: [{ ...goal, ...note }],
      shop: [{ ...shop, ...note }],
      ...note,
    };
    const created = await ctx.call(
      'POST',
      '/programs',
      { name: 'Regulars', rewards },
      { as: ctx.business.token },
    );
    expect(created.data.rewards).toMatchObject(rewards);
    const programs: { id: string; rewards: object }[] = (await readShop()).programs;
    const shown = programs.find(({ id }) => id === created.data.id)?.rewards;
    expect(shown).toMatchObject({ ...terms, goals: [goal], shop: [shop] });
    expect(JSON.stringify(shown)).not.toContain('margin');
  });

  test('have at most 300 characters and are cleared with null', async () => {
    expect(expectInvalidFields(await put({ invitationText: 'x'.repeat(301) }))).toEqual(['invitationText']);
    const cleared = { invitationText: null, rewardText: null, senderName: null };
    expect((await put(cleared)).data).toMatchObject(cleared);
  });

  test('are in the mail about a new reward, from the name of the sender', async () => {
    const path = '/business/mails/reward.issued/preview';
    const preview = async () =>
      (await ctx.call('GET', path, undefined, { as: ctx.business.token })).data as {
        text: string;
        html: string;
      };
    expect((await preview()).text).not.toContain('See you soon');
    await put({ rewardText: 'See you <soon>', senderName: 'Ada' });
    const { text, html } = await preview();
    expect(text).toContain('See you <soon>');
    expect(html).toContain('See you &lt;soon&gt;');
    await ctx.call('POST', '/business/mails/reward.issued/test', {}, { as: ctx.business.token });
    expect(ctx.server.mails.at(-1)?.headers.from).toStartWith('Ada <');
  });

  test.each(['Account Security Team', 'Blue Cup SUPPORT', 'Kontosicherheit & Sicherheit', 'Perkmint'])(
    'the sender %s is refused, because it sounds like an authority',
    async senderName => {
      const refused = await ctx.call('PUT', '/business', { senderName }, { as: ctx.business.token });
      expect(expectInvalidFields(refused)).toEqual(['senderName']);
    },
  );

  test('a business with such a name sends as Perkmint', async () => {
    await put({ name: 'Account Security Team', senderName: null });
    await ctx.call('POST', '/business/mails/reward.issued/test', {}, { as: ctx.business.token });
    expect(ctx.server.mails.at(-1)?.headers.from).toStartWith('Perkmint <');
  });

  test('neither an invitation nor a claim names it', async () => {
    const call = (path: string, body: object) => ctx.call('POST', path, body, { as: ctx.business.token });
    await put({ name: 'Account Security Team' });
    ctx.server.mails.length = 0;
    await call('/business/users', { email: 'sam@people.example', name: 'Sam' });
    const { id } = (await call('/programs', { name: 'Regulars' })).data;
    await call(`/programs/${id}/members`, { memberId: 'till-1', email: 'zoe@people.example' });
    await call(`/programs/${id}/members/till-1/claim`, { send: true });
    await ctx.app.services.backgroundTasks.settled();
    expect(ctx.server.mails.map(({ to }) => to)).toEqual(['sam@people.example', 'zoe@people.example']);
    for (const { subject, text } of ctx.server.mails) expect(`${subject} ${text}`).not.toContain('Security');
  });
});
