import { createHmac } from 'node:crypto';
import { users } from '../../db/schema/auth.ts';
import { expectFailure } from '../http/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import type { CallOptions, TestApp, TestResponse } from '../support/test-app.ts';

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

/** How long a login counts as a recent proof. */
export const PROOF_LIFETIME_MS = 300_000;

export const createKey = (ctx: TestApp, as: CallOptions['as'], options: CallOptions = {}) =>
  ctx.call('POST', '/api-keys', { name: 'till' }, { as, ...options });

/** Lets the proof of a login expire, and sends a request that requires one. @returns the challenge */
export async function challengeOf(
  ctx: TestApp,
  token: string,
  ask: (as: string) => Promise<TestResponse> = as => createKey(ctx, as),
): Promise<string> {
  ctx.clock.advance(PROOF_LIFETIME_MS);
  const response = await ask(token);
  expectFailure(response, 401, 'RECENT_PROOF_REQUIRED');
  return response.body.error.challenge.token;
}

/** Answers the challenge of a change that requires a recent proof. */
export const confirmIdentity = (ctx: TestApp, challenge: string, proof: object, options: CallOptions = {}) =>
  postAuth(ctx, 'confirmIdentity', { challenge, ...proof }, options);

/** Has a sign-in code mailed to an address. @returns the code */
export async function mailCode(ctx: TestApp, email: string): Promise<string> {
  await postAuth(ctx, 'requestCode', { email });
  await ctx.app.services.backgroundTasks.settled();
  return /code is (\d{6})/.exec(ctx.mail.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Takes all passwords away, as of people who sign in by code. */
export async function removePasswords({ app }: TestApp): Promise<void> {
  await app.services.database.transaction(async db => {
    await db.update(users).set({ passwordHash: null }).run();
  });
}
