import { api, send } from './api.ts';
import { failedChecks } from './counts.ts';
import { path } from './router.ts';
import { caller, hasPermission, tenantParams } from './session.ts';

type State = 'ok' | 'warning' | 'wrong';

/** Keeps the number of failed checks in the menu, from what a page has read or else from the server. */
export function countFailed(checks: readonly { state: State }[]): void {
  failedChecks.value = checks.filter(({ state }) => state === 'wrong').length;
}

/** Reads the checks once for people who can do something about them, unless their page is open, which reads them. */
export async function readFailedChecks(): Promise<void> {
  if (path.peek() === '/dashboard/health') return;
  if (caller.value?.lacksSecondFactor !== false || !hasPermission('settings')) return;
  try {
    countFailed((await send(api.health.checks.get({ query: tenantParams() }))).checks);
  } catch {
    // The pages work without the number.
  }
}
