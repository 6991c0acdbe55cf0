/**
 * Why a request to a URL of a user's got no answer. `refused` is our own decision (WEBHOOK_ALLOW changes it),
 * `aborted` the caller's; the others are the other side's doing and may pass with time.
 */
export type OutboundFailure = 'refused' | 'dns' | 'connect' | 'timeout' | 'tls' | 'protocol' | 'aborted';

/**
 * The only error of an outbound request. `message` may be shown to whoever gave the URL: it names the host,
 * never the path (which may hold a token), nor the address behind the name (which would map the internal
 * network).
 */
export class OutboundError extends Error {
  readonly kind: OutboundFailure;

  constructor(kind: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutboundError';
    this.kind = kind;
  }
}

/** An error's code, such as ` (ECONNREFUSED)`, when it is one of the system's and not words of the peer's. */
export function codeSuffix(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
}
