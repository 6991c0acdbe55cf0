import type { PassIssuerRow, PassRow } from '../../../db/schema/passes.ts';
import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { getHomeScreenOf } from '../../shops/home-screen.ts';
import { type GoogleIssuer, toClass, toClassUrl } from '../rules/google.ts';
import * as store from '../store.ts';
import { refreshContent } from './content.ts';
import { patchAtGoogle, requestToken } from './google.ts';

/** Passes read at once. */
const BATCH = 200;

/**
 * Gives all passes of an issuer a changed name, logo or color of the shop: Google receives what its passes share, phones
 * with an Apple pass fetch it again. The look is noted last, so a failure is repeated by the next run.
 * @returns the number of changed classes
 */
export async function updateLook(ctx: Ctx, issuer: PassIssuerRow): Promise<number> {
  const { name, accentColor, version } = await getHomeScreenOf(ctx, issuer.businessId);
  const look = sha256(JSON.stringify([name, accentColor, version]));
  if (issuer.settings.look === look) return 0;
  // A new issuer has no passes with another look.
  const isChange = issuer.settings.look !== undefined;
  const updated = isChange && issuer.platform === 'google' ? await sendClasses(ctx, issuer) : 0;
  await atomically(ctx.detached().as(SCHEDULER, null), async tx => {
    if (isChange) await store.touchAll(tx.db, issuer, nowIso(tx.clock));
    await store.setSettings(tx.db, issuer, { ...issuer.settings, look });
  });
  return updated;
}

/** Sends each class once: one per program, and one per reward. */
async function sendClasses(ctx: Ctx, issuer: PassIssuerRow): Promise<number> {
  const settings = issuer.settings as unknown as GoogleIssuer;
  const sent = new Set<string>();
  let token: string | undefined;
  for (let after = ''; ; ) {
    const rows = await store.listOfIssuer(ctx.db, issuer, after, BATCH);
    for (const row of rows) {
      if (sent.has(toClassKey(row))) continue;
      const content = await refreshContent(ctx, row);
      if (!content || (content.kind === 'reward' && !content.isOpen)) continue;
      token ??= await requestToken(ctx, issuer);
      await patchAtGoogle(ctx, token, toClassUrl(settings, content), toClass(settings, content));
      sent.add(toClassKey(row));
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return sent.size;
    after = last.id;
  }
}

/** Names the class of a pass: the program of a member card, the reward itself. */
function toClassKey({ kind, subject }: PassRow): string {
  return kind === 'member' ? subject.split(':').slice(0, 2).join(':') : subject;
}
