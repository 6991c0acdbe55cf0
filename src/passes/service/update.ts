import type { EventRow } from '../../../db/schema/events.ts';
import type { PassIssuerRow, PassRow } from '../../../db/schema/passes.ts';
import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { shortenText } from '../../platform/cut-text.ts';
import { forEachInBatches } from '../../platform/runtime/in-order.ts';
import { getCardVersion, listSubjects, type PassContent } from '../rules/content.ts';
import { type GoogleIssuer, toMessage, toObject, toObjectUrl } from '../rules/google.ts';
import * as store from '../store.ts';
import { refreshContent } from './content.ts';
import { addMessageAtGoogle, patchAtGoogle, requestToken } from './google.ts';
import { updateLook } from './look.ts';
import { findNews, type News } from './news.ts';
import { notifyPhones } from './push.ts';

/** Events read at once. */
const BATCH = 200;
const MAX_ERROR_CHARS = 200;
/** Connections to Apple's push service at the same time, one per certificate. */
const MAX_CONNECTIONS = 10;
/** The update of the pass of a replaced card at Google; it contains no new data of the member. */
const ENDED = { state: 'EXPIRED' };

/**
 * Updates the passes of the members and rewards that changed since the last run, with a message about what happened. What
 * fails is repeated by the next run. Requests happen outside transactions, so a crash repeats the changes of at most one
 * batch and the message of at most one pass.
 * @returns the number of updated passes
 */
export async function updatePasses(ctx: Ctx): Promise<number> {
  const issuers = await store.listAllIssuers(ctx.db);
  let updated = 0;
  const update = async (issuer: PassIssuerRow) => {
    updated += await attempt(ctx, issuer);
  };
  for (const issuer of issuers) if (issuer.platform === 'google') await update(issuer);
  // At the same time, because each waits for the push service if it cannot be reached.
  await forEachInBatches(
    issuers.filter(({ platform }) => platform === 'apple'),
    MAX_CONNECTIONS,
    update,
  );
  return updated;
}

async function attempt(ctx: Ctx, issuer: PassIssuerRow): Promise<number> {
  try {
    const updated = await updateIssuer(ctx, issuer);
    if (issuer.lastError !== null && !(await store.hasDue(ctx.db, issuer)))
      await noteError(ctx, issuer, null);
    return updated;
  } catch (cause) {
    const { businessId, platform } = issuer;
    ctx.log.warn('failed to update wallet passes', { businessId, platform, cause });
    await noteError(ctx, issuer, shortenText((cause as Error).message, MAX_ERROR_CHARS));
    return 0;
  }
}

/** Stores why the update failed, or null that it worked, for the settings page. */
async function noteError(ctx: Ctx, issuer: PassIssuerRow, lastError: string | null): Promise<void> {
  if (issuer.lastError === lastError) return;
  await change(ctx, tx => store.setLastError(tx.db, issuer, lastError));
}

function change(ctx: Ctx, work: Parameters<typeof atomically<void>>[1]): Promise<void> {
  return atomically(ctx.detached().as(SCHEDULER, null), work);
}

async function updateIssuer(ctx: Ctx, issuer: PassIssuerRow): Promise<number> {
  const { businessId, platform } = issuer;
  let sequence = issuer.eventSequence;
  let updated = await updateLook(ctx, issuer);
  for (;;) {
    const batch = await events.listAfter(ctx, businessId, sequence, BATCH);
    const last = batch.at(-1);
    if (!last) break;
    const changed = await store.listBySubjects(ctx.db, issuer, [...new Set(batch.flatMap(listSubjects))]);
    const token = changed.length > 0 && platform === 'google' ? await requestToken(ctx, issuer) : undefined;
    for (const pass of changed) await updatePass(ctx, issuer, pass, { batch, token });
    updated += changed.length;
    sequence = last.sequence;
    await change(ctx, tx => store.setSequence(tx.db, issuer, sequence));
  }
  if (platform === 'apple') await notifyPhones(ctx, issuer);
  return updated;
}

/** @param token of Google; phones with an Apple pass fetch it themselves */
async function updatePass(
  ctx: Ctx,
  issuer: PassIssuerRow,
  pass: PassRow,
  { batch, token }: { batch: readonly EventRow[]; token: string | undefined },
): Promise<void> {
  const content = await refreshContent(ctx, pass);
  if (!content) return;
  const found = content.kind === 'member' ? await findNews(ctx, pass, content, batch) : undefined;
  const news = found?.of === pass.newsOf ? undefined : found;
  if (token !== undefined) await sendToGoogle(ctx, token, issuer, { pass, content, news });
  await change(ctx, async tx => {
    const updatedAt = nowIso(tx.clock);
    const cardVersion = getCardVersion(content);
    await store.update(tx.db, pass.id, {
      updatedAt,
      cardVersion,
      ...(news && { news: news.text, newsOf: news.of }),
    });
    await store.makeDue(tx.db, pass.id, updatedAt);
  });
}

/**
 * Sends a changed pass with its message, and ends those of replaced cards.
 * @throws Error for a response other than success, except for a pass that was never saved
 */
async function sendToGoogle(
  ctx: Ctx,
  token: string,
  { settings }: PassIssuerRow,
  { pass, content, news }: { pass: PassRow; content: PassContent; news: News | undefined },
): Promise<void> {
  const issuer = settings as unknown as GoogleIssuer;
  for (let earlier = pass.cardVersion; earlier < getCardVersion(content); earlier++)
    await patchAtGoogle(ctx, token, toObjectUrl(issuer, content, earlier), ENDED);
  const url = toObjectUrl(issuer, content);
  const isSaved = await patchAtGoogle(ctx, token, url, toObject(issuer, content));
  if (isSaved && news)
    await addMessageAtGoogle(ctx, token, url, notifies => toMessage(content, news, notifies));
}
