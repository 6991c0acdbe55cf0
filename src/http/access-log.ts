import { NOBODY } from '../context.ts';
import { SECOND_MS } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Answered } from '../system/traffic.ts';
import type { Visit } from './visit.ts';

/** Hears of every answer. */
export type OnAnswer = (answered: Answered) => void;

/** Who is turned away is a warning, with the reason: what one looks for after a break-in was tried. */
const DENIED = [401, 403];

/** One line a request: the route's template, never the address itself; and a count, where somebody counts. */
export function noteAnswer(
  log: Log,
  onAnswer: OnAnswer | undefined,
  method: string,
  status: number,
  visit: Visit,
  elapsedMs: number,
): void {
  const { requestId, route, ctx, failure, clientIp } = visit;
  const fields: Record<string, unknown> = {
    requestId,
    method,
    route: route?.template ?? null,
    status,
    ms: Math.round(elapsedMs * 10) / 10,
    actor: (ctx?.actor ?? visit.actor ?? NOBODY).id,
  };
  if (failure) fields.code = failure.code;
  if (visit.isDryRun) fields.dryRun = true;
  if (failure && DENIED.includes(status)) {
    fields.reason = failure.message;
    fields.ip = clientIp;
    log.warn('request', fields);
  } else log.info('request', fields);
  if (!onAnswer) return;
  const seconds = elapsedMs / SECOND_MS;
  onAnswer({ method, route: route?.template ?? null, tier: route?.tier ?? null, status, seconds });
}
