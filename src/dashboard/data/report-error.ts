import { call } from './api.ts';

const MAX_NAME = 100;
const MAX_MESSAGE = 500;
const MAX_STACK = 4_000;

/** Reports why the page failed to the log of the server, which leaves out personal data. */
export function reportError(cause: unknown): void {
  const { name, message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
  const report = {
    path: location.pathname,
    name: name.slice(0, MAX_NAME),
    message: message.slice(0, MAX_MESSAGE),
    stack: stack.slice(0, MAX_STACK),
  };
  // The page shows the error itself; one of the report would add nothing.
  call('POST', '/session/errors', report).catch(() => {});
}
