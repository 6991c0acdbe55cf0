import type { AnyElysia } from 'elysia';
import { type Actor, type Ctx, createCtx, NOBODY, type Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertAccess, authenticate } from './authenticate.ts';
import { assertMediaType } from './body.ts';
import { createClientIp } from './client-ip.ts';
import { allowOrigin, preflight } from './cors.ts';
import { failureResponse } from './envelope.ts';
import { logFailure, toAppError } from './errors.ts';
import { Idempotency } from './idempotency.ts';
import { inspectQuery } from './query.ts';
import { type Quota, type RateLimiter, rateLimited } from './rate-limit.ts';
import type { RouteEntry, RouteTable } from './routes.ts';
import { requestIdOf, stamp } from './trace.ts';
import { rememberVisit, type Visit } from './visit.ts';

const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;
/** Multipart framing around the file itself. */
const UPLOAD_OVERHEAD_BYTES = 64 * 1024;
const LEAST_PATH_START = 11;
const DRAIN_RETRY_SECONDS = 5;
const MAX_IGNORED_NAME = 100;
const MAX_IGNORED_LENGTH = 2_048;

export interface Door {
  /**
   * Answers one request. `peer` is the socket's address. Never rejects. `actor` is for a caller inside this
   * process, such as the CLI, who is known without a credential.
   */
  fetch(request: Request, peer: string, actor?: Actor): Promise<Response>;
  readonly routes: RouteTable;
  readonly limiter: RateLimiter;
  /** From now on every new request is answered 503. */
  drain(): void;
}

export interface DoorParts {
  services: Services;
  app: AnyElysia;
  routes: RouteTable;
  limiter: RateLimiter;
  /** Ends what would never end by itself: open streams. */
  onDrain?: () => void;
}

/**
 * The one way in, in the order of the specification: trace, rate limit, route and method, body size,
 * credential and role, content type; then Elysia (syntax, schema, handler); then the headers that every
 * answer carries.
 */
export function createDoor({ services, app, routes, limiter, onDrain }: DoorParts): Door {
  const { config, ids, log } = services;
  const clientIp = createClientIp(config.trustedProxies);
  const idempotency = new Idempotency();
  let isDraining = false;

  async function fetch(given: Request, peer: string, actor?: Actor): Promise<Response> {
    const startedAt = performance.now();
    const { request, url } = addressed(given);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const path = pathOf(url);
    const visit: Visit = {
      requestId: requestIdOf(request.headers, ids),
      startedAt,
      clientIp: clientIp(peer, request.headers.get('x-forwarded-for')),
      route: routes.find(method, path),
      ctx: undefined,
      actor,
      ignored: new Set(),
      idempotency,
      run: undefined,
    };
    const quota = await limiter.count(visit.clientIp, visit.route);
    let response: Response;
    try {
      if (isDraining)
        throw new AppError('UNAVAILABLE', 'Shutting down', { retryAfterSeconds: DRAIN_RETRY_SECONDS });
      if (quota.isExceeded) throw rateLimited(quota);
      response = visit.route
        ? await enter(request, url, visit, visit.route)
        : unmatched(request, path, routes, config.corsOrigins);
    } catch (thrown) {
      response = refuse(thrown, visit.requestId);
    }
    return leave(request, response, visit, quota);
  }

  async function enter(request: Request, url: URL, visit: Visit, route: RouteEntry): Promise<Response> {
    const sized = await withinLimit(request, limitOf(route, config.bodyLimit));
    const ctx = createCtx(services, NOBODY, visit.requestId);
    visit.ctx = ctx;
    if (visit.actor) {
      ctx.actor = visit.actor;
      assertAccess(visit.actor, route);
    } else if (route.access !== 'public') await identify(ctx, sized.headers, route);
    assertContentType(sized, route);
    inspectQuery(url.search, route.querySchema, visit.ignored);
    const inner = sized.method === 'HEAD' ? new Request(sized.url, { headers: sized.headers }) : sized;
    rememberVisit(inner, visit);
    const response = await answerOf(inner, visit);
    return visit.run ? visit.run.finish(response) : response;
  }

  /** A failure that no hook of Elysia's catches becomes an answer too, so that an idempotent run always ends. */
  async function answerOf(request: Request, { requestId }: Visit): Promise<Response> {
    try {
      return await app.fetch(request);
    } catch (thrown) {
      return refuse(thrown, requestId);
    }
  }

  function refuse(thrown: unknown, requestId: string): Response {
    const failure = toAppError(thrown);
    logFailure(log, failure, requestId);
    return failureResponse(failure);
  }

  function leave(request: Request, answer: Response, visit: Visit, quota: Quota): Response {
    const response = request.method === 'HEAD' ? withoutBody(answer) : answer;
    const { headers } = response;
    const elapsedMs = performance.now() - visit.startedAt;
    stamp(headers, visit.requestId, elapsedMs, quota);
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
    if (visit.ignored.size > 0) headers.set('X-Ignored-Fields', listNames(visit.ignored));
    const origin = request.headers.get('origin');
    if (origin && !headers.has('access-control-allow-origin'))
      allowOrigin(headers, origin, visit.route ?? routeAt(routes, request.url), config.corsOrigins);
    log.info('request', describe(request, response, visit, elapsedMs));
    return response;
  }

  return {
    fetch,
    routes,
    limiter,
    drain: () => {
      isDraining = true;
      onDrain?.();
    },
  };
}

