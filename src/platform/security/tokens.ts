/** What an access token says: whose session it is. Role and tenant are looked up on each request. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
  /** Before it the token is not valid; 0 where the token does not say. */
  notBeforeMs: number;
}

export type TokenVerdict = { claims: AccessClaims } | { problem: 'expired' | 'invalid' };

/** Access tokens: signed here, and accepted only with our own algorithm, issuer and audience. */
export interface Tokens {
  sign(claims: { userId: string; sessionId: string }): Promise<{ token: string; expiresInSeconds: number }>;
  verify(token: string): TokenVerdict | Promise<TokenVerdict>;
}
