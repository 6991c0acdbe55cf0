import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ORDER_STATUSES, SIDES } from '../../db/enums.ts';
import { invalid } from '../errors.ts';
import { Market, Opportunity } from '../exchange/market-model.ts';
import {
  Deposit,
  Enrollment,
  NewDeposit,
  NewEnrollment,
  NewOrder,
  NewTrade,
  Order,
  PerkRedeemed,
  PerkRedemption,
  PlacedOrder,
  TakenOrder,
  Trade,
  Wallet,
} from '../exchange/model.ts';
import { enrollTrader } from '../exchange/service/enroll.ts';
import { getMarket, MARKET_PERKS, MAX_MARKET_PAGE } from '../exchange/service/market.ts';
import * as opportunities from '../exchange/service/opportunities.ts';
import * as orders from '../exchange/service/orders.ts';
import { placeOrder } from '../exchange/service/place.ts';
import { redeemPerk } from '../exchange/service/redeem.ts';
import { takeOrder } from '../exchange/service/take.ts';
import { findWallet, getWallet } from '../exchange/service/traders.ts';
import { depositCash } from '../exchange/service/wallet.ts';
import type { MarketStreams } from '../exchange/stream.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, QueryInteger } from '../http/paginate.ts';
import { requestState } from '../http/request-state.ts';
import { Id, MAX, Nullable, oneOf } from '../platform/schema.ts';
import { STREAM_HEADERS } from '../platform/streams.ts';

const params = Type.Object({ id: Id() });

const MARKET_NOTE =
  `\`perks\` holds up to ${MARKET_PERKS} perks, those first of which most was traded lately; \`page\` shows more, ` +
  '`perkId` those that it names. `totals` is about all perks.';

const publicRoutes = new Elysia({ name: 'exchange-public', tags: ['Exchange'] })
  .use(api)
  .get('/exchange/opportunities', async ({ ctx, query }) => success(await opportunities.list(ctx, query)), {
    access: 'public',
    tier: 'relaxed',
    query: listQuery({}),
    response: page(Opportunity),
    detail: describeRoute('listOpportunities', 'What is worth a look on the exchange right now, best first'),
  })
  .get(
    '/exchange/market',
    async ({ ctx, query: { page, perkId } }) =>
      success(await getMarket(ctx, { page, perkIds: perkId === undefined ? undefined : perkIdsIn(perkId) })),
    {
      access: 'public',
      tier: 'relaxed',
      query: Type.Object({
        page: QueryInteger({ minimum: 1, maximum: MAX_MARKET_PAGE, description: 'Of the perks by activity' }),
        perkId: Type.Optional(
          Type.String({
            maxLength: MARKET_PERKS * MAX.id,
            description: `Only these perks: ids, comma-separated, up to ${MARKET_PERKS}`,
          }),
        ),
      }),
      response: ok(Market),
      detail: describeRoute('getMarket', 'Prices, depth and the last 24 hours of the most active perks', {
        description: MARKET_NOTE,
      }),
    },
  );

/** @throws VALIDATION_ERROR for more ids than one answer holds */
function perkIdsIn(list: string): string[] {
  const ids = [...new Set(list.split(',').filter(id => id !== ''))];
  if (ids.length > MARKET_PERKS) throw invalid('perkId', `must name at most ${MARKET_PERKS} perks`);
  return ids;
}

const walletRoutes = new Elysia({ name: 'exchange-wallet', tags: ['Exchange'] })
  .use(api)
  .post(
    '/exchange/enroll',
    async ({ ctx, body, status }) => {
      const { isNew, enrollment } = await enrollTrader(ctx, body);
      return status(isNew ? 201 : 200, success(enrollment));
    },
    {
      access: 'any',
      scope: 'trade',
      tier: 'standard',
      idempotent: true,
      body: NewEnrollment,
      response: { 200: ok(Enrollment), 201: ok(Enrollment) },
      detail: describeRoute('enrollOnExchange', 'Take part as trader, or as issuer and list a perk', {
        errors: ['FORBIDDEN', 'NOT_FOUND', 'LIMIT_REACHED'],
      }),
    },
  )
  .get('/exchange/wallet', async ({ ctx, query }) => success(await getWallet(ctx, query.businessId)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: Type.Object({ businessId: Type.Optional(Id('For an admin: the business')) }),
    response: ok(Wallet),
    detail: describeRoute('getWallet', 'Your cash and perks, free and in reserve', {
      errors: ['NOT_ENROLLED', 'NOT_FOUND'],
    }),
  })
  .post(
    '/exchange/deposits',
    async ({ ctx, body, status }) => status(201, success(await depositCash(ctx, body))),
    {
      access: 'any',
      scope: 'trade',
      tier: 'standard',
      idempotent: true,
      body: NewDeposit,
      response: { 201: ok(Deposit) },
      detail: describeRoute(
        'depositCash',
        'Credit a wallet (admin), or convert available cashback into cash',
        {
          errors: [
            'FORBIDDEN',
            'NOT_FOUND',
            'CONFLICT',
            'NOT_A_MEMBER',
            'INSUFFICIENT_BALANCE',
            'LIMIT_REACHED',
          ],
        },
      ),
    },
  )
  .post(
    '/exchange/redemptions',
    async ({ ctx, body, status }) => status(201, success(await redeemPerk(ctx, body))),
    {
      access: 'any',
      scope: 'trade',
      tier: 'standard',
      idempotent: true,
      body: PerkRedemption,
      response: { 201: ok(PerkRedeemed) },
      detail: describeRoute('redeemPerk', 'Burn perks for rewards of their face value', {
        errors: ['NOT_ENROLLED', 'NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_BALANCE'],
      }),
    },
  );

