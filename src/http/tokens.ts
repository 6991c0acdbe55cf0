import { jwt } from '@elysiajs/jwt';
import type { Config } from '../config/index.ts';
import { type Clock, SECOND_MS } from '../platform/clock.ts';
import { type Random, randomToken, sha256 } from '../platform/crypto.ts';
import type { Ring } from '../platform/security/secrets.ts';
import type { AccessClaims, Tokens, TokenVerdict } from '../platform/security/tokens.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'perkmint';
const AUDIENCE = 'perkmint-api';
/** Cached tokens: the signature is verified once per token, its expiry and session on every request. */
const CACHE_SIZE = 10_000;
const MAX_TOKEN_LENGTH = 4_096;

/**
 * Creates access tokens with @elysiajs/jwt, signed with the first key; those of all keys are accepted. By default the
 * plugin does not check the algorithm, issuer, audience or the presence of an expiry, and reports no reason for a
 * rejection, so the options below request the checks explicitly.
 */
export function createTokens(config: Config, keys: Ring, clock: Clock, random: Random): Tokens {
  const current = createSigner(keys[0]);
  const others = [...keys.slice(1), ...(config.jwtSecretPrevious ? [config.jwtSecretPrevious] : [])];
  const signers = [current, ...others.map(createSigner)];
  const verified = new Map<string, AccessClaims>();

  const cacheClaims = (token: string, claims: AccessClaims): void => {
    if (verified.size >= CACHE_SIZE) verified.delete(verified.keys().next().value as string);
    verified.set(token, claims);
  };
  const check = (claims: AccessClaims): TokenVerdict => {
    const now = clock.now();
    if (claims.notBeforeMs > now) return { problem: 'invalid' };
    return claims.expiresAtMs > now ? { claims } : { problem: 'expired' };
  };

  return {
    async sign({ userId, sessionId }) {
      const expiresInSeconds = config.accessTokenTtl;
      const issuedAt = Math.floor(clock.now() / SECOND_MS);
      const token = await current.sign({
        sub: userId,
        sid: sessionId,
        iss: ISSUER,
        aud: AUDIENCE,
        jti: randomToken(random),
        iat: false,
        // No `nbf`: if the clock were set back, tokens issued before would be rejected.
        exp: issuedAt + expiresInSeconds,
      });
      return { token, expiresInSeconds };
    },
    verify(token) {
      const known = verified.get(token);
      if (known) return check(known);
      if (token.length > MAX_TOKEN_LENGTH) return { problem: 'invalid' };
      const signer = signers.find(({ kid }) => kid === parseKeyId(token));
      if (!signer) return { problem: 'invalid' };
      return verifyWith(signer, token).then(claims => {
        if (!claims) return { problem: 'invalid' };
        cacheClaims(token, claims);
        return check(claims);
      });
    },
  };
}

type Signer = ReturnType<typeof createSigner>;

function createSigner(secret: string) {
  const kid = sha256(secret).slice(0, 8);
  const { decorator } = jwt({ name: 'jwt', secret, alg: ALGORITHM, kid });
  return { kid, ...decorator.jwt };
}

/** Returns the key ID in the token's header; undefined for a malformed token. */
function parseKeyId(token: string): unknown {
  try {
    const [header = ''] = token.split('.', 1);
    return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid?: unknown } | null)?.kid;
  } catch {
    return undefined;
  }
}

async function verifyWith(signer: Signer, token: string): Promise<AccessClaims | undefined> {
  const payload = await signer.verify(token, {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ['exp', 'sub', 'sid', 'jti'],
    // Times are checked in verify() against our clock, to distinguish an expired token from a forged one.
    currentDate: new Date(0),
    clockTolerance: Number.MAX_SAFE_INTEGER,
  });
  if (!payload) return undefined;
  const { sub, exp, nbf = 0 } = payload;
  const sid = (payload as Record<string, unknown>).sid;
  if (!sub || !exp || typeof sid !== 'string') return undefined;
  return { userId: sub, sessionId: sid, expiresAtMs: exp * SECOND_MS, notBeforeMs: nbf * SECOND_MS };
}
