import { createHmac } from 'node:crypto';
import { PASSWORD } from '../support/accounts.ts';
import type { CallOptions, TestApp } from '../support/test-app.ts';

export const SECRET = 'a secret of thirty-two bytes or more';

/** Calls an action of POST /auth. */
export const postAuth = (
  ctx: TestApp,
  action: string,
  fields: Record<string, unknown> = {},
  options: CallOptions = {},
) => ctx.call('POST', '/auth', { action, ...fields }, options);

export const login = (ctx: TestApp, email: string, password = PASSWORD, options: CallOptions = {}) =>
  postAuth(ctx, 'login', { email, password }, options);

export const whoAmI = (ctx: TestApp, as?: CallOptions['as']) => ctx.call('GET', '/auth', undefined, { as });

/** Returns the token of the last link sent by email. */
export function readMailedToken(ctx: TestApp): string {
  return /token=([\w-]+)/.exec(ctx.mail.at(-1)?.text ?? '')?.[1] ?? '';
}

export const decodeTokenParts = (token: string) =>
  token.split('.').map(part => Buffer.from(part, 'base64url').toString('utf8'));
export const decodeClaims = (token: string) =>
  JSON.parse(decodeTokenParts(token)[1] as string) as Record<string, unknown>;
export const decodeHeader = (token: string) =>
  JSON.parse(decodeTokenParts(token)[0] as string) as Record<string, unknown>;

/** Creates a token with the given header and claims; unsigned if `secret` is null. */
export function forgeToken(header: object, claims: object, secret: string | null, hash = 'sha256'): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = secret === null ? '' : createHmac(hash, secret).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}
