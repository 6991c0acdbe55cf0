import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import { isShortLived, NOTICE_MS } from '../../mailings/service/expiring.ts';
import { readFormats, writeInShort } from '../../mailings/service/in-short.ts';
import { toOffer } from '../../mailings/service/occasions.ts';
import { wantsPassMessage } from '../../mailings/service/preferences.ts';
import { iso, nowIso } from '../../platform/clock.ts';
import type { Reward } from '../../rewards/model.ts';
import * as rewards from '../../rewards/service.ts';
import * as store from '../store.ts';

/** Passes per read. */
const BATCH = 200;
const EXPIRING = 'expiring';

/**
 * Has the Apple passes of rewards that expire soon say so, once each and under the conditions of the mail. Google reminds
 * the owners of its passes itself.
 * @returns how many
 */
export async function remindOnPasses(ctx: Ctx): Promise<number> {
  for (let count = 0; ; ) {
    const now = ctx.clock.now();
    const range = { now: iso(now), until: iso(now + NOTICE_MS), newsOf: EXPIRING, limit: BATCH };
    const batch = await store.listExpiring(ctx.db, range);
    for (const { id, rewardId, locale } of batch) {
      const reward = await rewards.find(ctx, rewardId);
      const news = reward && (await describe(ctx, reward, locale));
      await atomically(ctx.detached().as(SCHEDULER, null), async tx => {
        const updatedAt = nowIso(tx.clock);
        // Noted without a message as well, so that the pass is not read again.
        await store.update(tx.db, id, { newsOf: EXPIRING, ...(news !== undefined && { news, updatedAt }) });
        if (news !== undefined) await store.makeDue(tx.db, id, updatedAt);
      });
      if (news !== undefined) count += 1;
    }
    if (batch.length < BATCH) return count;
  }
}

/** Returns undefined for a short-lived reward, or if its owner does not want the message. */
async function describe(ctx: Ctx, reward: Reward, locale: string | null): Promise<string | undefined> {
  const { businessId, userId, currency, expiresAt } = reward;
  if (isShortLived(reward) || !(await wantsPassMessage(ctx, userId, 'reward.expiring'))) return undefined;
  const formats = await readFormats(ctx, { businessId, userId, locale, currency });
  return writeInShort('reward.expiring', { reward: toOffer(reward), expiresAt }, formats);
}
