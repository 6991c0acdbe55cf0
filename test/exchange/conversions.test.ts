import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { credit, post, problems, type Scene, scene } from './scene.ts';

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterAll(async () => {
  expect(await problems(here)).toEqual([]);
  await here.close();
});

const code = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

describe('the reference of a conversion', () => {
  /** A program of a business that is an issuer with cash, and what a member of it converts a dollar with. */
  async function conversions(who: { token: string; businessId: string }) {
    await post(here, '/exchange/enroll', { role: 'issuer' }, who.token);
    await credit(here, who.businessId, 50);
    const { data: program } = await post(here, '/programs', { name: 'Regulars' }, who.token);
    return async (member: { token: string; userId: string }, reference: string, as = member.token) => {
      const memberId = member.userId;
      const path = `/programs/${program.id}`;
      await post(here, `${path}/members`, { memberId }, member.token);
      const { data } = await post(here, `${path}/cashback`, { memberId, amount: 1 }, who.token);
      const confirm = { action: 'confirm', cashbackId: data.id };
      await post(here, `${path}/cashback`, confirm, who.token);
      const body = { programId: program.id, memberId, amount: 1, reference };
      return code(await post(here, '/exchange/deposits', body, as));
    };
  }

  test('is taken by one member of one business: nobody else can use it up or learn that it was used', async () => {
    const [ours, theirs] = [await conversions(here.shop), await conversions(here.rival)];
    expect(await ours(here.ada, 'inv-1001')).toEqual([201, undefined]);
    expect(await ours(here.ada, 'inv-1001')).toEqual([409, 'CONFLICT']);
    expect(await ours(here.ada, 'inv-1001', here.shop.token)).toEqual([409, 'CONFLICT']);
    expect(await ours(here.bob, 'inv-1001')).toEqual([201, undefined]);
    expect(await theirs(here.ada, 'inv-1001')).toEqual([201, undefined]);
    expect(await theirs(here.ada, 'inv-1001', here.rival.token)).toEqual([409, 'CONFLICT']);
  });
});
