import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DAY, eventsOf, MINUTE, sweep, watch } from '../campaigns/scene.ts';
import {
  book,
  credit,
  get,
  held,
  heldPerk,
  perk,
  place,
  placed,
  post,
  problems,
  type Scene,
  scene,
  wallet,
} from './scene.ts';

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterAll(async () => {
  expect(await problems(here)).toEqual([]);
  await here.close();
});

const code = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];
const soon = (ms: number) => new Date(here.clock.now() + ms).toISOString();

describe('POST /exchange/enroll', () => {
  test('of a trader again is 200 with the same record', async () => {
    const enroll = () => post(here, '/exchange/enroll', {}, here.rival.token);
    const { kinds, answer } = await watch(here, enroll);
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      ...{ businessId: here.rival.businessId, userId: here.rival.userId, role: 'trader', status: 'active' },
      wallet: { cash: 0, cashReserved: 0, perks: [] },
    });
    // The event is the rival's own, not the shop's.
    expect(kinds).toEqual([]);
    const again = await enroll();
    expect([again.status, again.data]).toEqual([200, answer.data]);
  });

  test('as issuer lists a perk with each call that brings one; the supply is the issuer’s', async () => {
    const body = { role: 'issuer', perk: { name: 'Muffin', faceValue: 3, supply: 40 } };
    const { status, data } = await post(here, '/exchange/enroll', body, here.shop.token);
    expect([status, data.role]).toEqual([201, 'issuer']);
    expect(data.perk).toMatchObject({
      ...{ businessId: here.shop.businessId, name: 'Muffin', description: null, faceValue: 3, supply: 40 },
      ...{ circulating: 0, redeemed: 0, expiresAt: null, status: 'active', programId: null },
    });
    expect(await held(here, here.shop.token, data.perk.id)).toEqual([40, 0]);
    const without = await post(here, '/exchange/enroll', { role: 'issuer' }, here.shop.token);
    expect([without.status, without.data.perk]).toEqual([200, undefined]);
  });

  test('with a listPrice offers the supply at once as an ordinary sell order', async () => {
    let made: { id: string } = { id: '' };
    const recorded = await eventsOf(here, async () => {
      made = await perk(here, { listPrice: 4, supply: 25 });
    });
    expect(recorded.map(({ type }) => type)).toEqual(['exchange.order.created']);
    expect(await book(here, made.id)).toEqual({ bids: [], asks: ['4×25'] });
    expect(await held(here, here.shop.token, made.id)).toEqual([0, 25]);
    const { data } = await get(here, `/exchange/orders?perkId=${made.id}`, here.shop.token);
    expect(data.items).toHaveLength(1);
  });

  test('as issuer is 403 for a customer; a foreign program is 404; a perk is for issuers', async () => {
    const terms = { name: 'X', faceValue: 1, supply: 1 };
    const as = (token: string, body: object) => post(here, '/exchange/enroll', body, token);
    expect(code(await as(here.ada.token, { role: 'issuer', perk: terms }))).toEqual([403, 'FORBIDDEN']);
    const foreign = { role: 'issuer', perk: { ...terms, programId: 'prg_absent' } };
    expect(code(await as(here.shop.token, foreign))).toEqual([404, 'NOT_FOUND']);
    expect(code(await as(here.shop.token, { perk: terms }))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('of a business holds for its keys, which share its wallet', async () => {
    const key = await post(here, '/api-keys', { name: 'Till' }, here.shop.token);
    const { data } = await here.call('GET', '/exchange/wallet', undefined, { as: { apiKey: key.data.key } });
    expect(data).toEqual(await wallet(here, here.shop.token));
  });
});

describe('GET /exchange/wallet', () => {
  test('without enrolment is 403 NOT_ENROLLED', async () => {
    expect(code(await get(here, '/exchange/wallet', here.admin))).toEqual([403, 'NOT_ENROLLED']);
  });
});

describe('POST /exchange/deposits', () => {
  test('by an admin credits a wallet once for a reference', async () => {
    const deposit = (as: string) =>
      post(here, '/exchange/deposits', { userId: here.bob.userId, amount: 12.34, reference: 'bank-7' }, as);
    const before = await wallet(here, here.bob.token);
    const { status, data } = await deposit(here.admin);
    expect(status).toBe(201);
    expect(data.transferId).toStartWith('tfr_');
    expect(Math.round((data.wallet.cash - before.cash) * 100)).toBe(1_234);
    expect(code(await deposit(here.admin))).toEqual([409, 'CONFLICT']);
    expect(code(await deposit(here.bob.token))).toEqual([403, 'FORBIDDEN']);
    expect(code(await deposit(here.shop.token))).toEqual([403, 'FORBIDDEN']);
  });

  test('to an unknown user is 404; reference and userId are required', async () => {
    const deposit = (body: object) => post(here, '/exchange/deposits', body, here.admin);
    expect(code(await deposit({ userId: 'usr_absent', amount: 1, reference: 'a' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    for (const body of [
      { amount: 1, reference: 'b' },
      { amount: 1, userId: here.bob.userId },
    ])
      expect(code(await deposit(body))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('converts available cashback: the issuer’s account pays, the member or its business asks', async () => {
    const { data: program } = await post(here, '/programs', { name: 'Regulars' }, here.shop.token);
    await post(here, `/programs/${program.id}/members`, { memberId: here.ada.userId }, here.ada.token);
    const earn = { memberId: here.ada.userId, amount: 20 };
    const { data: earned } = await post(here, `/programs/${program.id}/cashback`, earn, here.shop.token);
    const confirm = { action: 'confirm', cashbackId: earned.id };
    await post(here, `/programs/${program.id}/cashback`, confirm, here.shop.token);
    const body = { programId: program.id, memberId: here.ada.userId, amount: 8 };
    const convert = (as: string, fields: object = {}) =>
      post(here, '/exchange/deposits', { ...body, ...fields }, as);
    const before = await wallet(here, here.ada.token);
    await placeAway(here);
    expect(code(await convert(here.ada.token))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    await credit(here, here.shop.businessId, 100);
    const { status, data } = await convert(here.ada.token);
    expect([status, Math.round((data.wallet.cash - before.cash) * 100)]).toEqual([201, 800]);
    expect((await convert(here.shop.token)).status).toBe(201);
    expect(code(await convert(here.shop.token))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(code(await convert(here.bob.token))).toEqual([403, 'FORBIDDEN']);
    expect((await convert(here.rival.token)).status).toBe(404);
    expect(code(await convert(here.shop.token, { memberId: 'till-1' }))).toEqual([422, 'NOT_A_MEMBER']);
    expect(code(await convert(here.shop.token, { memberId: here.bob.userId }))).toEqual([404, 'NOT_FOUND']);
  });
});

/** Leaves the shop without free cash: what it has waits in a buy order that nobody meets. */
async function placeAway(at: Scene): Promise<void> {
  const { cash } = await wallet(at, at.shop.token);
  const quantity = Math.round(cash * 100);
  const { id: perkId } = await perk(at);
  if (quantity > 0) await placed(at, at.shop.token, { type: 'buy', perkId, quantity, price: 0.01 });
}

describe('POST /exchange/redemptions', () => {
  test('burns perks and gives one fixed reward of the face value a unit', async () => {
    const made = await heldPerk(here);
    const { kinds, answer } = await watch(here, () =>
      post(here, '/exchange/redemptions', { perkId: made.id, quantity: 2 }, here.ada.token),
    );
    expect(answer.status).toBe(201);
    expect(answer.data.rewards).toHaveLength(2);
    expect(answer.data.rewards[0]).toMatchObject({
      ...{ businessId: here.shop.businessId, userId: here.ada.userId, type: 'fixed', value: 5, amount: 5 },
      ...{ status: 'issued', campaignId: null, submissionId: null },
    });
    expect(kinds).toEqual(['exchange.perk.redeemed', 'reward.issued', 'reward.issued']);
    expect(await held(here, here.ada.token, made.id)).toEqual([98, 0]);
    const { data } = await get(here, '/exchange/market');
    const listed = data.perks.find(({ perkId }: { perkId: string }) => perkId === made.id);
    expect([listed.supply, listed.circulating]).toEqual([1_000, 198]);
    const [{ code: first }] = answer.data.rewards;
    expect((await post(here, '/rewards/redeem', { code: first }, here.shop.token)).status).toBe(200);
  });

  test('gives a reward that the issuer cannot void, because its holder paid for the perk', async () => {
    const made = await perk(here, { listPrice: 5, supply: 10 });
    await placed(here, here.ada.token, { type: 'buy', perkId: made.id, quantity: 10, price: 5 });
    const redemption = { perkId: made.id, quantity: 1 };
    const { data } = await post(here, '/exchange/redemptions', redemption, here.ada.token);
    const [reward] = data.rewards;
    expect(reward.source).toBe('perk');
    const body = { rewardId: reward.id, reason: 'We changed our mind' };
    const refused = await post(here, '/rewards/void', body, here.shop.token);
    expect(code(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.error.message).toContain('perk');
    expect((await get(here, `/rewards/${reward.id}`, here.ada.token)).data.status).toBe('issued');
    const till = await post(here, '/rewards/redeem', { code: reward.code }, here.shop.token);
    expect(till.data.discount).toBe(5);
  });

  test.each(['paused', 'ended'])(
    'goes on for those who hold a perk of a program that is %s',
    async status => {
      const { data: program } = await post(here, '/programs', { name: 'Seasonal' }, here.shop.token);
      const made = await heldPerk(here, { programId: program.id });
      await here.call('PUT', `/programs/${program.id}`, { status }, { as: here.shop.token });
      const redemption = { perkId: made.id, quantity: 2 };
      const { status: answered, data } = await post(
        here,
        '/exchange/redemptions',
        redemption,
        here.ada.token,
      );
      expect([answered, data.rewards.length]).toEqual([201, 2]);
      const buy = { type: 'buy', perkId: made.id, quantity: 1, price: 1 };
      expect(code(await place(here, here.bob.token, buy))).toEqual([409, 'CONFLICT']);
    },
  );

  test('of more than is free is 422; of 0 or 101 VALIDATION_ERROR; of an unknown perk 404', async () => {
    const { id: perkId } = await perk(here);
    const redeem = (body: object) => post(here, '/exchange/redemptions', body, here.bob.token);
    expect(code(await redeem({ perkId, quantity: 1 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    for (const quantity of [0, 101]) expect((await redeem({ perkId, quantity })).status).toBe(400);
    expect((await redeem({ perkId: 'prk_absent', quantity: 1 })).status).toBe(404);
  });
});

describe('what has an end', () => {
  test('an order expires by the next touch, with its reserve given back', async () => {
    const { id: perkId } = await heldPerk(here);
    const before = await wallet(here, here.ada.token);
    const order = { type: 'buy', perkId, quantity: 5, price: 2, expiresAt: soon(MINUTE) };
    const { order: resting } = await placed(here, here.ada.token, order);
    await placed(here, here.bob.token, { type: 'sell', perkId, quantity: 2, price: 2 });
    here.clock.advance(MINUTE);
    const { kinds } = await watch(here, () =>
      place(here, here.bob.token, { type: 'sell', perkId, quantity: 1, price: 2 }),
    );
    expect(kinds).toEqual([]);
    const { data } = await get(here, `/exchange/orders/${resting.id}`, here.ada.token);
    expect(data).toMatchObject({
      ...{ status: 'expired', filledQuantity: 2, cancelledQuantity: 3, remainingQuantity: 0 },
      cancelReason: null,
    });
    const after = await wallet(here, here.ada.token);
    expect([Math.round((before.cash - after.cash) * 100), after.cashReserved]).toEqual([
      400,
      before.cashReserved,
    ]);
  });

  test('a perk expires by the job: its orders are cancelled, reserves released, orders and redemptions refused', async () => {
    const { id: perkId } = await heldPerk(here, { expiresAt: soon(DAY) });
    const before = await wallet(here, here.bob.token);
    await placed(here, here.bob.token, { type: 'buy', perkId, quantity: 5, price: 2 });
    await placed(here, here.shop.token, { type: 'sell', perkId, quantity: 5, price: 4 });
    const sell = await placed(here, here.ada.token, { type: 'sell', perkId, quantity: 5, price: 3 });
    here.clock.advance(DAY);
    const { kinds } = await watch(here, () => sweep(here, 'expireExchange'));
    expect(kinds).toEqual(['exchange.order.cancelled']);
    const { data } = await get(here, `/exchange/orders/${sell.order.id}`, here.ada.token);
    expect(data).toMatchObject({ status: 'cancelled', cancelReason: 'perkExpired', cancelledQuantity: 5 });
    expect((await wallet(here, here.bob.token)).cash).toBe(before.cash);
    const order = { type: 'buy', perkId, quantity: 1, price: 1 };
    expect(code(await place(here, here.bob.token, order))).toEqual([409, 'CONFLICT']);
    const redemption = await post(here, '/exchange/redemptions', { perkId, quantity: 1 }, here.bob.token);
    expect(code(redemption)).toEqual([409, 'CONFLICT']);
  });

  test('a perk of a paused program is suspended as long as that lasts; its orders can be cancelled', async () => {
    const { data: program } = await post(here, '/programs', { name: 'Seasonal' }, here.shop.token);
    const made = await perk(here, { programId: program.id, listPrice: 2, supply: 5 });
    const pause = (status: string) =>
      here.call('PUT', `/programs/${program.id}`, { status }, { as: here.shop.token });
    await pause('paused');
    const buy = () => place(here, here.ada.token, { type: 'buy', perkId: made.id, quantity: 1, price: 2 });
    expect(code(await buy())).toEqual([409, 'CONFLICT']);
    const { data } = await get(here, `/exchange/orders?perkId=${made.id}`, here.shop.token);
    await pause('active');
    expect((await buy()).status).toBe(201);
    await pause('ended');
    const path = `/exchange/orders/${data.items[0].id}`;
    expect((await here.call('DELETE', path, undefined, { as: here.shop.token })).status).toBe(200);
    expect(await held(here, here.shop.token, made.id)).toEqual([4, 0]);
  });
});
