import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { Id, MAX, Text } from '../platform/schema.ts';
import { MEMBER_INCLUDES } from '../programs/members/model.ts';
import {
  ListedShopOrder,
  NewShopOrder,
  SHOP_ORDER_STATUSES,
  ShopOrder,
  ShopOrderCancellation,
} from '../programs/shop/model.ts';
import { buyReward } from '../programs/shop/service/buy.ts';
import { cancelShopOrder } from '../programs/shop/service/cancel.ts';
import { listShopOrders } from '../programs/shop/service/list.ts';
import { ListedVisit, NewVisit, RecordedVisit, VISIT_INCLUDES } from '../programs/visits/model.ts';
import { listVisits } from '../programs/visits/service/list.ts';
import { recordVisit } from '../programs/visits/service/record.ts';

const params = Type.Object({ id: Id() });

export const visitRoutes = new Elysia({ name: 'visits', tags: ['Programs'] })
  .use(api)
  .get(
    '/programs/:id/visits',
    async ({ ctx, params, query }) => success(await listVisits(ctx, params.id, query)),
    {
      access: 'any',
      scope: 'read',
      permission: 'counter',
      tier: 'relaxed',
      params,
      query: listQuery({
        memberId: Type.Optional(Text(MAX.id, { description: 'Filter by member' })),
        include: severalOf(VISIT_INCLUDES, {
          description: 'Include the member of each visit, or who recorded it and where',
        }),
      }),
      response: page(ListedVisit),
      detail: describeRoute('listVisits', "List the visits of a program's members, newest first", {
        description: 'Customers see their own visits, without who recorded them.',
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post(
    '/programs/:id/visits',
    async ({ ctx, params, body, status }) => status(201, success(await recordVisit(ctx, params.id, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'counter',
      tier: 'standard',
      idempotent: true,
      params,
      body: NewVisit,
      response: { 201: ok(RecordedVisit) },
      detail: describeRoute('recordVisit', 'Record a visit of a member', {
        description:
          'Counts toward goals with the metric visits, such as a stamp card. With orderValue, the order also earns spend, points and cashback, in the same transaction. Rewards of goals that the visit completes are issued and returned.',
        errors: [
          'NOT_FOUND',
          'MEMBER_SUSPENDED',
          'NOT_A_MEMBER',
          'PROGRAM_NOT_ACTIVE',
          'DUPLICATE_ORDER',
          'LIMIT_REACHED',
        ],
      }),
    },
  )
  .post(
    '/programs/:id/redemptions',
    async ({ ctx, params, body, status }) => status(201, success(await buyReward(ctx, params.id, body))),
    {
      access: 'any',
      scope: 'write',
      permission: 'counter',
      tier: 'standard',
      idempotent: true,
      params,
      body: NewShopOrder,
      response: { 201: ok(ShopOrder) },
      detail: describeRoute('buyReward', "Buy a reward of the program's shop with a member's points", {
        description:
          "A business buys for any member, customers for themselves. Debits the member's points and returns the reward code. Points spent still count toward tiers.",
        errors: [
          'NOT_FOUND',
          'FORBIDDEN',
          'MEMBER_SUSPENDED',
          'NOT_A_MEMBER',
          'PROGRAM_NOT_ACTIVE',
          'LIMIT_REACHED',
          'INSUFFICIENT_BALANCE',
        ],
      }),
    },
  )
  .get(
    '/programs/:id/redemptions',
    async ({ ctx, params, query }) => success(await listShopOrders(ctx, params.id, query)),
    {
      access: 'any',
      scope: 'read',
      permission: 'counter',
      tier: 'relaxed',
      params,
      query: listQuery({
        memberId: Type.Optional(Text(MAX.id, { description: 'Filter by member' })),
        status: severalOf(SHOP_ORDER_STATUSES),
        include: severalOf(MEMBER_INCLUDES, { description: 'Include the member of each purchase' }),
      }),
      response: page(ListedShopOrder),
      detail: describeRoute('listShopOrders', 'List the rewards bought with points, newest first', {
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post(
    '/programs/:id/redemptions/:orderId/cancel',
    async ({ ctx, params: { id, orderId }, body }) => success(await cancelShopOrder(ctx, id, orderId, body)),
    {
      access: 'business',
      scope: 'write',
      permission: 'counter',
      tier: 'standard',
      idempotent: true,
      params: Type.Object({ ...params.properties, orderId: Id('Purchase ID') }),
      body: ShopOrderCancellation,
      response: ok(ShopOrder),
      detail: describeRoute('cancelShopOrder', 'Cancel a purchase and return its points', {
        description:
          "Possible once per purchase, within the business's refundWindowDays, unless the reward was redeemed. Points, stock and limit are restored, and the reward's code is void.",
        errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_TRANSITION', 'CONFLICT'],
      }),
    },
  );
