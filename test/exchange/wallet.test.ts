import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { captureEventKinds, captureEvents, DAY, MINUTE, runJobByName } from '../campaigns/fixture.ts';
import {
  createHeldPerk,
  createOrder,
  createPerk,
  creditWallet,
  findIntegrityProblems,
  get,
  getOrderBook,
  getPerkBalance,
  getWallet,
  placeOrder,
  post,
  type Setup,
  setup,
} from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

const code = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];
const soon = (ms: number) => new Date(ctx.clock.now() + ms).toISOString();

describe('POST /exchange/enroll', () => {
  test('enrolling a trader again returns 200 with the same record', async () => {
    const enroll = () => post(ctx, '/exchange/enroll', {}, ctx.otherBusiness.token);
    const { kinds, response } = await captureEventKinds(ctx, enroll);
    expect(response.status).toBe(201);
    expect(response.data).toMatchObject({
      businessId: ctx.otherBusiness.businessId,
      userId: ctx.otherBusiness.userId,
      role: 'trader',
      status: 'active',
      wallet: { cash: 0, cashReserved: 0, perks: [] },
    });
    // The event belongs to the other business, not to the issuer.
    expect(kinds).toEqual([]);
    const again = await enroll();
    expect([again.status, again.data]).toEqual([200, response.data]);
  });

  test('lists a perk with each issuer call that includes one and credits the supply to the issuer', async () => {
    const body = { role: 'issuer', perk: { name: 'Muffin', faceValue: 3, supply: 40 } };
    const { status, data } = await post(ctx, '/exchange/enroll', body, ctx.business.token);
    expect([status, data.role]).toEqual([201, 'issuer']);
    expect(data.perk).toMatchObject({
      businessId: ctx.business.businessId,
      name: 'Muffin',
      description: null,
      faceValue: 3,
      supply: 40,
      circulating: 0,
      redeemed: 0,
      expiresAt: null,
      status: 'active',
      programId: null,
    });
    expect(await getPerkBalance(ctx, ctx.business.token, data.perk.id)).toEqual([40, 0]);
    const without = await post(ctx, '/exchange/enroll', { role: 'issuer' }, ctx.business.token);
    expect([without.status, without.data.perk]).toEqual([200, undefined]);
  });

  test('enrolling with a listPrice immediately offers the whole supply as an ordinary sell order', async () => {
    let made: { id: string } = { id: '' };
    const recorded = await captureEvents(ctx, async () => {
      made = await createPerk(ctx, { listPrice: 4, supply: 25 });
    });
    expect(recorded.map(({ type }) => type)).toEqual(['exchange.order.created']);
    expect(await getOrderBook(ctx, made.id)).toEqual({ bids: [], asks: ['4×25'] });
    expect(await getPerkBalance(ctx, ctx.business.token, made.id)).toEqual([0, 25]);
    const { data } = await get(ctx, `/exchange/orders?perkId=${made.id}`, ctx.business.token);
    expect(data.items).toHaveLength(1);
  });

  test("rejects customers as issuers with 403, another business's program with 404, and a perk without role issuer", async () => {
    const terms = { name: 'X', faceValue: 1, supply: 1 };
    const as = (token: string, body: object) => post(ctx, '/exchange/enroll', body, token);
    expect(code(await as(ctx.ada.token, { role: 'issuer', perk: terms }))).toEqual([403, 'FORBIDDEN']);
    const foreign = { role: 'issuer', perk: { ...terms, programId: 'prg_absent' } };
    expect(code(await as(ctx.business.token, foreign))).toEqual([404, 'NOT_FOUND']);
    expect(code(await as(ctx.business.token, { perk: terms }))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('enrolls a business for all its keys, which share its wallet', async () => {
    const key = await post(ctx, '/api-keys', { name: 'Till' }, ctx.business.token);
    const { data } = await ctx.call('GET', '/exchange/wallet', undefined, { as: { apiKey: key.data.key } });
    expect(data).toEqual(await getWallet(ctx, ctx.business.token));
  });
});

describe('GET /exchange/wallet', () => {
  test('returns 403 NOT_ENROLLED without an enrollment', async () => {
    expect(code(await get(ctx, '/exchange/wallet', ctx.admin))).toEqual([403, 'NOT_ENROLLED']);
  });
});

describe('POST /exchange/deposits', () => {
  test('an admin credits a wallet once per reference', async () => {
    const deposit = (as: string) =>
      post(ctx, '/exchange/deposits', { userId: ctx.bob.userId, amount: 12.34, reference: 'bank-7' }, as);
    const before = await getWallet(ctx, ctx.bob.token);
    const { status, data } = await deposit(ctx.admin);
    expect(status).toBe(201);
    expect(data.transferId).toStartWith('tfr_');
    expect(Math.round((data.wallet.cash - before.cash) * 100)).toBe(1_234);
    expect(code(await deposit(ctx.admin))).toEqual([409, 'CONFLICT']);
    expect(code(await deposit(ctx.bob.token))).toEqual([403, 'FORBIDDEN']);
    expect(code(await deposit(ctx.business.token))).toEqual([403, 'FORBIDDEN']);
  });

  test('returns 404 for an unknown user and requires reference and userId', async () => {
    const deposit = (body: object) => post(ctx, '/exchange/deposits', body, ctx.admin);
    expect(code(await deposit({ userId: 'usr_absent', amount: 1, reference: 'a' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    for (const body of [
      { amount: 1, reference: 'b' },
      { amount: 1, userId: ctx.bob.userId },
    ])
      expect(code(await deposit(body))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test("converts available cashback at the request of the member or its business, paid from the issuer's wallet", async () => {
    const { data: program } = await post(ctx, '/programs', { name: 'Regulars' }, ctx.business.token);
    await post(ctx, `/programs/${program.id}/members`, { memberId: ctx.ada.userId }, ctx.ada.token);
    const earn = { memberId: ctx.ada.userId, amount: 20 };
    const { data: earned } = await post(ctx, `/programs/${program.id}/cashback`, earn, ctx.business.token);
    const confirm = { action: 'confirm', cashbackId: earned.id };
    await post(ctx, `/programs/${program.id}/cashback`, confirm, ctx.business.token);
    const body = { programId: program.id, memberId: ctx.ada.userId, amount: 8 };
    const convert = (as: string, fields: object = {}) =>
      post(ctx, '/exchange/deposits', { ...body, ...fields }, as);
    const before = await getWallet(ctx, ctx.ada.token);
    await placeAway(ctx);
    expect(code(await convert(ctx.ada.token))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    await creditWallet(ctx, ctx.business.businessId, 100);
    const { status, data } = await convert(ctx.ada.token);
    expect([status, Math.round((data.wallet.cash - before.cash) * 100)]).toEqual([201, 800]);
    expect((await convert(ctx.business.token)).status).toBe(201);
    expect(code(await convert(ctx.business.token))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(code(await convert(ctx.bob.token))).toEqual([403, 'FORBIDDEN']);
    expect((await convert(ctx.otherBusiness.token)).status).toBe(404);
    expect(code(await convert(ctx.business.token, { memberId: 'till-1' }))).toEqual([422, 'NOT_A_MEMBER']);
    expect(code(await convert(ctx.business.token, { memberId: ctx.bob.userId }))).toEqual([404, 'NOT_FOUND']);
  });
});

/** Reserves all cash of the business in an open buy order. */
async function placeAway(ctx: Setup): Promise<void> {
  const { cash } = await getWallet(ctx, ctx.business.token);
  const quantity = Math.round(cash * 100);
  const { id: perkId } = await createPerk(ctx);
  if (quantity > 0)
    await createOrder(ctx, ctx.business.token, { type: 'buy', perkId, quantity, price: 0.01 });
}

describe('POST /exchange/redemptions', () => {
  test('burns perks and issues one fixed reward per unit at face value', async () => {
    const made = await createHeldPerk(ctx);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      post(ctx, '/exchange/redemptions', { perkId: made.id, quantity: 2 }, ctx.ada.token),
    );
    expect(response.status).toBe(201);
    expect(response.data.rewards).toHaveLength(2);
    expect(response.data.rewards[0]).toMatchObject({
      businessId: ctx.business.businessId,
      userId: ctx.ada.userId,
      type: 'fixed',
      value: 5,
      amount: 5,
      status: 'issued',
      campaignId: null,
      submissionId: null,
    });
    expect(kinds).toEqual(['exchange.perk.redeemed', 'reward.issued', 'reward.issued']);
    expect(await getPerkBalance(ctx, ctx.ada.token, made.id)).toEqual([98, 0]);
    const { data } = await get(ctx, '/exchange/market');
    const listed = data.perks.find(({ perkId }: { perkId: string }) => perkId === made.id);
    expect([listed.supply, listed.circulating]).toEqual([1_000, 198]);
    const [{ code: first }] = response.data.rewards;
    expect((await post(ctx, '/rewards/redeem', { code: first }, ctx.business.token)).status).toBe(200);
  });

  test("issues a reward that the issuer can't void, because its holder paid for the perk", async () => {
    const made = await createPerk(ctx, { listPrice: 5, supply: 10 });
    await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId: made.id, quantity: 10, price: 5 });
    const redemption = { perkId: made.id, quantity: 1 };
    const { data } = await post(ctx, '/exchange/redemptions', redemption, ctx.ada.token);
    const [reward] = data.rewards;
    expect(reward.source).toBe('perk');
    const body = { rewardId: reward.id, reason: 'We changed our mind' };
    const refused = await post(ctx, '/rewards/void', body, ctx.business.token);
    expect(code(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.error.message).toContain('perk');
    expect((await get(ctx, `/rewards/${reward.id}`, ctx.ada.token)).data.status).toBe('issued');
    const till = await post(ctx, '/rewards/redeem', { code: reward.code }, ctx.business.token);
    expect(till.data.discount).toBe(5);
  });

  test.each(['paused', 'ended'])('holders can still redeem a perk of a program that is %s', async status => {
    const { data: program } = await post(ctx, '/programs', { name: 'Seasonal' }, ctx.business.token);
    const made = await createHeldPerk(ctx, { programId: program.id });
    await ctx.call('PUT', `/programs/${program.id}`, { status }, { as: ctx.business.token });
    const redemption = { perkId: made.id, quantity: 2 };
    const { status: redeemStatus, data } = await post(
      ctx,
      '/exchange/redemptions',
      redemption,
      ctx.ada.token,
    );
    expect([redeemStatus, data.rewards.length]).toEqual([201, 2]);
    const buy = { type: 'buy', perkId: made.id, quantity: 1, price: 1 };
    expect(code(await placeOrder(ctx, ctx.bob.token, buy))).toEqual([409, 'CONFLICT']);
  });

  test('returns 422 for more than the available units, VALIDATION_ERROR for 0 or 101, and 404 for an unknown perk', async () => {
    const { id: perkId } = await createPerk(ctx);
    const redeem = (body: object) => post(ctx, '/exchange/redemptions', body, ctx.bob.token);
    expect(code(await redeem({ perkId, quantity: 1 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    for (const quantity of [0, 101]) expect((await redeem({ perkId, quantity })).status).toBe(400);
    expect((await redeem({ perkId: 'prk_absent', quantity: 1 })).status).toBe(404);
  });
});

describe('Expiry of orders and perks', () => {
  test('an order expires at the next request and releases its reserve', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    const before = await getWallet(ctx, ctx.ada.token);
    const order = { type: 'buy', perkId, quantity: 5, price: 2, expiresAt: soon(MINUTE) };
    const { order: resting } = await createOrder(ctx, ctx.ada.token, order);
    await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 2, price: 2 });
    ctx.clock.advance(MINUTE);
    const { kinds } = await captureEventKinds(ctx, () =>
      placeOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 1, price: 2 }),
    );
    expect(kinds).toEqual([]);
    const { data } = await get(ctx, `/exchange/orders/${resting.id}`, ctx.ada.token);
    expect(data).toMatchObject({
      status: 'expired',
      filledQuantity: 2,
      cancelledQuantity: 3,
      remainingQuantity: 0,
      cancelReason: null,
    });
    const after = await getWallet(ctx, ctx.ada.token);
    expect([Math.round((before.cash - after.cash) * 100), after.cashReserved]).toEqual([
      400,
      before.cashReserved,
    ]);
  });

  test('when the job expires a perk, its orders are cancelled, reserves are released, and orders and redemptions are rejected', async () => {
    const { id: perkId } = await createHeldPerk(ctx, { expiresAt: soon(DAY) });
    const before = await getWallet(ctx, ctx.bob.token);
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId, quantity: 5, price: 2 });
    await createOrder(ctx, ctx.business.token, { type: 'sell', perkId, quantity: 5, price: 4 });
    const sell = await createOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 5, price: 3 });
    ctx.clock.advance(DAY);
    const { kinds } = await captureEventKinds(ctx, () => runJobByName(ctx, 'expireExchange'));
    expect(kinds).toEqual(['exchange.order.cancelled']);
    const { data } = await get(ctx, `/exchange/orders/${sell.order.id}`, ctx.ada.token);
    expect(data).toMatchObject({ status: 'cancelled', cancelReason: 'perkExpired', cancelledQuantity: 5 });
    expect((await getWallet(ctx, ctx.bob.token)).cash).toBe(before.cash);
    const order = { type: 'buy', perkId, quantity: 1, price: 1 };
    expect(code(await placeOrder(ctx, ctx.bob.token, order))).toEqual([409, 'CONFLICT']);
    const redemption = await post(ctx, '/exchange/redemptions', { perkId, quantity: 1 }, ctx.bob.token);
    expect(code(redemption)).toEqual([409, 'CONFLICT']);
  });

  test('a perk is suspended while its program is paused, and its orders can be cancelled', async () => {
    const { data: program } = await post(ctx, '/programs', { name: 'Seasonal' }, ctx.business.token);
    const made = await createPerk(ctx, { programId: program.id, listPrice: 2, supply: 5 });
    const pause = (status: string) =>
      ctx.call('PUT', `/programs/${program.id}`, { status }, { as: ctx.business.token });
    await pause('paused');
    const buy = () => placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId: made.id, quantity: 1, price: 2 });
    expect(code(await buy())).toEqual([409, 'CONFLICT']);
    const { data } = await get(ctx, `/exchange/orders?perkId=${made.id}`, ctx.business.token);
    await pause('active');
    expect((await buy()).status).toBe(201);
    await pause('ended');
    const path = `/exchange/orders/${data.items[0].id}`;
    expect((await ctx.call('DELETE', path, undefined, { as: ctx.business.token })).status).toBe(200);
    expect(await getPerkBalance(ctx, ctx.business.token, made.id)).toEqual([4, 0]);
  });
});
