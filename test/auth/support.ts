import { createHmac } from 'node:crypto';
import { PASSWORD } from '../support/accounts.ts';
import type { CallOptions, TestApp } from '../support/test-app.ts';

export const SECRET = 'a secret of thirty-two bytes or more';

/** One action of POST /auth. */
export const auth = (
  w: TestApp,
  action: string,
  fields: Record<string, unknown> = {},
  options: CallOptions = {},
) => w.call('POST', '/auth', { action, ...fields }, options);

export const login = (w: TestApp, email: string, password = PASSWORD, options: CallOptions = {}) =>
  auth(w, 'login', { email, password }, options);

export const whoAmI = (w: TestApp, as?: CallOptions['as']) => w.call('GET', '/auth', undefined, { as });

/** The token of the last link that was mailed. */
export function mailedToken(w: TestApp): string {
  return /token=([\w-]+)/.exec(w.mail.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Lets what was started without being awaited come to its end. */
export async function settled(w: TestApp): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise<void>(resolve => setImmediate(resolve));
  await w.app.services.database.transaction(() => {});
}

export const parts = (token: string) =>
  token.split('.').map(part => Buffer.from(part, 'base64url').toString('utf8'));
export const claimsOf = (token: string) => JSON.parse(parts(token)[1] as string) as Record<string, unknown>;
export const headerOf = (token: string) => JSON.parse(parts(token)[0] as string) as Record<string, unknown>;

/** A token of our own making. */
export function forge(header: object, claims: object, secret: string | null, hash = 'sha256'): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = secret === null ? '' : createHmac(hash, secret).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}
