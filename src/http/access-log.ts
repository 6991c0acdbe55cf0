import { ANONYMOUS } from '../context.ts';
import { SECOND_MS } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { CompletedRequest } from '../system/traffic.ts';
import type { RequestState } from './request-state.ts';

/** Events every answer. */
export type OnResponse = (answered: CompletedRequest) => void;

/** Who is turned away is a warning, with the reason: what one looks for after a break-in was tried. */
const DENIED = [401, 403];

/** One line a request: the route's template, never the address itself; and a count, where somebody counts. */
export function logRequest(
  log: Log,
  onAnswer: OnResponse | undefined,
  method: string,
  status: number,
  visit: RequestState,
  elapsedMs: number,
): void {
  const { requestId, route, ctx, error, clientIp } = visit;
  const fields: Record<string, unknown> = {
    requestId,
    method,
    route: route?.pathPattern ?? null,
    status,
    ms: Math.round(elapsedMs * 10) / 10,
    actor: (ctx?.actor ?? visit.actor ?? ANONYMOUS).id,
  };
  if (error) fields.code = error.code;
  if (visit.isDryRun) fields.dryRun = true;
  if (error && DENIED.includes(status)) {
    fields.reason = error.message;
    fields.ip = clientIp;
    log.warn('request', fields);
  } else log.info('request', fields);
  if (!onAnswer) return;
  const seconds = elapsedMs / SECOND_MS;
  onAnswer({ method, route: route?.pathPattern ?? null, tier: route?.tier ?? null, status, seconds });
}
