import type { PassIssuerRow, PassRow } from '../../../db/schema/passes.ts';
import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import { getCardVersion, listSubjects } from '../rules/content.ts';
import { type GoogleIssuer, toObject, toObjectUrl } from '../rules/google.ts';
import * as store from '../store.ts';
import { refreshContent } from './content.ts';
import { patchAtGoogle, requestToken } from './google.ts';
import { updateLook } from './look.ts';

/** Events read at once. */
const BATCH = 200;
/** The update of the pass of a replaced card at Google; it contains no new data of the member. */
const ENDED = { state: 'EXPIRED' };

/**
 * Updates the passes of the members and rewards that changed since the last run. What fails is repeated by the next
 * run. Requests happen outside transactions, so a crash repeats at most one batch.
 * @returns the number of updated passes
 */
export async function updatePasses(ctx: Ctx): Promise<number> {
  let updated = 0;
  for (const issuer of await store.listAllIssuers(ctx.db)) {
    try {
      updated += await updateIssuer(ctx, issuer);
    } catch (cause) {
      const { businessId, platform } = issuer;
      ctx.log.warn('failed to update wallet passes', { businessId, platform, cause });
    }
  }
  return updated;
}

async function updateIssuer(ctx: Ctx, issuer: PassIssuerRow): Promise<number> {
  const { businessId } = issuer;
  let sequence = issuer.eventSequence;
  let updated = await updateLook(ctx, issuer);
  for (;;) {
    const batch = await events.listAfter(ctx, businessId, sequence, BATCH);
    const last = batch.at(-1);
    if (!last) return updated;
    const subjects = [...new Set(batch.flatMap(listSubjects))];
    const changed = await store.listBySubjects(ctx.db, issuer, subjects);
    const isForGoogle = changed.length > 0 && issuer.platform === 'google';
    const current = isForGoogle ? await sendToGoogle(ctx, issuer, changed) : changed;
    updated += changed.length;
    sequence = last.sequence;
    await atomically(ctx.detached().as(SCHEDULER, null), async tx => {
      // Phones with an Apple pass ask for those that changed.
      for (const { id, cardVersion } of current)
        await store.update(tx.db, id, { updatedAt: nowIso(tx.clock), cardVersion });
      await store.setSequence(tx.db, issuer, sequence);
    });
  }
}

/**
 * Sends the changed passes, and ends those of replaced cards.
 * @returns the passes with the version of the card that they show now
 * @throws Error for a response other than success, except for a pass that was never saved
 */
async function sendToGoogle(ctx: Ctx, issuer: PassIssuerRow, changed: PassRow[]): Promise<PassRow[]> {
  const settings = issuer.settings as unknown as GoogleIssuer;
  const token = await requestToken(ctx, issuer);
  return await mapInOrder(changed, async pass => {
    const content = await refreshContent(ctx, pass);
    if (!content) return pass;
    const cardVersion = getCardVersion(content);
    for (let earlier = pass.cardVersion; earlier < cardVersion; earlier++)
      await patchAtGoogle(ctx, token, toObjectUrl(settings, content, earlier), ENDED);
    await patchAtGoogle(ctx, token, toObjectUrl(settings, content), toObject(settings, content));
    return { ...pass, cardVersion };
  });
}
