/** Mail servers repeat the address in their error messages, so only the code is logged. */
export function describeMailError(cause: unknown): unknown {
  const { code, responseCode } = Object(cause) as { code?: unknown; responseCode?: unknown };
  return responseCode ?? code ?? 'unknown';
}
