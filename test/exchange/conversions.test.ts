import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { creditWallet, findIntegrityProblems, post, type Setup, setup } from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

const code = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

describe('The reference of a conversion', () => {
  /** Creates a program of an issuer with cash. @returns a function with which a member converts a dollar */
  async function conversions(who: { token: string; businessId: string }) {
    await post(ctx, '/exchange/enroll', { role: 'issuer' }, who.token);
    await creditWallet(ctx, who.businessId, 50);
    const { data: program } = await post(ctx, '/programs', { name: 'Regulars' }, who.token);
    return async (member: { token: string; userId: string }, reference: string, as = member.token) => {
      const memberId = member.userId;
      const path = `/programs/${program.id}`;
      await post(ctx, `${path}/members`, { memberId }, member.token);
      const { data } = await post(ctx, `${path}/cashback`, { memberId, amount: 1 }, who.token);
      const confirm = { action: 'confirm', cashbackId: data.id };
      await post(ctx, `${path}/cashback`, confirm, who.token);
      const body = { programId: program.id, memberId, amount: 1, reference };
      return code(await post(ctx, '/exchange/deposits', body, as));
    };
  }

  test('the reference of a conversion is scoped to a member and a business: others can neither use it up nor learn that it was used', async () => {
    const [ours, theirs] = [await conversions(ctx.business), await conversions(ctx.otherBusiness)];
    expect(await ours(ctx.ada, 'inv-1001')).toEqual([201, undefined]);
    expect(await ours(ctx.ada, 'inv-1001')).toEqual([409, 'CONFLICT']);
    expect(await ours(ctx.ada, 'inv-1001', ctx.business.token)).toEqual([409, 'CONFLICT']);
    expect(await ours(ctx.bob, 'inv-1001')).toEqual([201, undefined]);
    expect(await theirs(ctx.ada, 'inv-1001')).toEqual([201, undefined]);
    expect(await theirs(ctx.ada, 'inv-1001', ctx.otherBusiness.token)).toEqual([409, 'CONFLICT']);
  });
});
