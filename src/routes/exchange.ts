import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ORDER_STATUSES, SIDES } from '../../db/enums.ts';
import { invalid } from '../errors.ts';
import { Market, Opportunity } from '../exchange/market/model.ts';
import * as opportunities from '../exchange/market/service/opportunities.ts';
import { getMarket, MARKET_PERKS, MAX_MARKET_PAGE } from '../exchange/market/service/read.ts';
import { NewOrder, NewTrade, Order, PlacedOrder, TakenOrder, Trade } from '../exchange/orders/model.ts';
import { placeOrder } from '../exchange/orders/service/place.ts';
import * as orders from '../exchange/orders/service/read.ts';
import { takeOrder } from '../exchange/orders/service/take.ts';
import {
  Deposit,
  Enrollment,
  NewDeposit,
  NewEnrollment,
  PerkRedeemed,
  PerkRedemption,
  Wallet,
} from '../exchange/wallet/model.ts';
import { enrollTrader } from '../exchange/wallet/service/enroll.ts';
import { redeemPerk } from '../exchange/wallet/service/redeem.ts';
import { findWallet, getWallet } from '../exchange/wallet/service/traders.ts';
import { depositCash } from '../exchange/wallet/service/wallet.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, QueryInteger, rankedQuery, severalOf } from '../http/paginate.ts';
import { requestState } from '../http/request-state.ts';
import { STREAM_HEADERS } from '../platform/runtime/streams.ts';
import { Id, MAX, Nullable, oneOf } from '../platform/schema.ts';
import { installationOf } from './installation.ts';

const params = Type.Object({ id: Id() });

const MARKET_NOTE =
  `\`perks\` contains up to ${MARKET_PERKS} perks, most recently active first. Use \`page\` for more, or ` +
  '`perkId` to select specific perks. `totals` covers all perks.';

const publicRoutes = new Elysia({ name: 'exchange-public', tags: ['Exchange'] })
  .use(api)
  .get('/exchange/opportunities', async ({ ctx, query }) => success(await opportunities.list(ctx, query)), {
    access: 'public',
    tier: 'relaxed',
    query: rankedQuery({}),
    response: page(Opportunity),
    detail: describeRoute('listOpportunities', 'List current opportunities on the exchange, best first'),
  })
  .get(
    '/exchange/market',
    async ({ ctx, query: { page, perkId } }) =>
      success(await getMarket(ctx, { page, perkIds: perkId === undefined ? undefined : perkIdsIn(perkId) })),
    {
      access: 'public',
      tier: 'relaxed',
      query: Type.Object({
        page: QueryInteger({
          minimum: 1,
          maximum: MAX_MARKET_PAGE,
          description: 'Page of perks, sorted by activity',
        }),
        perkId: Type.Optional(
          Type.String({
            maxLength: MARKET_PERKS * MAX.id,
            description: `Up to ${MARKET_PERKS} perk IDs, comma-separated`,
          }),
        ),
      }),
      response: ok(Market),
      detail: describeRoute(
        'getMarket',
        'Get prices, depth and 24-hour statistics for the most active perks',
        {
          description: MARKET_NOTE,
        },
      ),
    },
  );

