/**
 * The reason an outbound request failed. `refused` means blocked by our rules (see WEBHOOK_ALLOW), `aborted` means
 * stopped by the caller; the others are network or server failures and may be temporary.
 */
type OutboundFailure = 'refused' | 'dns' | 'connect' | 'timeout' | 'tls' | 'protocol' | 'aborted';

/**
 * The only error of an outbound request. `message` may be shown to the user who supplied the URL: it contains the host,
 * but never the path (which may contain a token) or the resolved address (which would reveal the internal network).
 */
export class OutboundError extends Error {
  readonly kind: OutboundFailure;

  constructor(kind: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutboundError';
    this.kind = kind;
  }
}

/** Returns an error's code, such as ` (ECONNREFUSED)`, if it is a system error code and not text from the peer. */
export function codeSuffix(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
}
