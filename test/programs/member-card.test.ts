import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { AnyCtx } from '../../src/context.ts';
import { type MemberReference, resolveMember } from '../../src/programs/members/service/resolve.ts';
import { requireOwn } from '../../src/programs/service/read.ts';
import { createProgram, enrollMember, MINUTE, type Scene, scene, updateProgram } from './fixture.ts';

let ctx: Scene;
let programId: string;
beforeAll(async () => {
  ctx = await scene();
  ({ id: programId } = await createProgram(ctx));
  await enrollMember(ctx, programId, 'till-1', { name: 'Ada Martin', phone: '+12025550143' });
});
afterAll(() => ctx.close());

const get = (path: string, as = ctx.business.token) => ctx.call('GET', path, undefined, { as });
const cardOf = async (memberId = 'till-1', id = programId) =>
  (await get(`/programs/${id}/members/${memberId}/card`)).data;
const scan = (card: string, as = ctx.business.token) => get(`/members?card=${card}`, as);
const setStatus = (status: string, memberId = 'till-1') =>
  ctx.call('PUT', `/programs/${programId}/members/${memberId}`, { status }, { as: ctx.business.token });

describe('A static card', () => {
  test('is capital letters and digits and does not expire', async () => {
    expect(await cardOf()).toEqual({
      programId,
      memberId: 'till-1',
      kind: 'static',
      card: expect.stringMatching(/^PMS[0-9A-Z]{53}$/),
      expiresAt: null,
      renewAt: null,
    });
  });

  test('finds its member, also a year later and in lower case', async () => {
    const { card } = await cardOf();
    ctx.clock.advance(300 * 24 * 60 * MINUTE);
    const { data } = await scan(card.toLowerCase());
    expect(data.items.map((member: { memberId: string }) => member.memberId)).toEqual(['till-1']);
  });

  test('stops working when it is replaced', async () => {
    const { card } = await cardOf();
    const path = `/programs/${programId}/members/till-1/card`;
    const replaced = await ctx.call('POST', path, undefined, { as: ctx.business.token });
    expect(replaced.data.card).not.toBe(card);
    const refused = await scan(card);
    expect(refused.status).toBe(404);
    expect(refused.error.details).toEqual([
      { field: 'card', issue: 'has expired or was replaced; ask for the current card', rule: 'unknown' },
    ]);
    expect((await scan(replaced.data.card)).status).toBe(200);
    expect((await cardOf()).card).toBe(replaced.data.card);
  });

  test('is refused when any character is changed', async () => {
    const { card } = await cardOf();
    for (let at = 0; at < card.length; at++) {
      const changed = card.slice(0, at) + (card[at] === 'A' ? 'B' : 'A') + card.slice(at + 1);
      expect((await scan(changed)).status).toBe(404);
    }
  });

  test('is revoked while the member is suspended or has left', async () => {
    const { card } = await cardOf();
    for (const status of ['suspended', 'left']) {
      await setStatus(status);
      expect((await scan(card)).error.code).toBe('MEMBER_SUSPENDED');
      const path = `/programs/${programId}/members/till-1/card`;
      expect((await get(path)).error.code).toBe('MEMBER_SUSPENDED');
    }
    await setStatus('active');
    expect((await scan(card)).status).toBe(200);
  });
});

describe('A rotating card', () => {
  test('works for 60 to 120 seconds and then says that it has expired', async () => {
    const { id } = await createProgram(ctx, {}, { card: 'rotating' });
    await enrollMember(ctx, id, 'till-2');
    const now = ctx.clock.now();
    ctx.clock.advance(MINUTE - (now % MINUTE));
    const start = ctx.clock.now();
    const { card, ...times } = await cardOf('till-2', id);
    expect(times).toMatchObject({
      kind: 'rotating',
      renewAt: new Date(start + MINUTE).toISOString(),
      expiresAt: new Date(start + 2 * MINUTE).toISOString(),
    });
    ctx.clock.advance(2 * MINUTE - 1);
    expect((await scan(card)).status).toBe(200);
    expect((await cardOf('till-2', id)).card).not.toBe(card);
    ctx.clock.advance(1);
    expect((await scan(card)).status).toBe(404);
  });

  test('replaces static cards when the owner changes the kind', async () => {
    const { id, card: kind } = await createProgram(ctx);
    expect(kind).toBe('static');
    await enrollMember(ctx, id, 'till-3');
    const { card } = await cardOf('till-3', id);
    expect((await updateProgram(ctx, id, { card: 'rotating' })).data.card).toBe('rotating');
    expect((await scan(card)).status).toBe(404);
    expect((await cardOf('till-3', id)).kind).toBe('rotating');
  });
});

test('Customers get their own card and no other', async () => {
  const as = ctx.ada.token;
  await enrollMember(ctx, programId, ctx.ada.userId, { as });
  const path = (memberId: string) => `/programs/${programId}/members/${memberId}/card`;
  expect((await get(path(ctx.ada.userId), as)).data.memberId).toBe(ctx.ada.userId);
  expect((await get(path('till-1'), as)).status).toBe(403);
  expect((await ctx.call('POST', path('till-1'), undefined, { as })).status).toBe(403);
  expect((await ctx.call('POST', path(ctx.ada.userId), undefined, { as })).status).toBe(200);
});

test('A search and a card cannot be combined', async () => {
  const { status, error } = await get('/members?q=ada&card=PM');
  expect(status).toBe(400);
  expect(error.details?.[0]).toMatchObject({ field: 'card', rule: 'conflict' });
});

describe('resolveMember', () => {
  const resolve = async (reference: MemberReference) => {
    const actor = { kind: 'user', id: ctx.business.userId, role: 'business', position: 'owner' } as const;
    const own = ctx.app.as({ ...actor, businessId: ctx.business.businessId } as AnyCtx['actor']);
    return (await resolveMember(own, await requireOwn(own, programId), reference)).memberId;
  };

  test('accepts a member ID, a phone number or a card', async () => {
    expect(await resolve({ memberId: 'till-1' })).toBe('till-1');
    expect(await resolve({ phone: '+1 (202) 555-0143' })).toBe('till-1');
    expect(await resolve({ card: (await cardOf()).card })).toBe('till-1');
  });

  const refusals: [string, MemberReference, object][] = [
    ['none', {}, { code: 'VALIDATION_ERROR', details: [{ field: 'memberId', rule: 'required' }] }],
    [
      'two',
      { memberId: 'till-1', phone: '+12025550143' },
      { code: 'VALIDATION_ERROR', details: [{ field: 'memberId', rule: 'conflict' }] },
    ],
    ['an unknown member ID', { memberId: 'till-9' }, { code: 'NOT_A_MEMBER' }],
    [
      'an unknown phone number',
      { phone: '+12025550199' },
      { code: 'NOT_FOUND', details: [{ field: 'phone', rule: 'unknown' }] },
    ],
    [
      'a phone number without a country code',
      { phone: '2025550143' },
      { code: 'VALIDATION_ERROR', details: [{ field: 'phone', rule: 'format' }] },
    ],
    [
      'an unknown card',
      { card: 'PM1' },
      { code: 'NOT_FOUND', details: [{ field: 'card', rule: 'unknown' }] },
    ],
  ];
  for (const [name, reference, error] of refusals)
    test(`refuses ${name}`, () => expect(resolve(reference)).rejects.toMatchObject(error));
});