/** What the path takes otherwise: refused for its method it is as closed to pages as that. */
function routeAt(routes: RouteTable, url: string): RouteEntry | undefined {
  const path = pathOf(new URL(url));
  const [method] = routes.methodsOf(path);
  return method === undefined ? undefined : routes.find(method, path);
}

/** The body is given up, not only left out: a stream would stay open for nobody. */
function withoutBody(answer: Response): Response {
  void answer.body?.cancel();
  return new Response(null, answer);
}

/** What the log says of a request: the route's template, never the address itself. */
function describe({ method }: Request, { status }: Response, visit: Visit, elapsedMs: number) {
  return {
    requestId: visit.requestId,
    method,
    route: visit.route?.template ?? null,
    status,
    ms: Math.round(elapsedMs * 10) / 10,
    actor: visit.ctx?.actor.id ?? 'nobody',
  };
}

/**
 * The request under an address that everybody behind the door can read. A Host header may make none at all, and
 * Elysia looks for the path from the twelfth character on, so that one of three letters would hide it.
 */
function addressed(request: Request): { request: Request; url: URL } {
  const text = request.url;
  const start = text.indexOf('/', text.indexOf('//') + 2);
  const parsed = start >= LEAST_PATH_START ? URL.parse(text) : null;
  if (parsed) return { request, url: parsed };
  const url = new URL(`http://localhost${start < 0 ? '/' : text.slice(start)}`);
  return { request: new Request(url, request), url };
}

/** One slash at the end is forgiven, as Elysia forgives it; what does not decode is no path of ours. */
function pathOf({ pathname }: URL): string {
  if (pathname.includes('%') && !isDecodable(pathname)) return '';
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Sets the caller, or refuses it. Where a credential is optional a bad one is kept for whoever needs it. */
async function identify(ctx: Ctx, headers: Headers, route: RouteEntry): Promise<void> {
  try {
    const actor = authenticate(ctx, headers);
    ctx.actor = actor instanceof Promise ? await actor : actor;
  } catch (thrown) {
    if (route.access !== 'optional') throw thrown;
    ctx.credentialProblem = toAppError(thrown);
  }
  assertAccess(ctx.actor, route);
}

function unmatched(request: Request, path: string, routes: RouteTable, origins: string[]): Response {
  const methods = routes.methodsOf(path);
  if (methods.length === 0) throw new AppError('NOT_FOUND', 'There is no such route');
  if (request.method === 'OPTIONS') {
    const asked = request.headers.get('access-control-request-method') ?? 'GET';
    const route = routes.find(asked === 'HEAD' ? 'GET' : asked, path) ?? routes.find(methods[0]!, path);
    return preflight(methods, request.headers.get('origin'), route, origins);
  }
  const refusal = failureResponse(
    new AppError('METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}, not ${request.method}`),
  );
  refusal.headers.set('Allow', [...methods, 'OPTIONS'].join(', '));
  return refusal;
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
  for await (const chunk of request.body) {
    total += chunk.byteLength;
    if (total > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: total > 0 ? Buffer.concat(chunks) : null,
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

/**
 * Header values hold visible ASCII only, and clients refuse headers of many KiB: odd names are sent
 * percent-encoded, long ones and long lists are cut.
 */
function listNames(names: Set<string>): string {
  const shown: string[] = [];
  let left = MAX_IGNORED_LENGTH;
  for (const name of names) {
    const text = encodeURIComponent(name.slice(0, MAX_IGNORED_NAME).toWellFormed());
    left -= text.length + 2;
    if (left < 0) break;
    shown.push(text);
  }
  return shown.join(', ');
}
