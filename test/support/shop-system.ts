import { SHOP_SYSTEM_SECRET, type TestApp } from './test-app.ts';

/** The shop system of the fixtures. */
export const SHOP_SYSTEM = 'square';

/** Sets the shop system up, from which one order came. */
export async function seedShopSystem(ctx: TestApp, owner: string, programId: string) {
  const body = { secret: SHOP_SYSTEM_SECRET, programId };
  const { id } = (await ctx.call('PUT', `/integrations/${SHOP_SYSTEM}`, body, { as: owner })).data;
  const payment = { id: `pay-${id}`, status: 'COMPLETED', total_money: { amount: 2_450, currency: 'USD' } };
  await ctx.call(
    'POST',
    `/inbound/${SHOP_SYSTEM}/${id}`,
    { data: { object: { payment } } },
    { isSigned: true },
  );
  // Recorded for the owner at most once per minute, so that the tests change nothing with another one.
  await ctx.call('POST', `/inbound/${SHOP_SYSTEM}/${id}`, {});
  const { data } = await ctx.call('GET', `/integrations/${SHOP_SYSTEM}/orders`, undefined, { as: owner });
  return { id, order: data.items[0].id as string };
}
