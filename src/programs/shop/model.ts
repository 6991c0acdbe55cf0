import { type Static, Type } from '@sinclair/typebox';
import { PlaceId } from '../../places/model.ts';
import { Id, MAX, Nullable, oneOf, Text, Timestamp } from '../../platform/schema.ts';
import { Reward } from '../../rewards/model.ts';
import { IncludedMember } from '../members/model.ts';

export const NewShopOrder = Type.Object(
  {
    memberId: Type.Optional(
      Text(MAX.id, { description: 'The member who spends the points; customers can omit it' }),
    ),
    rewardId: Text(MAX.id, { description: "ID of an item in the program's rewards.shop" }),
    placeId: PlaceId,
  },
  { $id: 'NewShopOrder', examples: [{ memberId: 'till-4711', rewardId: 'cake' }] },
);
export type NewShopOrder = Static<typeof NewShopOrder>;

export const ShopOrderCancellation = Type.Object(
  { reason: Type.Optional(Text(MAX.text)), placeId: PlaceId },
  { $id: 'ShopOrderCancellation', examples: [{ reason: 'Chose the wrong reward' }] },
);
export type ShopOrderCancellation = Static<typeof ShopOrderCancellation>;

/** The states of a purchase with points. */
export const SHOP_ORDER_STATUSES = ['completed', 'canceled'] as const;

const shopOrderFields = {
  id: Id(),
  programId: Id(),
  memberId: Type.String(),
  rewardId: Type.String({ description: "ID of the item in the program's rewards.shop" }),
  points: Type.Integer({ description: 'Points spent' }),
  status: oneOf(SHOP_ORDER_STATUSES, { description: 'A canceled purchase has returned its points' }),
  reward: Reward,
  createdAt: Timestamp(),
  canceledAt: Nullable(Timestamp()),
  cancelReason: Nullable(Type.String()),
};

/** A reward bought with points, with the balance of its member afterwards. */
export const ShopOrder = Type.Object(
  {
    ...shopOrderFields,
    pointsBalance: Type.Integer({ description: 'Points that the member has left' }),
  },
  { $id: 'ShopOrder' },
);
export type ShopOrder = Static<typeof ShopOrder>;

export const ListedShopOrder = Type.Object(
  { ...shopOrderFields, member: IncludedMember },
  { $id: 'ListedShopOrder' },
);
export type ListedShopOrder = Static<typeof ListedShopOrder>;
