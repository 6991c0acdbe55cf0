import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import * as rewards from '../../rewards/service.ts';
import * as outbox from '../outbox-store.ts';
import * as store from '../store.ts';
import { enqueue, wants } from './enqueue.ts';
import { toOffer } from './occasions.ts';

/** How long before the end of a reward its owner is reminded. */
export const NOTICE_MS = 3 * DAY_MS;
/** Rewards that are valid for less time cause no reminder: the mail about the reward itself is recent. */
const MIN_LIFETIME_MS = 7 * DAY_MS;
/** Rewards per read, to limit memory use. */
const BATCH = 1_000;

/** Returns whether a reward is valid for so short a time that no reminder is due. */
export function isShortLived({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }): boolean {
  return Date.parse(expiresAt) - Date.parse(createdAt) < MIN_LIFETIME_MS;
}

/** Puts reminders of rewards that expire soon into the outbox, one per reward. @returns how many */
export async function remindOfExpiring(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const until = iso(now + NOTICE_MS);
  let after = { after: iso(now), afterId: '' };
  let count = 0;
  for (;;) {
    const batch = await store.listExpiring(ctx.db, { ...after, until, limit: BATCH });
    for (const reward of batch) if (await remind(ctx, reward)) count += 1;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return count;
    after = { after: last.expiresAt, afterId: last.id };
  }
}

/** @returns false if there is one already, the person does not want it, or the reward is short-lived */
async function remind(ctx: Ctx, { id, userId, businessId, ...row }: store.ExpiringReward): Promise<boolean> {
  if (isShortLived(row)) return false;
  const kind = 'reward.expiring';
  if (await outbox.hasOccasion(ctx.db, { userId, kind, occasion: id })) return false;
  if (!wants(await store.findRecipient(ctx.db, { userId, kind }), kind)) return false;
  const canSend = ctx.mail.isConfigured;
  return await atomically(
    ctx.detached().as(SCHEDULER, null),
    async tx => {
      const reward = await rewards.find(tx, id);
      if (reward?.status !== 'issued') return false;
      const data = { reward: toOffer(reward), expiresAt: reward.expiresAt };
      await enqueue(tx, { userId, businessId, kind, occasion: id, data }, canSend);
      return true;
    },
    [`business:${businessId}`],
  );
}
