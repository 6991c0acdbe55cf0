import type { AnyElysia } from 'elysia';
import { type AuditedAction, targetOfPath } from '../../../db/audit-entry.ts';
import { ANONYMOUS, type Ctx, createCtx, type Services } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { assertAccess, authenticate } from '../authenticate.ts';
import { assertMediaType, incompleteBody } from '../body.ts';
import { DRY_RUN_HEADER, DryRun, isDryRunRequested } from '../dry-run.ts';
import { toAppError } from '../errors.ts';
import type { NormalizedUrl } from '../normalize-url.ts';
import { inspectQuery } from '../query.ts';
import { attachRequestState, type RequestState } from '../request-state.ts';
import { isCacheable, ResponseCache } from '../response-cache.ts';
import type { RouteEntry } from '../routes.ts';

const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;
/** Multipart framing around the file itself. */
const UPLOAD_OVERHEAD_BYTES = 64 * 1024;

/** Answers a request for a route, or throws why not. */
export type RouteHandler = (
  address: NormalizedUrl,
  visit: RequestState,
  route: RouteEntry,
) => Response | Promise<Response>;

/**
 * The way from the door to the handler: body size, credential and role, content type, query; then Elysia. An
 * answer that is ready takes none of these steps.
 */
export function createRouteHandler(
  services: Services,
  app: AnyElysia,
  refuse: (thrown: unknown, visit: RequestState) => Response,
): RouteHandler {
  const { config, clock, database } = services;
  const ready = new ResponseCache(clock);
  database.onCommit(() => ready.clear());

  function answer(
    address: NormalizedUrl,
    visit: RequestState,
    route: RouteEntry,
  ): Response | Promise<Response> {
    if (!isCacheable(address.request, route)) return enter(address, visit, route);
    return ready.find(address) ?? answerAnew(address, visit, route);
  }

  async function answerAnew(
    address: NormalizedUrl,
    visit: RequestState,
    route: RouteEntry,
  ): Promise<Response> {
    const moment = ready.snapshot();
    const response = await enter(address, visit, route);
    if (visit.ignoredFields.size === 0) ready.store(address, response, moment);
    return response;
  }

  async function enter(
    { request, path, search }: NormalizedUrl,
    visit: RequestState,
    route: RouteEntry,
  ): Promise<Response> {
    const sized = await enforceBodyLimit(request, bodyLimitOf(route, config.bodyLimit));
    const ctx = createCtx(services, ANONYMOUS, visit.requestId, toAuditEntry(route, path));
    ctx.clientIp = visit.clientIp;
    visit.ctx = ctx;
    if (visit.actor) {
      ctx.actor = visit.actor;
      assertAccess(visit.actor, route);
    } else if (route.access !== 'public') await identify(ctx, sized, route);
    assertContentType(sized, route);
    inspectQuery(search, route.querySchema, visit.ignoredFields);
    if (isDryRunRequested(sized.headers)) beginDryRun(ctx, visit, route);
    const inner = sized.method === 'HEAD' ? new Request(sized.url, { headers: sized.headers }) : sized;
    attachRequestState(inner, visit);
    const response = await handle(inner, visit);
    return visit.execution ? visit.execution.finish(response) : response;
  }

  /** A failure that no hook of Elysia's catches becomes an answer too, so that an idempotent run always ends. */
  async function handle(request: Request, visit: RequestState): Promise<Response> {
    try {
      return await app.fetch(request);
    } catch (thrown) {
      return refuse(thrown, visit);
    }
  }

  return answer;
}

/** @throws VALIDATION_ERROR where there is none: the request must never be carried out for good instead */
function beginDryRun(ctx: Ctx, visit: RequestState, { dryRun }: RouteEntry): void {
  if (!dryRun) throw invalid(DRY_RUN_HEADER, 'is not supported for this operation', 'notAllowed');
  const run = new DryRun(ctx);
  visit.ctx = run.ctx;
  visit.execution = run;
  visit.isDryRun = true;
}

/** What an admin's request is recorded as; its body is told of once it is read. */
function toAuditEntry({ method, operationId }: RouteEntry, path: string): AuditedAction | null {
  return method === 'GET' ? null : { operation: operationId, target: targetOfPath(path) };
}

/** Sets the caller, or refuses it. Where a credential is optional a bad one is kept for whoever needs it. */
async function identify(ctx: Ctx, request: Request, route: RouteEntry): Promise<void> {
  try {
    const actor = authenticate(ctx, request);
    ctx.actor = actor instanceof Promise ? await actor : actor;
  } catch (thrown) {
    if (route.access !== 'optional') throw thrown;
    ctx.credentialProblem = toAppError(thrown);
  }
  assertAccess(ctx.actor, route);
}

function bodyLimitOf(route: RouteEntry, bodyLimit: number): number {
  return route.bodyKind === 'form' ? UPLOAD_LIMIT_BYTES + UPLOAD_OVERHEAD_BYTES : bodyLimit;
}

/** Refuses a body over the limit before anybody parses it; one of unknown length is counted while it is read. */
async function enforceBodyLimit(request: Request, limit: number): Promise<Request> {
  const length = request.headers.get('content-length');
  if (length !== null) {
    if (Number(length) > limit) throw tooLarge(limit);
    return request;
  }
  if (request.body === null || request.method === 'GET' || request.method === 'HEAD') return request;
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of request.body) {
      total += chunk.byteLength;
      if (total > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : incompleteBody();
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: total > 0 ? Buffer.concat(chunks) : null,
    signal: request.signal,
  });
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The request body exceeds the limit of ${limit} bytes`);
}

const MEDIA_TYPES: Partial<Record<RouteEntry['bodyKind'], string>> = {
  json: 'application/json',
  form: 'multipart/form-data',
};

function assertContentType(request: Request, { bodyKind }: RouteEntry): void {
  const wanted = MEDIA_TYPES[bodyKind];
  if (!wanted) return;
  const { headers } = request;
  if (bodyKind === 'json' && !headers.has('content-type') && hasNoBody(request)) return;
  assertMediaType(headers, wanted);
}

function hasNoBody({ headers, body }: Request): boolean {
  const length = headers.get('content-length');
  return length === null ? body === null : Number(length) === 0;
}
