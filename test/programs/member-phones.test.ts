import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createStaff } from '../support/accounts.ts';
import { createProgram, enrollMember, type Scene, scene } from './fixture.ts';

let ctx: Scene;
let programId: string;
beforeAll(async () => {
  ctx = await scene();
  ({ id: programId } = await createProgram(ctx));
});
afterAll(() => ctx.close());

const put = (memberId: string, body: object, as = ctx.business.token) =>
  ctx.call('PUT', `/programs/${programId}/members/${memberId}`, body, { as });
const setCountry = (country: string | null) =>
  ctx.call('PUT', '/business', { country }, { as: ctx.business.token });

describe('The phone number of a member', () => {
  test('is stored in E.164 format', async () => {
    const { data } = await enrollMember(ctx, programId, 'm1', { phone: ' +49 (0)170 123-4567 ' });
    expect(data.phone).toBe('+491701234567');
    expect((await put('m1', { phone: '+44 20 7946 0958' })).data.phone).toBe('+442079460958');
    expect((await put('m1', { phone: null })).data.phone).toBeNull();
  });

  test('may be in the notation of the country of the business', async () => {
    const { error } = await enrollMember(ctx, programId, 'm2', { phone: '0170 7654321' });
    expect(error.details).toEqual([
      {
        field: 'phone',
        issue: 'must be a valid phone number in international notation, such as +1 202 555 0143',
        rule: 'format',
      },
    ]);
    expect((await setCountry('de')).data.country).toBe('DE');
    const { data } = await enrollMember(ctx, programId, 'm2', { phone: '0170 7654321' });
    expect(data.phone).toBe('+491707654321');
    await setCountry(null);
  });

  for (const phone of ['call me', '+1 202', '+999 123 456 789', '+1 202 555 0143 ext 7', '12025550143'])
    test(`${phone} is rejected and enrolls no member`, async () => {
      const { status, error } = await enrollMember(ctx, programId, 'absent', { phone });
      expect(status).toBe(400);
      expect(error.details?.[0]).toMatchObject({ field: 'phone', rule: 'format' });
      const found = await ctx.call('GET', `/programs/${programId}/members/absent`, undefined, {
        as: ctx.business.token,
      });
      expect(found.status).toBe(404);
    });

  test('is unique within a program, so that it finds one member', async () => {
    const phone = '+12025550111';
    await enrollMember(ctx, programId, 'm3', { phone });
    const { status, error } = await enrollMember(ctx, programId, 'm4', { phone: '+1 202-555-0111' });
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: 'CONFLICT', details: [{ field: 'phone', rule: 'unique' }] });
    await enrollMember(ctx, programId, 'm4');
    expect((await put('m4', { phone })).status).toBe(409);
    expect((await put('m3', { phone, name: 'Ada' })).status).toBe(200);
    const other = await createProgram(ctx);
    expect((await enrollMember(ctx, other.id, 'm3', { phone })).status).toBe(201);
  });

  test('names its holder to the business if it is taken', async () => {
    await enrollMember(ctx, programId, 'm5', { phone: '+12025550112' });
    const { error } = await enrollMember(ctx, programId, 'm6', { phone: '+12025550112' });
    expect(error.details?.[0]?.issue).toBe('is the phone number of the member m5');
  });
});

