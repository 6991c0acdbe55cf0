/** The claims of an access token. Role and business are looked up on each request. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
  /** The token is not valid before this time; 0 if it has no such claim. */
  notBeforeMs: number;
}

export type TokenVerdict = { claims: AccessClaims } | { problem: 'expired' | 'invalid' };

/** Signs access tokens and verifies them; only our own algorithm, issuer and audience are accepted. */
export interface Tokens {
  sign(claims: { userId: string; sessionId: string }): Promise<{ token: string; expiresInSeconds: number }>;
  verify(token: string): TokenVerdict | Promise<TokenVerdict>;
}
