import type { AnyElysia } from 'elysia';
import { type AuditedAction, targetOfPath } from '../audit-entry.ts';
import { type Ctx, createCtx, NOBODY, type Services } from '../context.ts';
import { asksForDryRun, DRY_RUN_HEADER, DryRun } from '../dry-run.ts';
import { AppError, invalid } from '../errors.ts';
import type { Address } from './address.ts';
import { assertAccess, authenticate } from './authenticate.ts';
import { assertMediaType, brokenBody } from './body.ts';
import { toAppError } from './errors.ts';
import { inspectQuery } from './query.ts';
import { isRepeatable, ReadyAnswers } from './ready.ts';
import type { RouteEntry } from './routes.ts';
import { rememberVisit, type Visit } from './visit.ts';

const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;
/** Multipart framing around the file itself. */
const UPLOAD_OVERHEAD_BYTES = 64 * 1024;

/** Answers a request for a route, or throws why not. */
export type Enter = (address: Address, visit: Visit, route: RouteEntry) => Response | Promise<Response>;

/**
 * The way from the door to the handler: body size, credential and role, content type, query; then Elysia. An
 * answer that is ready takes none of these steps.
 */
export function createEntrance(
  services: Services,
  app: AnyElysia,
  refuse: (thrown: unknown, visit: Visit) => Response,
): Enter {
  const { config, clock, database } = services;
  const ready = new ReadyAnswers(clock);
  database.onCommit(() => ready.clear());

  function answer(address: Address, visit: Visit, route: RouteEntry): Response | Promise<Response> {
    if (!isRepeatable(address.request, route)) return enter(address, visit, route);
    return ready.find(address) ?? answerAnew(address, visit, route);
  }

  async function answerAnew(address: Address, visit: Visit, route: RouteEntry): Promise<Response> {
    const moment = ready.moment();
    const response = await enter(address, visit, route);
    if (visit.ignored.size === 0) ready.keep(address, response, moment);
    return response;
  }

  async function enter(
    { request, path, search }: Address,
    visit: Visit,
    route: RouteEntry,
  ): Promise<Response> {
    const sized = await withinLimit(request, limitOf(route, config.bodyLimit));
    const ctx = createCtx(services, NOBODY, visit.requestId, deedOf(route, path));
    ctx.clientIp = visit.clientIp;
    visit.ctx = ctx;
    if (visit.actor) {
      ctx.actor = visit.actor;
      assertAccess(visit.actor, route);
    } else if (route.access !== 'public') await identify(ctx, sized, route);
    assertContentType(sized, route);
    inspectQuery(search, route.querySchema, visit.ignored);
    if (asksForDryRun(sized.headers)) beginDryRun(ctx, visit, route);
    const inner = sized.method === 'HEAD' ? new Request(sized.url, { headers: sized.headers }) : sized;
    rememberVisit(inner, visit);
    const response = await handle(inner, visit);
    return visit.run ? visit.run.finish(response) : response;
  }

  /** A failure that no hook of Elysia's catches becomes an answer too, so that an idempotent run always ends. */
  async function handle(request: Request, visit: Visit): Promise<Response> {
    try {
      return await app.fetch(request);
    } catch (thrown) {
      return refuse(thrown, visit);
    }
  }

  return answer;
}

/** @throws VALIDATION_ERROR where there is none: the request must never be carried out for good instead */
function beginDryRun(ctx: Ctx, visit: Visit, { dryRun }: RouteEntry): void {
  if (!dryRun) throw invalid(DRY_RUN_HEADER, 'is not available for this operation');
  const run = new DryRun(ctx);
  visit.ctx = run.ctx;
  visit.run = run;
  visit.isDryRun = true;
}

/** What an admin's request is recorded as; its body is told of once it is read. */
function deedOf({ method, operationId }: RouteEntry, path: string): AuditedAction | null {
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

function limitOf(route: RouteEntry, bodyLimit: number): number {
  return route.bodyKind === 'form' ? UPLOAD_LIMIT_BYTES + UPLOAD_OVERHEAD_BYTES : bodyLimit;
}

/** Refuses a body over the limit before anybody parses it; one of unknown length is counted while it is read. */
async function withinLimit(request: Request, limit: number): Promise<Request> {
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
    throw error instanceof AppError ? error : brokenBody();
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: total > 0 ? Buffer.concat(chunks) : null,
    signal: request.signal,
  });
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body must have at most ${limit} bytes`);
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