describe('A phone number that a member enters', () => {
  const NUMBER = '+12025550122';
  const visit = (phone: string) =>
    ctx.call('POST', `/programs/${programId}/visits`, { phone }, { as: ctx.business.token });
  const search = async (q: string) => {
    const { data } = await ctx.call('GET', `/programs/${programId}/members?q=${q}`, undefined, {
      as: ctx.business.token,
    });
    return data.items.map(({ memberId }: { memberId: string }) => memberId);
  };
  const [ada, bob] = [() => ctx.ada.userId, () => ctx.bob.userId];

  beforeAll(async () => {
    for (const person of [ctx.ada, ctx.bob])
      await enrollMember(ctx, programId, person.userId, { as: person.token });
  });

  test('is a hint: a search lists the member, a visit by phone does not', async () => {
    const { data } = await put(ada(), { phone: NUMBER }, ctx.ada.token);
    expect(data).toMatchObject({ phone: NUMBER, phoneConfirmed: false });
    expect(await search('0122')).toEqual([ada()]);
    const { status, error } = await visit(NUMBER);
    expect(status).toBe(404);
    expect(error.details).toEqual([
      { field: 'phone', issue: 'is not the confirmed phone number of a member', rule: 'unknown' },
    ]);
  });

  test('is a hint at enrollment as well', async () => {
    const { id } = await createProgram(ctx);
    const enrolled = await enrollMember(ctx, id, ada(), { as: ctx.ada.token, phone: NUMBER });
    expect(enrolled.data).toMatchObject({ phone: NUMBER, phoneConfirmed: false });
  });

  test('does not keep others from entering or the business from confirming it', async () => {
    expect((await put(bob(), { phone: NUMBER }, ctx.bob.token)).data.phoneConfirmed).toBe(false);
    const confirmed = await put(bob(), { phoneConfirmed: true });
    expect(confirmed.data).toMatchObject({ phone: NUMBER, phoneConfirmed: true });
    expect((await visit(NUMBER)).data.memberId).toBe(bob());
    await put(ada(), { name: 'Ada' }, ctx.ada.token);
    await ctx.call('POST', `/programs/${programId}/visits`, { memberId: ada() }, { as: ctx.business.token });
    expect(await search('0122')).toEqual([bob(), ada()]);
    expect((await put(ada(), { phoneConfirmed: true })).error.code).toBe('CONFLICT');
  });

  test('gets the same answer whether or not it is the number of a member', async () => {
    const taken = await put(ada(), { phone: NUMBER }, ctx.ada.token);
    const free = await put(ada(), { phone: '+12025550123' }, ctx.ada.token);
    const answer = ({ status, data }: typeof taken) => [status, { ...data, phone: null }];
    expect(answer(taken)).toEqual(answer(free));
  });

  test('replaces the confirmed one, which stays confirmed if sent unchanged', async () => {
    expect((await put(bob(), { phone: NUMBER, name: 'Bob' }, ctx.bob.token)).data.phoneConfirmed).toBe(true);
    const changed = await put(bob(), { phone: '+12025550124' }, ctx.bob.token);
    expect(changed.data).toMatchObject({ phone: '+12025550124', phoneConfirmed: false });
    expect((await visit(NUMBER)).status).toBe(404);
  });

  test('stays unconfirmed when a business sends back what it has read', async () => {
    const { data } = await put(bob(), { name: 'Robert', phone: '+12025550124', phoneConfirmed: false });
    expect(data).toMatchObject({ name: 'Robert', phoneConfirmed: false });
  });

  test('is confirmed by the business only', async () => {
    expect((await put(bob(), { phoneConfirmed: true }, ctx.bob.token)).status).toBe(403);
    const counter = await createStaff(ctx, ctx.business, 'counter');
    expect((await put(bob(), { phone: NUMBER }, counter)).error.details).toMatchObject([
      { field: 'position', allowed: ['owner', 'manager', 'staff'] },
    ]);
    expect((await put(bob(), { phoneConfirmed: true }, counter)).data.phoneConfirmed).toBe(true);
    await put(bob(), { phone: null });
    const { status, error } = await put(bob(), { phoneConfirmed: true });
    expect(status).toBe(400);
    expect(error.details).toMatchObject([{ field: 'phone', rule: 'required' }]);
  });
});

test('An unknown country is rejected', async () => {
  const { status, error } = await setCountry('XX');
  expect(status).toBe(400);
  expect(error.details?.[0]).toMatchObject({ field: 'country', rule: 'format' });
});
