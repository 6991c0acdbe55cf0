import { SECOND_MS } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { parseTraceparent } from '../platform/traceparent.ts';
import type { CompletedRequest } from '../system/traffic.ts';
import type { RequestState } from './request-state.ts';

/** Records every response. */
export type OnResponse = (request: CompletedRequest) => void;

/** Logged as warnings with the reason, because investigations of attempted break-ins start with them. */
const DENIED_STATUSES = [401, 403];

/** Logs one line per request, with the route's pattern but never the URL itself, and reports it to the metrics. */
export function logRequest(
  log: Log,
  onResponse: OnResponse | undefined,
  method: string,
  status: number,
  state: RequestState,
  elapsedMs: number,
): void {
  const { requestId, route, ctx, error, clientIp } = state;
  const fields: Record<string, unknown> = {
    requestId,
    method,
    route: route?.pathPattern ?? null,
    status,
    ms: Math.round(elapsedMs * 10) / 10,
    actor: ctx.actor.id,
  };
  if (error) fields.code = error.code;
  if (state.isDryRun) fields.dryRun = true;
  const trace = parseTraceparent(ctx.traceparent);
  if (trace) Object.assign(fields, { traceId: trace.traceId, spanId: trace.spanId });
  if (error && DENIED_STATUSES.includes(status)) {
    fields.reason = error.message;
    fields.ip = clientIp;
    log.warn('request', fields);
  } else log.info('request', fields);
  if (!onResponse) return;
  const seconds = elapsedMs / SECOND_MS;
  onResponse({ method, route: route?.pathPattern ?? null, tier: route?.tier ?? null, status, seconds });
}
