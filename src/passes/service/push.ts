import type { PassIssuerRow } from '../../../db/schema/passes.ts';
import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import type { AppleIssuer } from '../rules/apple.ts';
import * as store from '../store.ts';
import { openSecret } from './issuers.ts';

/** Phones notified at once. */
const BATCH = 200;
/** The wait before a phone that could not be notified is tried again. */
const RETRY_MS = 5 * MINUTE_MS;

/**
 * Notifies the phones whose Apple pass has changed, so that they fetch it. Those that Apple no longer knows are forgotten.
 * @throws Error if some could not be notified; they are tried again later
 */
export async function notifyPhones(ctx: Ctx, issuer: PassIssuerRow): Promise<void> {
  const { passTypeId, certificate } = issuer.settings as unknown as AppleIssuer;
  const { businessId } = issuer;
  for (;;) {
    const due = await store.listDue(ctx.db, { businessId, now: nowIso(ctx.clock), limit: BATCH });
    if (due.length === 0) return;
    const identity = { passTypeId, certificate, privateKey: openSecret(ctx, issuer) };
    // A phone with several passes of the shop asks for all of them at once.
    const tokens = [...new Set(due.map(({ pushToken }) => pushToken))];
    const { notified, gone, error } = await ctx.applePush.notify(identity, tokens);
    const retryAt = iso(ctx.clock.now() + RETRY_MS);
    await atomically(ctx.detached().as(SCHEDULER, null), async tx => {
      for (const device of due) {
        const { deviceId, passId, pushToken } = device;
        if (gone.includes(pushToken)) await store.deleteDevice(tx.db, deviceId, passId);
        else await store.setDue(tx.db, device, notified.includes(pushToken) ? null : retryAt);
      }
    });
    if (error) throw error;
  }
}
