import type { CounterAction } from '../../../../places/model.ts';
import type { Member } from '../../../../programs/members/model.ts';
import type { Redeemed, Reward } from '../../../../rewards/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatReward } from '../../../data/format.ts';
import { tenantParams } from '../../../data/session.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { formatText } from '../../../messages/text.ts';
import { formatMember } from '../shared/member-labels.ts';
import type { Outcome, Work } from './attempts.ts';

const REWARD_PREFIX = 'rwd_';
const VISIT_PREFIX = 'vis_';

/** A purchase at a visit. */
interface Purchase {
  /** Dollars. */
  orderValue?: number;
  /** The number on the receipt. */
  orderId?: string;
  /** Stamps; 0 for a purchase alone. */
  quantity: number;
}

/** Records a visit, with or without a purchase. */
export function recordVisit(member: Member, { quantity, orderValue, orderId }: Purchase): Work {
  const { programId: id, memberId } = member;
  const name = formatMember(member);
  const isPurchase = orderValue !== undefined;
  return {
    label: isPurchase
      ? formatText(t.purchaseBy, { amount: formatMoney(orderValue), name })
      : formatText(t.stampFor, { name }),
    memberKey: member.id,
    stamps: quantity,
    ...(isPurchase &&
      quantity > 0 && {
        instead: {
          text: t.withoutStamp,
          work: recordVisit(member, { quantity: 0, orderValue, orderId }),
        },
      }),
    request: async once => {
      const body = { memberId, quantity, orderValue, orderId };
      const visit = await send(api.programs({ id }).visits.post(body, once));
      const added = isPurchase
        ? formatText(t.added, { amount: formatMoney(orderValue) })
        : formatText(t.stamps, { count: quantity });
      return {
        text: `${name}: ${added}`,
        ...describeEarned(visit.rewards),
        undo: refundVisit(member, visit.id),
      };
    },
  };
}

function describeEarned(rewards: Reward[]): Pick<Outcome, 'note'> {
  if (rewards.length === 0) return {};
  return { note: formatText(t.earned, { rewards: rewards.map(formatReward).join(', ') }) };
}

/** Takes back what a visit and its purchase earned. */
function refundVisit(member: Member, visitId: string): Work {
  const name = formatMember(member);
  const undo = refund(member.programId, { visitId }, formatText(t.theVisitOf, { name }));
  return { ...undo, memberKey: member.id };
}

/** The subject of a refund: a visit with its purchase, cashback of an order, or redeemed cashback. */
type RefundSubject = { visitId: string } | { cashbackId: string } | { redemptionId: string };

function refund(programId: string, subject: RefundSubject, what: string): Work {
  return {
    label: undoOf(what),
    request: async once => {
      await send(api.programs({ id: programId }).cashback.post({ action: 'refund', ...subject }, once));
      return { text: formatText(t.undone, { what }) };
    },
  };
}

/** Names the button or work that takes something back; its visible text comes first. */
export function undoOf(what: string): string {
  return `${t.undo}: ${what}`;
}

/** Returns the work that undoes a recorded action, if it can be undone. */
export function createUndo(action: CounterAction): Work | undefined {
  const { kind, programId, resourceId } = action;
  const what = describeAction(action);
  if (kind === 'reinstatement' || kind === 'refund' || kind === 'cancellation') return undefined;
  if (resourceId.startsWith(REWARD_PREFIX)) {
    return {
      label: undoOf(what),
      request: async once => {
        await send(api.rewards.reinstate.post({ rewardId: resourceId, ...tenantParams() }, once));
        return { text: formatText(t.undone, { what }) };
      },
    };
  }
  if (programId === null) return undefined;
  if (kind === 'shopOrder') return cancelOrder(programId, resourceId, what);
  if (kind === 'redemption') return refund(programId, { redemptionId: resourceId }, what);
  const isVisit = resourceId.startsWith(VISIT_PREFIX);
  return refund(programId, isVisit ? { visitId: resourceId } : { cashbackId: resourceId }, what);
}