/** For our pages, which ask before they know of a wallet: no part of the API, where to have none is an error. */
export const pageWalletRoutes = new Elysia({ name: 'page-wallet' })
  .use(api)
  .get('/session/wallet', async ({ ctx, query }) => success(await findWallet(ctx, query.businessId)), {
    access: 'person',
    tier: 'relaxed',
    query: Type.Object({ businessId: Type.Optional(Id('For an admin: the business')) }),
    response: ok(Nullable(Wallet)),
    detail: { hide: true },
  });

const orderRoutes = new Elysia({ name: 'exchange-orders', tags: ['Exchange'] })
  .use(api)
  .get('/exchange/orders', async ({ ctx, query }) => success(await orders.listOrders(ctx, query)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({
      status: Type.Optional(oneOf(ORDER_STATUSES)),
      perkId: Type.Optional(Id()),
      type: Type.Optional(oneOf(SIDES)),
    }),
    response: page(Order),
    detail: describeRoute('listOrders', 'List your orders, newest first'),
  })
  .post(
    '/exchange/orders',
    async ({ ctx, body, status }) => status(201, success(await placeOrder(ctx, body))),
    {
      access: 'any',
      scope: 'trade',
      tier: 'standard',
      idempotent: true,
      body: NewOrder,
      response: { 201: ok(PlacedOrder) },
      detail: describeRoute('placeOrder', 'Place a limit or market order', {
        errors: ['NOT_ENROLLED', 'NOT_FOUND', 'CONFLICT', 'NO_LIQUIDITY', 'INSUFFICIENT_BALANCE'],
      }),
    },
  )
  .get('/exchange/orders/:id', async ({ ctx, params }) => success(await orders.get(ctx, params.id)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    params,
    response: ok(Order),
    detail: describeRoute('getOrder', 'Read one of your orders', { errors: ['NOT_FOUND'] }),
  })
  .delete('/exchange/orders/:id', async ({ ctx, params }) => success(await orders.cancel(ctx, params.id)), {
    access: 'any',
    scope: 'trade',
    tier: 'standard',
    params,
    response: ok(Order),
    detail: describeRoute('cancelOrder', 'Cancel an open order and get its reserve back', {
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
  })
  .get('/exchange/trades', async ({ ctx, query }) => success(await orders.listTrades(ctx, query)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({ perkId: Type.Optional(Id()) }),
    response: page(Trade),
    detail: describeRoute('listTrades', 'List your trades, newest first'),
  })
  .post(
    '/exchange/trades',
    async ({ ctx, body, status }) => status(201, success(await takeOrder(ctx, body))),
    {
      access: 'any',
      scope: 'trade',
      tier: 'standard',
      idempotent: true,
      body: NewTrade,
      response: { 201: ok(TakenOrder) },
      detail: describeRoute('takeOrder', 'Take a resting order at its price', {
        errors: [
          'NOT_ENROLLED',
          'NOT_FOUND',
          'SELF_TRADE',
          'ORDER_NOT_AVAILABLE',
          'CONFLICT',
          'INSUFFICIENT_BALANCE',
        ],
      }),
    },
  );

const STREAM_NOTE =
  'First comes `event: market`: the most active perks as in GET /exchange/market, with `trades` since Last-Event-ID (1,000 at most). Then, with each ' +
  'change, `event: change`: `{ asOf, perks, removedPerkIds, trades }`, its perks in the shape of the market and its ' +
  'trades `{ perkId, price, quantity, takerSide, executedAt }`. Changes of a moment come together.';

function streamRoutes(streams: MarketStreams) {
  return new Elysia({ name: 'exchange-stream', tags: ['Exchange'] }).use(api).get(
    '/exchange/market/stream',
    async ({ ctx, query, request }) => {
      const { clientIp } = requestState(request);
      const lastEventId = request.headers.get('last-event-id');
      const stream = await streams.open(ctx, { ...query, lastEventId, clientIp });
      return new Response(stream, { headers: STREAM_HEADERS });
    },
    {
      access: 'public',
      tier: 'relaxed',
      query: Type.Object({ perkId: Type.Optional(Id('Only this perk')) }),
      detail: describeRoute('streamMarket', 'Follow prices, depth and trades as server-sent events', {
        description: STREAM_NOTE,
        errors: ['NOT_FOUND'],
        produces: ['text/event-stream'],
      }),
    },
  );
}

export function exchangeRoutes(streams: MarketStreams) {
  return new Elysia({ name: 'exchange' })
    .use(publicRoutes)
    .use(streamRoutes(streams))
    .use(walletRoutes)
    .use(orderRoutes);
}
