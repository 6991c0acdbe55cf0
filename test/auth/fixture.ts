import { createHmac } from 'node:crypto';
import { PASSWORD } from '../support/accounts.ts';
import type { CallOptions, TestApp } from '../support/test-app.ts';

export const SECRET = 'a secret of thirty-two bytes or more';

/** One action of POST /auth. */
export const postAuth = (
  w: TestApp,
  action: string,
  fields: Record<string, unknown> = {},
  options: CallOptions = {},
) => w.call('POST', '/auth', { action, ...fields }, options);

export const login = (w: TestApp, email: string, password = PASSWORD, options: CallOptions = {}) =>
  postAuth(w, 'login', { email, password }, options);

export const whoAmI = (w: TestApp, as?: CallOptions['as']) => w.call('GET', '/auth', undefined, { as });

/** The token of the last link that was mailed. */
export function readMailedToken(w: TestApp): string {
  return /token=([\w-]+)/.exec(w.mail.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Lets what was started without being awaited come to its end. */
export async function waitForBackgroundWork(w: TestApp): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise<void>(resolve => setImmediate(resolve));
  await w.app.services.database.transaction(() => {});
}

export const decodeTokenParts = (token: string) =>
  token.split('.').map(part => Buffer.from(part, 'base64url').toString('utf8'));
export const decodeClaims = (token: string) =>
  JSON.parse(decodeTokenParts(token)[1] as string) as Record<string, unknown>;
export const decodeHeader = (token: string) =>
  JSON.parse(decodeTokenParts(token)[0] as string) as Record<string, unknown>;

/** A token of our own making. */
export function forgeToken(header: object, claims: object, secret: string | null, hash = 'sha256'): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = secret === null ? '' : createHmac(hash, secret).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}
