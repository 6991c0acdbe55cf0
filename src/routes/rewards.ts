import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { REWARD_STATUSES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { DateTime, Id, MAX, PathId, Text } from '../platform/schema.ts';
import {
  ListedReward,
  REWARD_INCLUDES,
  REWARD_SORTS,
  Redeemed,
  Redemption,
  Reinstating,
  Reward,
  Voiding,
} from '../rewards/model.ts';
import { reinstate } from '../rewards/reinstate.ts';
import * as rewards from '../rewards/service.ts';
import { getReward, listRewards } from '../shops/rewards.ts';

export const rewardRoutes = new Elysia({ name: 'rewards', tags: ['Rewards'] })
  .use(api)
  .get('/rewards', async ({ ctx, query }) => success(await listRewards(ctx, query)), {
    access: 'any',
    scope: 'read',
    permission: 'counter',
    tier: 'relaxed',
    query: listQuery(
      {
        status: severalOf(REWARD_STATUSES),
        campaignId: Type.Optional(Id()),
        userId: Type.Optional(Id()),
        businessId: Type.Optional(Id('Business ID (admins only)')),
        code: Type.Optional(
          Text(MAX.name, { description: 'Filter by reward code; case, spaces and dashes are ignored' }),
        ),
        platform: Type.Optional(Text(MAX.slug, { description: "Filter by the campaign's platform" })),
        redeemedFrom: Type.Optional(DateTime({ description: 'Only rewards redeemed at or after this time' })),
        include: severalOf(REWARD_INCLUDES, {
          description: 'Include related records under their names, beside their IDs',
        }),
      },
      REWARD_SORTS,
    ),
    response: page(ListedReward),
    detail: describeRoute('listRewards', 'List rewards, newest first', {
      description:
        'A list in the order of redeemedAt contains redeemed rewards only. Users with the position counter can look up a code and list redeemed rewards.',
      errors: ['FORBIDDEN'],
    }),
  })
  .get('/rewards/:id', async ({ ctx, params, query }) => success(await getReward(ctx, params.id, query)), {
    access: 'any',
    scope: 'read',
    permission: 'counter',
    tier: 'relaxed',
    params: PathId,
    query: Type.Object({
      include: severalOf(REWARD_INCLUDES, {
        description: 'Include related records under their names, beside their IDs',
      }),
    }),
    response: ok(ListedReward),
    detail: describeRoute('getReward', 'Get a reward', { errors: ['NOT_FOUND'] }),
  })
  .post('/rewards/redeem', async ({ ctx, body }) => success(await rewards.redeem(ctx, body)), {
    access: 'business',
    scope: 'review',
    permission: 'counter',
    tier: 'standard',
    idempotent: true,
    body: Redemption,
    response: ok(Redeemed),
    detail: describeRoute('redeemReward', 'Redeem a reward code at checkout', {
      errors: ['NOT_FOUND', 'REWARD_NOT_REDEEMABLE', 'ORDER_VALUE_REQUIRED'],
    }),
  })
  .post('/rewards/reinstate', async ({ ctx, body }) => success(await reinstate(ctx, body)), {
    access: 'business',
    scope: 'review',
    permission: 'counter',
    tier: 'standard',
    idempotent: true,
    body: Reinstating,
    response: ok(Reward),
    detail: describeRoute('reinstateReward', 'Undo a redemption, so that the code can be redeemed again', {
      description:
        "Possible once per redemption, within the business's reinstateWindowHours, and until the reward expires.",
      errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'REWARD_NOT_REDEEMABLE', 'CONFLICT'],
    }),
  })
  .post('/rewards/void', async ({ ctx, body }) => success(await rewards.voidRewardById(ctx, body)), {
    access: 'business',
    scope: 'review',
    permission: 'review',
    tier: 'standard',
    idempotent: true,
    body: Voiding,
    response: ok(Reward),
    detail: describeRoute('voidReward', 'Void a reward', { errors: ['NOT_FOUND', 'CONFLICT'] }),
  });
