import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { createStaff } from '../support/accounts.ts';
import { changeSettings, getSettings } from './fixture.ts';

let ctx: Setup;

beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const kindOf = (settings: Json, kind: string) => settings.kinds.find((one: Json) => one.kind === kind);

describe('GET /account/notifications', () => {
  test('customers get mails about their own affairs until they turn them off', async () => {
    const settings = await getSettings(ctx);
    expect(settings).toMatchObject({
      email: 'ada@people.example',
      timeZone: 'UTC',
      canSend: true,
      quietHours: null,
    });
    expect(settings.kinds.map(({ kind, isEnabled }: Json) => [kind, isEnabled])).toEqual([
      ['submission.decided', true],
      ['reward.issued', true],
      ['reward.expiring', true],
      ['cashback.available', true],
      ['tier.reached', true],
      ['order.filled', true],
    ]);
    expect(kindOf(settings, 'reward.issued').consent).toBeNull();
    // No business has set up a wallet.
    expect(settings.passMessages).toEqual([]);
  });

  test('owners get the mails of the team and the weekly letter, and the counter none', async () => {
    const { kinds } = await getSettings(ctx, ctx.business.token);
    const names = kinds.map(({ kind }: Json) => kind);
    expect(names).toEqual(['submission.waiting', 'proposal.waiting', 'business.weekly']);
    const counter = await createStaff(ctx, ctx.business, 'counter');
    expect((await getSettings(ctx, counter)).kinds).toEqual([]);
  });
});

describe('PUT /account/notifications', () => {
  test('stores each choice with its proof, and leaves other kinds as they are', async () => {
    const kinds = [{ kind: 'tier.reached', isEnabled: false }];
    const { data } = await changeSettings(ctx, { kinds });
    expect(kindOf(data, 'tier.reached')).toMatchObject({
      isEnabled: false,
      consent: { source: 'account', wording: '2026-11', decidedAt: '2026-06-01T12:00:00.000Z' },
    });
    expect(kindOf(data, 'reward.issued')).toMatchObject({ isEnabled: true, consent: null });
    const again = await changeSettings(ctx, { kinds: [{ kind: 'tier.reached', isEnabled: true }] });
    expect(kindOf(again.data, 'tier.reached').isEnabled).toBe(true);
    expect(kindOf(await getSettings(ctx, ctx.bob.token), 'tier.reached').consent).toBeNull();
  });

  test('sets, replaces and removes quiet hours in the time zone of the account', async () => {
    await ctx.call('PUT', '/account', { timeZone: 'Europe/Berlin' }, { as: ctx.ada.token });
    const night = { from: '22:00', to: '08:00' };
    expect((await changeSettings(ctx, { quietHours: night })).data).toMatchObject({
      quietHours: night,
      timeZone: 'Europe/Berlin',
    });
    const noon = { from: '12:00', to: '13:30' };
    expect((await changeSettings(ctx, { quietHours: noon })).data.quietHours).toEqual(noon);
    expect((await changeSettings(ctx, { quietHours: null })).data.quietHours).toBeNull();
  });

  test.each<[string, object, string, string]>([
    ['nothing', {}, 'body', 'required'],
    ['an unknown kind', { kinds: [{ kind: 'x', isEnabled: true }] }, 'kinds.0.kind', 'enum'],
    ['a kind of owners', { kinds: [{ kind: 'business.weekly', isEnabled: true }] }, 'kinds.0.kind', 'enum'],
    [
      'a kind twice',
      {
        kinds: [
          { kind: 'tier.reached', isEnabled: true },
          { kind: 'tier.reached', isEnabled: false },
        ],
      },
      'kinds.1.kind',
      'unique',
    ],
    ['a time that is none', { quietHours: { from: '24:00', to: '08:00' } }, 'quietHours.from', 'pattern'],
    ['a missing end', { quietHours: { from: '22:00' } }, 'quietHours.to', 'required'],
    ['hours without a length', { quietHours: { from: '08:00', to: '08:00' } }, 'quietHours.to', 'conflict'],
  ])('rejects %s, naming the field, and changes nothing', async (_title, body, field, rule) => {
    const before = await getSettings(ctx);
    const { status, error } = await changeSettings(ctx, body);
    expect(status).toBe(400);
    expect(error.details?.[0]).toMatchObject({ field, rule });
    expect(await getSettings(ctx)).toEqual(before);
  });
});
