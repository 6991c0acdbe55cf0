import { type BusinessFixture, createBusiness, PASSWORD } from '../support/accounts.ts';
import type { TestApp } from '../support/test-app.ts';

export const MANDATE = {
  tools: [
    'createCashback',
    'createCampaign',
    'updateCampaign',
    'enrollMember',
    'reviewSubmission',
    'getMember',
  ],
  budget: { amount: 50, window: 'day' },
  approvalAbove: 10,
  expiresAt: '2027-01-01T00:00:00Z',
};

/** A business with a program, a member and a way to create agents. */
export interface Shop extends BusinessFixture {
  program: string;
  addAgent(mandate?: object): Promise<{ id: string; apiKey: string }>;
  /** Advances the clock and logs the owner in again. */
  wait(ms: number): Promise<void>;
}

export async function openShop(ctx: TestApp, name = 'Blue Cup'): Promise<Shop> {
  const business = await createBusiness(ctx, name);
  const as = business.token;
  const { data: program } = await ctx.call(
    'POST',
    '/programs',
    { name: 'Club', cashback: { type: 'percentage', value: 5 } },
    { as },
  );
  await ctx.call('POST', `/programs/${program.id}/members`, { memberId: 'ada' }, { as });
  const shop: Shop = {
    ...business,
    program: program.id,
    addAgent: async (mandate = {}) => {
      const body = { name: 'Robin', kind: 'agent', mandate: { ...MANDATE, ...mandate } };
      const { data } = await ctx.call('POST', '/api-keys', body, { as: shop.token });
      return { id: data.id, apiKey: data.key };
    },
    wait: async ms => {
      ctx.clock.advance(ms);
      const email = `owner@${name.toLowerCase().replaceAll(' ', '-')}.example`;
      const login = { action: 'login', email, password: PASSWORD };
      shop.token = (await ctx.call('POST', '/auth', login)).data.accessToken;
    },
  };
  return shop;
}

/** Grants the member cashback, which costs the business as much. */
export const grant = (ctx: TestApp, { program }: Shop, amount: number, apiKey: string, headers = {}) =>
  ctx.call('POST', `/programs/${program}/cashback`, { memberId: 'ada', amount }, { as: { apiKey }, headers });
