import type { MemberRow } from '../../../../db/schema/programs.ts';
import type { Ctx } from '../../../context.ts';
import { isCounter } from '../../../platform/actor.ts';
import { listOpen } from '../../../rewards/service.ts';
import type { OpenReward } from '../model.ts';

/** The rewards shown with a member. */
const MAX_OPEN_REWARDS = 50;

/**
 * Lists the rewards of the business that a member can redeem now, those that expire first at the top. Users with the
 * position counter get no codes, because they could redeem them without the customer.
 */
export async function listOpenRewards(ctx: Ctx, { businessId, memberId }: MemberRow): Promise<OpenReward[]> {
  const isHidden = isCounter(ctx.actor);
  const rewards = await listOpen(ctx, businessId, memberId, MAX_OPEN_REWARDS);
  return rewards.map(({ id, code, source, currency, type, value, name, maxAmount, expiresAt }) => ({
    id,
    source,
    currency,
    type,
    value,
    name,
    maxAmount,
    expiresAt,
    code: isHidden ? null : code,
  }));
}
