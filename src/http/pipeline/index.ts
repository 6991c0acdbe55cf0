import type { AnyElysia } from 'elysia';
import type { Actor, Services } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { logRequest, type OnResponse } from '../access-log.ts';
import { resolvePageSession } from '../authenticate.ts';
import { createClientIp } from '../client-ip.ts';
import { allowOrigin, preflight } from '../cors.ts';
import { failureResponse } from '../envelope.ts';
import { logFailure, type OnMismatch, reportMismatches, toAppError } from '../errors.ts';
import { Idempotency } from '../idempotency.ts';
import { createUrlNormalizer, type NormalizedUrl } from '../normalize-url.ts';
import { type Quota, type RateLimiter, rateLimited } from '../rate-limit.ts';
import type { RequestState } from '../request-state.ts';
import type { RouteEntry, RouteTable } from '../routes.ts';
import { protect, resolveRequestId, setStandardHeaders } from '../trace.ts';
import { createRouteHandler } from './route-handler.ts';

const DRAIN_RETRY_SECONDS = 5;
const BUSY_RETRY_SECONDS = 1;
const MAX_IGNORED_NAME = 100;
const MAX_IGNORED_LENGTH = 2_048;

export interface RequestHandler {
  /**
   * Answers one request. `peer` is the socket's address. Never rejects. `actor` is for a caller inside this
   * process, such as the CLI, who is known without a credential.
   */
  fetch(request: Request, peer: string, actor?: Actor): Promise<Response>;
  /** Answers a request 503, because there is too much to do; with all that every answer carries. */
  rejectOverloaded(request: Request, peer: string): Promise<Response>;
  readonly routes: RouteTable;
  readonly limiter: RateLimiter;
  /** From now on every new request is answered 503. */
  drain(): void;
}

export interface RequestHandlerDeps {
  services: Services;
  app: AnyElysia;
  routes: RouteTable;
  limiter: RateLimiter;
  /** Ends what would never end by itself: open streams. */
  onDrain?: () => void;
  /** Events every answer; absent where nobody measures. */
  onResponse?: OnResponse;
  onMismatch?: OnMismatch;
}

/**
 * The one way in, in the order of the specification: trace, rate limit, route and method, body size,
 * credential and role, content type; then Elysia (syntax, schema, handler); then the headers that every
 * answer carries.
 */
export function createRequestHandler(parts: RequestHandlerDeps): RequestHandler {
  const { services, app, routes, limiter, onDrain, onResponse, onMismatch } = parts;
  const { config, ids, log } = services;
  const addressOf = createUrlNormalizer();
  const clientIp = createClientIp(config.trustedProxies);
  const idempotency = new Idempotency();
  const enter = createRouteHandler(services, app, refuse);
  const isSecure = config.publicUrl.startsWith('https:');
  let isDraining = false;

  async function answer(given: Request, peer: string, isTooMuch: boolean, actor?: Actor): Promise<Response> {
    const startedAt = performance.now();
    const address = addressOf(given);
    const { request, path } = address;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const client = clientIp(peer, request.headers.get('x-forwarded-for'));
    const route = routes.find(method, path);
    const visit: RequestState = {
      requestId: resolveRequestId(request.headers, ids),
      startedAt,
      clientIp: client,
      route,
      ctx: undefined,
      limiter,
      quota: await limiter.count(client, route, findPageSession(request)),
      actor,
      ignoredFields: new Set(),
      idempotency,
      execution: undefined,
      isDryRun: false,
    };
    let response: Response;
    try {
      visit.error = refusalOf(visit.quota, isTooMuch) ?? hostProblem(address);
      if (visit.error) response = failureResponse(visit.error);
      else if (visit.route) response = await enter(address, visit, visit.route);
      else response = noMatchingRoute(request, path, routes, config.corsOrigins);
    } catch (thrown) {
      response = refuse(thrown, visit);
    }
    return leave(request, response, visit, path);
  }

  /** A database that cannot be read is for the request itself to tell, not for its count. */
  function findPageSession(request: Request): string | undefined {
    try {
      return resolvePageSession(services, request);
    } catch {
      return undefined;
    }
  }

  /** What keeps any request out, whatever it asks; its line in the log says enough about it. */
  function refusalOf(quota: Quota, isTooMuch: boolean): AppError | undefined {
    if (isDraining) return unavailable('The server is shutting down; retry shortly', DRAIN_RETRY_SECONDS);
    if (quota.isExceeded) return rateLimited(quota);
    return isTooMuch ? unavailable('The server is overloaded; retry shortly', BUSY_RETRY_SECONDS) : undefined;
  }

  function refuse(thrown: unknown, visit: RequestState): Response {
    visit.error = toAppError(thrown);
    logFailure(log, visit.error, visit.requestId);
    return failureResponse(visit.error);
  }

  function leave(request: Request, answer: Response, visit: RequestState, path: string): Response {
    const response = request.method === 'HEAD' ? withoutBody(answer) : answer;
    const { headers } = response;
    const elapsedMs = performance.now() - visit.startedAt;
    setStandardHeaders(headers, visit.requestId, elapsedMs, visit.quota);
    protect(headers, isSecure);
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
    if (visit.ignoredFields.size > 0) headers.set('X-Ignored-Fields', listNames(visit.ignoredFields));
    const origin = request.headers.get('origin');
    if (origin && !headers.has('access-control-allow-origin'))
      allowOrigin(headers, origin, visit.route ?? routeAt(routes, path), config.corsOrigins);
    reportMismatches(log, visit, onMismatch);
    logRequest(log, onResponse, request.method, response.status, visit, elapsedMs);
    return response;
  }

  return {
    fetch: (request, peer, actor) => answer(request, peer, false, actor),
    rejectOverloaded: (request, peer) => answer(request, peer, true),
    routes,
    limiter,
    drain: () => {
      isDraining = true;
      onDrain?.();
    },
  };
}

/** What the path takes otherwise: refused for its method it is as closed to pages as that. */
function routeAt(routes: RouteTable, path: string): RouteEntry | undefined {
  const [method] = routes.methodsOf(path);
  return method === undefined ? undefined : routes.find(method, path);
}

/** A proxy in front judges a path by its own reading; where ours could differ from it, there is no answer. */
function hostProblem({ isHostValid }: NormalizedUrl): AppError | undefined {
  return isHostValid ? undefined : invalid('Host', 'must be a hostname with an optional port', 'format');
}

function unavailable(message: string, retryAfterSeconds: number): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds });
}

/** The body is given up, not only left out: a stream would stay open for nobody. */
function withoutBody(answer: Response): Response {
  void answer.body?.cancel();
  return new Response(null, answer);
}

function noMatchingRoute(request: Request, path: string, routes: RouteTable, origins: string[]): Response {
  const methods = routes.methodsOf(path);
  if (methods.length === 0) throw new AppError('NOT_FOUND', 'Route not found');
  if (request.method === 'OPTIONS') {
    const asked = request.headers.get('access-control-request-method') ?? 'GET';
    const route = routes.find(asked === 'HEAD' ? 'GET' : asked, path) ?? routes.find(methods[0]!, path);
    return preflight(methods, request.headers.get('origin'), route, origins);
  }
  const refusal = failureResponse(
    new AppError(
      'METHOD_NOT_ALLOWED',
      `Method ${request.method} not allowed; allowed: ${methods.join(', ')}`,
    ),
  );
  refusal.headers.set('Allow', [...methods, 'OPTIONS'].join(', '));
  return refusal;
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
