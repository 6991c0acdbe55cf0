import { type Static, Type } from '@sinclair/typebox';
import { Id, MAX, Text, Timestamp } from '../../platform/schema.ts';
import { Reward } from '../../rewards/model.ts';

export const NewShopOrder = Type.Object(
  {
    memberId: Type.Optional(
      Text(MAX.id, { description: 'The member who spends the points; customers can omit it' }),
    ),
    rewardId: Text(MAX.id, { description: "ID of an item in the program's rewards.shop" }),
  },
  { $id: 'NewShopOrder', examples: [{ memberId: 'till-4711', rewardId: 'cake' }] },
);
export type NewShopOrder = Static<typeof NewShopOrder>;

/** A reward bought with points. */
export const ShopOrder = Type.Object(
  {
    id: Id(),
    programId: Id(),
    memberId: Type.String(),
    rewardId: Type.String({ description: "ID of the item in the program's rewards.shop" }),
    points: Type.Integer({ description: 'Points spent' }),
    pointsBalance: Type.Integer({ description: 'Points that the member has left' }),
    reward: Reward,
    createdAt: Timestamp(),
  },
  { $id: 'ShopOrder' },
);
export type ShopOrder = Static<typeof ShopOrder>;
