import type { AppGrant } from '../../auth/service/keys.ts';
import type { Ctx } from '../../context.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';

/** Apps exchange a code at once; RFC 6749 recommends up to ten minutes. */
const LIFETIME_MS = 2 * MINUTE_MS;

/** The approval of a person, until the app exchanges the code for tokens. */
export interface PendingGrant {
  clientId: string;
  /** The address in the request, which the app repeats; absent if it named none. */
  redirectUri?: string;
  /** The PKCE challenge. */
  challenge: string;
  userId: string;
  key: AppGrant;
}

interface StoredGrant extends PendingGrant {
  isUsed: boolean;
  expiresAtMs: number;
}

/** Issues a code. It lives in the memory that all nodes share, and not in the database: after a restart, the app asks again. */
export async function issueCode(
  ctx: Ctx,
  { key, ...grant }: Omit<PendingGrant, 'key'> & { key: Omit<AppGrant, 'keyId'> },
): Promise<string> {
  const code = randomToken(ctx.random);
  const keyId = ctx.ids.next('apiKey');
  await ctx.challenges.update<StoredGrant, void>(toStateKey(code), (_, now) => {
    const expiresAtMs = now + LIFETIME_MS;
    const value = { ...grant, key: { ...key, keyId }, isUsed: false, expiresAtMs };
    return { result: undefined, value, expiresAtMs };
  });
  return code;
}

/** Takes the grant of a code, which works once. @returns undefined for an unknown or expired code */
export function takeCode(
  ctx: Ctx,
  code: string,
): Promise<(PendingGrant & { isReused: boolean }) | undefined> {
  return ctx.challenges.update<StoredGrant, (PendingGrant & { isReused: boolean }) | undefined>(
    toStateKey(code),
    (stored, now) => {
      if (!stored || stored.expiresAtMs <= now) return { result: undefined };
      const { isUsed, expiresAtMs, ...grant } = stored;
      return { result: { ...grant, isReused: isUsed }, value: { ...stored, isUsed: true }, expiresAtMs };
    },
  );
}

function toStateKey(code: string): string {
  return `app code ${sha256(code)}`;
}
