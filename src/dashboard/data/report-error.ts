import { call } from './api.ts';

/** Reports why the page failed to the log of the server, which cuts the texts and leaves out personal data. */
export function reportError(cause: unknown): void {
  const { name, message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
  const report = { path: location.pathname, name, message, stack };
  // The page shows the error itself; one of the report would add nothing.
  call('POST', '/session/errors', report).catch(() => {});
}
