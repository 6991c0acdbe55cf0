import { normalizeEmail } from '../auth/rules.ts';
import { findRejection } from './rate-limit.ts';
import { requestState } from './request-state.ts';

interface Attempt {
  action: string;
  email?: string;
}

/**
 * Counts sign-ins per account and address, and sign-ups per address. The API and the pages share the counts, so
 * alternating between them does not double the limit.
 * @throws RATE_LIMITED over the limit of the strict tier, UNAVAILABLE if the attempt can't be counted
 */
export async function limitSignIn(request: Request, attempt: Attempt): Promise<void> {
  const subject = getSubject(attempt);
  if (subject === undefined) return;
  const state = requestState(request);
  const quota = await state.limiter.countAttempt(`${state.clientIp} ${subject}`, 'strict');
  if (quota.remaining <= state.quota.remaining) state.quota = quota;
  const rejection = findRejection(quota);
  if (rejection) throw rejection;
}

/** Returns the key to count by; undefined for actions that neither check a secret, send a code nor create an account. */
function getSubject({ action, email = '' }: Attempt): string | undefined {
  if (action === 'login' || action === 'codeLogin') return `sign-in ${normalizeEmail(email)}`;
  if (action === 'requestCode') return `code ${normalizeEmail(email)}`;
  return action === 'register' || action === 'setup' ? 'sign-up' : undefined;
}
