import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
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

  test('may be set by the member', async () => {
    await enrollMember(ctx, programId, ctx.ada.userId, { as: ctx.ada.token });
    expect((await put(ctx.ada.userId, { phone: '+12025550122' }, ctx.ada.token)).data.phone).toBe(
      '+12025550122',
    );
  });
});

test('An unknown country is rejected', async () => {
  const { status, error } = await setCountry('XX');
  expect(status).toBe(400);
  expect(error.details?.[0]).toMatchObject({ field: 'country', rule: 'format' });
});
