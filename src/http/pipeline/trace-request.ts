import { type AuditedAction, getTargetFromPath } from '../../../db/audit-entry.ts';
import { type Actor, ANONYMOUS } from '../../context.ts';
import type { Ids } from '../../platform/ids.ts';
import { continueTrace, parseTraceparent } from '../../platform/traceparent.ts';
import type { Batch } from '../batch.ts';
import type { Quota } from '../rate-limit.ts';
import type { RequestState } from '../request-state.ts';
import type { RouteEntry } from '../routes.ts';
import type { Pipeline } from './step.ts';

const CLIENT_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
/** Replaced by countRateLimit before any response is sent. */
const UNCOUNTED: Quota = { limit: 0, remaining: 0, resetAt: 0, retryAfterSeconds: 0, isExceeded: false };

export interface RequestSource {
  /** The address of the socket. */
  remoteAddress: string;
  /** Whether the load shedder rejects the request. */
  isOverload?: boolean;
  /** The caller, for a request from inside this process, such as the CLI's. */
  actor?: Actor;
  /** The command that the caller runs, which the audit log names in place of the operation. */
  command?: AuditedAction;
  /** The batch that the request is part of. */
  batch?: Batch;
}

/**
 * Creates the state of a request: its ID, start time, normalized URL, client address and route. An unmatched request is
 * rejected later, because it counts against the rate limit too.
 */
export function traceRequest(
  incoming: Request,
  { remoteAddress, isOverload = false, actor, command, batch }: RequestSource,
  {
    services,
    installation,
    createCtx,
    routes,
    limiter,
    idempotency,
    normalizeUrl,
    resolveClientIp,
  }: Pipeline,
): RequestState {
  const startedAt = performance.now();
  const url = normalizeUrl(incoming);
  const { request, path } = url;
  const requestId = resolveRequestId(request.headers, services.ids);
  const clientIp = resolveClientIp(remoteAddress, request.headers.get('x-forwarded-for'));
  const route = routes.find(request.method === 'HEAD' ? 'GET' : request.method, path);
  const entry = route ? toAuditEntry(route, path) : null;
  const auditEntry = entry && (command ?? entry);
  const trace = parseTraceparent(request.headers.get('traceparent'));
  const traceparent = trace ? continueTrace(trace, services.random) : null;
  const ctx = createCtx({ actor: actor ?? ANONYMOUS, requestId, traceparent, auditEntry, clientIp });
  return {
    request,
    url,
    requestId,
    startedAt,
    clientIp,
    isOverload,
    isPreauthenticated: actor !== undefined,
    isCommand: command !== undefined,
    batch,
    route,
    ctx,
    callerCtx: ctx,
    installation,
    limiter,
    quota: UNCOUNTED,
    ignoredFields: new Set(),
    idempotency,
    isDryRun: false,
  };
}

/** Returns the client's request ID if it is 8 to 64 letters, digits, - or _; otherwise a new one. */
function resolveRequestId(headers: Headers, ids: Ids): string {
  const clientId = headers.get('x-request-id');
  return clientId !== null && CLIENT_REQUEST_ID.test(clientId) ? clientId : ids.next('request');
}

/** Reads that the audit log lists, because they hand out everything about a person. */
const AUDITED_READS = ['exportMember'];

/** Returns the audit log entry for a write by an admin; its details are added when the body is parsed. */
function toAuditEntry({ method, operationId }: RouteEntry, path: string): AuditedAction | null {
  const isListed = method !== 'GET' || AUDITED_READS.includes(operationId);
  return isListed ? { operation: operationId, target: getTargetFromPath(path) } : null;
}
