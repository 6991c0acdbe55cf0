import type { PassIssuerRow } from '../../../db/schema/passes.ts';
import type { Ctx } from '../../context.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { signJwt } from '../../platform/security/rs256.ts';
import type { GoogleIssuer } from '../rules/google.ts';
import { openSecret } from './issuers.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
/** Google refuses tokens that are valid for longer. */
const TOKEN_SECONDS = 3_600;
/** The answer for a pass that its owner never saved. */
const NOT_SAVED = 404;
const FIRST_ERROR = 400;
const FIRST_SERVER_ERROR = 500;

/**
 * Sends a change.
 * @returns whether the owner has saved the pass
 * @throws Error for a response other than success, except for a pass that was never saved
 */
export async function patchAtGoogle(ctx: Ctx, token: string, url: string, body: object): Promise<boolean> {
  const status = await send(ctx, token, { method: 'PATCH', url, body });
  if (status >= FIRST_ERROR && status !== NOT_SAVED) throw new Error(`Google answered ${status}`);
  return status !== NOT_SAVED;
}

/**
 * Adds a message to a saved pass. Google refuses more than three a day that phones show: later ones are only added.
 * @throws Error for a failure of Google's
 */
export async function addMessageAtGoogle(
  ctx: Ctx,
  token: string,
  url: string,
  toBody: (notifies: boolean) => object,
): Promise<void> {
  for (const notifies of [true, false]) {
    const status = await send(ctx, token, {
      method: 'POST',
      url: `${url}/addMessage`,
      body: toBody(notifies),
    });
    if (status < FIRST_ERROR) return;
    if (status >= FIRST_SERVER_ERROR) throw new Error(`Google answered ${status}`);
  }
  ctx.log.warn('Google refused a message on a wallet pass', {});
}

async function send(
  ctx: Ctx,
  token: string,
  { method, url, body }: { method: string; url: string; body: object },
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (await ctx.outbound.send({ url, method, headers, body: JSON.stringify(body) })).status;
}

/** Exchanges a signed assertion for an access token (RFC 7523). */
export async function requestToken(ctx: Ctx, issuer: PassIssuerRow): Promise<string> {
  const { clientEmail } = issuer.settings as unknown as GoogleIssuer;
  const iat = Math.floor(ctx.clock.now() / SECOND_MS);
  const claims = { iss: clientEmail, scope: SCOPE, aud: TOKEN_URL, iat, exp: iat + TOKEN_SECONDS };
  const { status, body } = await ctx.outbound.send({
    url: TOKEN_URL,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signJwt(claims, openSecret(ctx, issuer)),
    }).toString(),
  });
  const token =
    status < FIRST_ERROR ? (JSON.parse(body) as { access_token?: unknown }).access_token : undefined;
  if (typeof token !== 'string') throw new Error(`Google refused the service account with ${status}`);
  return token;
}
