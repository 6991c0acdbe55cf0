import { normalizeEmail } from '../auth/rules.ts';
import { rateLimited } from './rate-limit.ts';
import { requestState } from './request-state.ts';

interface Attempt {
  action: string;
  email?: string;
}

/**
 * Counts sign-ins to one account from one address, and sign-ups from one address, over every route that takes
 * them: alternating between the API and the pages gives no second allowance.
 * @throws RATE_LIMITED past the strict tier
 */
export async function limitSignIn(request: Request, attempt: Attempt): Promise<void> {
  const subject = subjectOf(attempt);
  if (subject === undefined) return;
  const state = requestState(request);
  const quota = await state.limiter.countAttempt(`${state.clientIp} ${subject}`, 'strict');
  if (quota.remaining <= state.quota.remaining) state.quota = quota;
  if (quota.isExceeded) throw rateLimited(quota);
}

/** What the attempt counts against; undefined for actions that try no password and create no account. */
function subjectOf({ action, email = '' }: Attempt): string | undefined {
  if (action === 'login') return `sign-in ${normalizeEmail(email)}`;
  return action === 'register' || action === 'setup' ? 'sign-up' : undefined;
}
