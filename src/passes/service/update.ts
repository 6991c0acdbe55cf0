import type { PassIssuerRow, PassRow } from '../../../db/schema/passes.ts';
import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso, SECOND_MS } from '../../platform/clock.ts';
import { signJwt } from '../../platform/security/rs256.ts';
import { listSubjects } from '../rules/content.ts';
import { type GoogleIssuer, toObject, toObjectUrl } from '../rules/google.ts';
import * as store from '../store.ts';
import { refreshContent } from './content.ts';
import { openSecret } from './issuers.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
/** Google refuses tokens that are valid for longer. */
const TOKEN_SECONDS = 3_600;
/** Events read at once. */
const BATCH = 200;
/** The answer for a pass that its owner never saved. */
const NOT_SAVED = 404;
const FIRST_ERROR = 400;

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
  let updated = 0;
  for (;;) {
    const batch = await events.listAfter(ctx, businessId, sequence, BATCH);
    const last = batch.at(-1);
    if (!last) return updated;
    const subjects = [...new Set(batch.flatMap(listSubjects))];
    const changed = await store.listBySubjects(ctx.db, issuer, subjects);
    if (changed.length > 0 && issuer.platform === 'google') await sendToGoogle(ctx, issuer, changed);
    updated += changed.length;
    sequence = last.sequence;
    await atomically(ctx.detached().as(SCHEDULER, null), async tx => {
      // Phones with an Apple pass ask for those that changed.
      for (const { id } of changed) await store.update(tx.db, id, { updatedAt: nowIso(tx.clock) });
      await store.setSequence(tx.db, issuer, sequence);
    });
  }
}

/** @throws Error for a response other than success, except for a pass that was never saved */
async function sendToGoogle(ctx: Ctx, issuer: PassIssuerRow, changed: PassRow[]): Promise<void> {
  const settings = issuer.settings as unknown as GoogleIssuer;
  const token = await requestToken(ctx, settings, openSecret(ctx, issuer));
  for (const pass of changed) {
    const content = await refreshContent(ctx, pass);
    if (!content) continue;
    const { status } = await ctx.outbound.send({
      url: toObjectUrl(settings, content),
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(toObject(settings, content)),
    });
    if (status >= FIRST_ERROR && status !== NOT_SAVED) throw new Error(`Google answered ${status}`);
  }
}

/** Exchanges a signed assertion for an access token (RFC 7523). */
async function requestToken(ctx: Ctx, { clientEmail }: GoogleIssuer, key: string): Promise<string> {
  const iat = Math.floor(ctx.clock.now() / SECOND_MS);
  const claims = { iss: clientEmail, scope: SCOPE, aud: TOKEN_URL, iat, exp: iat + TOKEN_SECONDS };
  const { status, body } = await ctx.outbound.send({
    url: TOKEN_URL,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signJwt(claims, key),
    }).toString(),
  });
  const token =
    status < FIRST_ERROR ? (JSON.parse(body) as { access_token?: unknown }).access_token : undefined;
  if (typeof token !== 'string') throw new Error(`Google refused the service account with ${status}`);
  return token;
}