/** @throws VALIDATION_ERROR for more ids than a response can contain */
function perkIdsIn(list: string): string[] {
  const ids = [...new Set(list.split(',').filter(id => id !== ''))];
  if (ids.length > MARKET_PERKS)
    throw invalid('perkId', `must contain up to ${MARKET_PERKS} perk IDs`, {
      rule: 'maxItems',
      limit: MARKET_PERKS,
    });
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
      permission: 'exchange',
      tier: 'standard',
      idempotent: true,
      body: NewEnrollment,
      response: { 200: ok(Enrollment), 201: ok(Enrollment) },
      detail: describeRoute('enrollOnExchange', 'Enroll as a trader, or as an issuer and list a perk', {
        errors: ['FORBIDDEN', 'NOT_FOUND', 'LIMIT_REACHED'],
      }),
    },
  )
  .get('/exchange/wallet', async ({ ctx, query }) => success(await getWallet(ctx, query.businessId)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: Type.Object({ businessId: Type.Optional(Id('Business ID (admins only)')) }),
    response: ok(Wallet),
    detail: describeRoute('getWallet', 'Get your available and reserved cash and perks', {
      errors: ['NOT_ENROLLED', 'NOT_FOUND'],
    }),
  })
  .post(
    '/exchange/deposits',
    async ({ ctx, body, status }) => status(201, success(await depositCash(ctx, body))),
    {
      access: 'any',
      scope: 'trade',
      permission: 'exchange',
      tier: 'standard',
      idempotent: true,
      body: NewDeposit,
      response: { 201: ok(Deposit) },
      detail: describeRoute(
        'depositCash',
        'Credit a wallet (admins only), or convert available cashback to cash',
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
      permission: 'exchange',
      tier: 'standard',
      idempotent: true,
      body: PerkRedemption,
      response: { 201: ok(PerkRedeemed) },
      detail: describeRoute('redeemPerk', 'Redeem perks for rewards at face value', {
        errors: ['NOT_ENROLLED', 'NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_BALANCE'],
      }),
    },
  );

/** For our pages only, which request it before a wallet exists; in the API, a missing wallet is an error. */
export const pageWalletRoutes = new Elysia({ name: 'page-wallet' })
  .use(api)
  .get('/session/wallet', async ({ ctx, query }) => success(await findWallet(ctx, query.businessId)), {
    access: 'person',
    tier: 'relaxed',
    query: Type.Object({ businessId: Type.Optional(Id('Business ID (admins only)')) }),
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
      status: severalOf(ORDER_STATUSES),
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
      permission: 'exchange',
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
    detail: describeRoute('getOrder', 'Get one of your orders', { errors: ['NOT_FOUND'] }),
  })
  .delete('/exchange/orders/:id', async ({ ctx, params }) => success(await orders.cancel(ctx, params.id)), {
    access: 'any',
    scope: 'trade',
    permission: 'exchange',
    tier: 'standard',
    params,
    response: ok(Order),
    detail: describeRoute('cancelOrder', 'Cancel an open order and release its reserve', {
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
      permission: 'exchange',
      tier: 'standard',
      idempotent: true,
      body: NewTrade,
      response: { 201: ok(TakenOrder) },
      detail: describeRoute('takeOrder', 'Trade against an open order at its price', {
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
  'The first event is `market`: the most active perks, as in GET /exchange/market, with up to 1,000 `trades` since Last-Event-ID. Each ' +
  'later `change` event contains `{ asOf, perks, removedPerkIds, trades }`: its perks have the same shape as in the market, and its ' +
  'trades are `{ perkId, price, quantity, takerSide, executedAt }`. Changes that happen close together are combined.';

const streamRoutes = new Elysia({ name: 'exchange-stream', tags: ['Exchange'] }).use(api).get(
  '/exchange/market/stream',
  async ({ ctx, query, request }) => {
    const { clientIp } = requestState(request);
    const lastEventId = request.headers.get('last-event-id');
    const stream = await installationOf(request).streams.market.open(ctx, {
      ...query,
      lastEventId,
      clientIp,
    });
    return new Response(stream, { headers: STREAM_HEADERS });
  },
  {
    access: 'public',
    tier: 'relaxed',
    testMode: false,
    query: Type.Object({ perkId: Type.Optional(Id('Filter by perk ID')) }),
    detail: describeRoute('streamMarket', 'Stream prices, depth and trades as server-sent events', {
      description: STREAM_NOTE,
      errors: ['FORBIDDEN', 'NOT_FOUND'],
      produces: ['text/event-stream'],
    }),
  },
);

export const exchangeRoutes = new Elysia({ name: 'exchange' })
  .use(publicRoutes)
  .use(streamRoutes)
  .use(walletRoutes)
  .use(orderRoutes);