/** Describes an action in words, such as `2 stamps for Ada`. */
export function describeAction({
  kind,
  memberName,
  memberId,
  stamps,
  purchase,
  value,
}: CounterAction): string {
  const name = formatMember({ name: memberName, memberId: memberId ?? '' });
  if (kind === 'redemption')
    return value > 0
      ? formatText(t.redemptionOf, { amount: formatMoney(value), name })
      : formatText(t.redemptionBy, { name });
  if (kind === 'reinstatement') return formatText(t.reinstatedOf, { name });
  if (kind === 'refund')
    return value > 0
      ? formatText(t.refundOf, { amount: formatMoney(value), name })
      : formatText(t.refundFor, { name });
  if (kind === 'shopOrder') return formatText(t.pointsRewardOf, { name });
  if (kind === 'cancellation') return formatText(t.canceledOf, { name });
  if (purchase !== null) return formatText(t.purchaseOf, { amount: formatMoney(purchase), name });
  return formatText(t.stampsFor, { name, count: stamps });
}

/** Redeems a reward by its code, or by its ID for a member whose card is open. */
export function redeemReward(
  reward: Pick<Reward, 'id' | 'type' | 'value' | 'name' | 'maxAmount'>,
  orderValue?: number,
  memberKey?: string,
): Work {
  const label = formatText(t.redeemOf, { reward: formatReward(reward) });
  return {
    label,
    ...(memberKey && { memberKey }),
    request: async once => {
      const body = { rewardId: reward.id, orderValue, ...tenantParams() };
      const redeemed = await send(api.rewards.redeem.post(body, once));
      return { ...describeRedeemed(redeemed, orderValue), undo: reinstateReward(reward, memberKey) };
    },
  };
}

function describeRedeemed({ reward, discount }: Redeemed, orderValue: number | undefined): Outcome {
  if (reward.name) return { text: formatText(t.give, { item: reward.name }) };
  const text = formatText(t.takeOff, { amount: formatMoney(discount) });
  return orderValue === undefined
    ? { text }
    : { text, note: formatText(t.toPay, { amount: formatMoney(orderValue - discount) }) };
}

/** Makes a redeemed reward redeemable again. */
function reinstateReward(reward: Pick<Reward, 'id' | 'type' | 'value' | 'name'>, memberKey?: string): Work {
  return {
    label: undoOf(formatText(t.theRedemptionOf, { reward: formatReward(reward) })),
    ...(memberKey && { memberKey }),
    request: async once => {
      await send(api.rewards.reinstate.post({ rewardId: reward.id, ...tenantParams() }, once));
      return { text: formatText(t.redeemableAgain, { reward: formatReward(reward) }) };
    },
  };
}

/** Spends a member's cashback. @param amount in dollars */
export function redeemCashback(member: Member, amount: number): Work {
  const { programId: id, memberId } = member;
  return {
    label: formatText(t.redeemCashbackOf, { amount: formatMoney(amount), name: formatMember(member) }),
    memberKey: member.id,
    request: async once => {
      const body = { action: 'redeem' as const, memberId, amount };
      const redeemed = await send(api.programs({ id }).cashback.post(body, once));
      const left =
        'balance' in redeemed
          ? { note: formatText(t.cashbackLeft, { amount: formatMoney(redeemed.balance) }) }
          : {};
      return { text: formatText(t.takeOff, { amount: formatMoney(amount) }), ...left };
    },
  };
}

/** Buys a reward of the program's shop with a member's points. */
export function buyReward(member: Member, item: { id: string; name: string }): Work {
  const { programId: id, memberId } = member;
  return {
    label: formatText(t.forPointsOf, { item: item.name, name: formatMember(member) }),
    memberKey: member.id,
    request: async once => {
      const order = await send(api.programs({ id }).redemptions.post({ memberId, rewardId: item.id }, once));
      return {
        text: formatText(t.bought, { item: item.name }),
        note: formatText(t.pointsLeft, { count: order.pointsBalance }),
        undo: {
          ...cancelOrder(id, order.id, formatText(t.thePurchaseOf, { item: item.name })),
          memberKey: member.id,
        },
      };
    },
  };
}

/** Cancels a purchase with points, which returns them. */
function cancelOrder(programId: string, orderId: string, what: string): Work {
  return {
    label: undoOf(what),
    request: async once => {
      await send(api.programs({ id: programId }).redemptions({ orderId }).cancel.post({}, once));
      return { text: formatText(t.undone, { what }) };
    },
  };
}
