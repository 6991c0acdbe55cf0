import type { AnyElysia } from 'elysia';
import type { AuditedAction } from '../../../db/audit-entry.ts';
import { type Actor, createCtxFactory, type Services } from '../../context.ts';
import { getPublicUrl } from '../../installation/service.ts';
import type { OnResponse } from '../access-log.ts';
import type { Batch } from '../batch.ts';
import { createClientIpResolver } from '../client-ip.ts';
import { compressResponse } from '../compress.ts';
import { CsvSlots } from '../csv/slots.ts';
import type { OnMismatch } from '../errors.ts';
import { Idempotency } from '../idempotency.ts';
import { createUrlNormalizer } from '../normalize-url.ts';
import type { RateLimiter } from '../rate-limit.ts';
import type { RequestState } from '../request-state.ts';
import { ResponseCache } from '../response-cache.ts';
import type { RouteTable } from '../routes.ts';
import { getCachedResponse } from '../static-response-cache.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { checkContentType, checkQuery } from './check-content-type.ts';
import { executeHandler } from './execute-handler.ts';
import { finalizeResponse, isChallenge } from './finalize-response.ts';
import { limitBodySize } from './limit-body-size.ts';
import { beginDryRun, prepareTransaction } from './prepare-transaction.ts';
import { countRateLimit, enforceRateLimit } from './rate-limit.ts';
import { rejectInvalidHost, rejectWhileDraining, shedLoad } from './reject-unavailable.ts';
import { rejectUnmatched } from './reject-unmatched.ts';
import { serveCached } from './serve-cached.ts';
import { type Pipeline, type RenderErrorPage, type Step, toErrorResponse } from './step.ts';
import { type RequestSource, traceRequest } from './trace-request.ts';

/**
 * The request pipeline. Before the first step, traceRequest assigns the request ID and matches the route; after the
 * last one, or as soon as a step responds or throws, finalizeResponse sets the standard headers and writes the access
 * log. The order of the checks is part of the API's contract.
 */
const STEPS: readonly Step[] = [
  // Counts the request, even if it is rejected below.
  countRateLimit,
  // 503 while the server shuts down.
  rejectWhileDraining,
  // 429 over the rate limit of the client and route.
  enforceRateLimit,
  // 503 when the server cannot keep up.
  shedLoad,
  // 400 for a Host header that is not a hostname.
  rejectInvalidHost,
  // 404 and 405, and CORS preflight requests.
  rejectUnmatched,
  // Public reads from memory until the next commit.
  serveCached,
  // 413 for a body over the limit.
  limitBodySize,
  // 401: session cookie, access token or API key.
  authenticate,
  // 403: the route's access, permission and scope.
  authorize,
  // 415 for a body of the wrong media type.
  checkContentType,
  // 400 for a repeated query parameter, or an unknown format.
  checkQuery,
  // X-Dry-Run: the handler's changes are rolled back.
  beginDryRun,
  // Idempotency-Key: the handler's changes and the response share one transaction.
  prepareTransaction,
  // Elysia: parses and validates (400), checks the Idempotency-Key, calls the handler; see http/api.ts.
  executeHandler,
];

export interface RequestHandler {
  /**
   * Handles one request; never rejects. `actor` is the caller of a request from inside this process, such as the
   * CLI's, which has no credential. `command` is the command that it runs, which has no rate limit.
   */
  fetch(
    request: Request,
    remoteAddress: string,
    actor?: Actor,
    command?: AuditedAction,
    batch?: Batch,
  ): Response | Promise<Response>;
  /** Responds with 503 because the server is overloaded, with all standard headers. */
  rejectOverloaded(request: Request, remoteAddress: string): Response | Promise<Response>;
  readonly routes: RouteTable;
  readonly limiter: RateLimiter;
  /** Responds to all further requests with 503. */
  drain(): void;
}

interface RequestHandlerDeps {
  services: Services;
  /** The object that the routes of `app` expect in the state of a request. */
  installation?: unknown;
  app: AnyElysia;
  routes: RouteTable;
  limiter: RateLimiter;
  /** Closes open streams, which would not end otherwise. */
  onDrain?: () => void;
  renderErrorPage: RenderErrorPage;
  /** Records every response; absent when metrics are off. */
  onResponse?: OnResponse;
  onMismatch?: OnMismatch;
}

export function createRequestHandler({ onDrain, ...deps }: RequestHandlerDeps): RequestHandler {
  const { services, routes, limiter } = deps;
  const pipeline: Pipeline = {
    ...deps,
    createCtx: createCtxFactory(services),
    cache: new ResponseCache(services.clock),
    idempotency: new Idempotency(),
    csvSlots: new CsvSlots(),
    normalizeUrl: createUrlNormalizer(),
    resolveClientIp: createClientIpResolver(services.config.trustedProxies),
    isDraining: false,
  };
  services.database.onCommit(() => pipeline.cache.clear());

  /** Responds at once if no step has to wait, because each promise delays the response by a turn of the queue. */
  function handle(request: Request, source: RequestSource): Response | Promise<Response> {
    const state = traceRequest(request, source, pipeline);
    try {
      for (const [index, step] of STEPS.entries()) {
        const result = step(state, pipeline);
        if (result instanceof Promise) return handleRest(state, result, index + 1);
        if (result) return finish(state, result);
      }
    } catch (thrown) {
      return finish(state, toErrorResponse(state, thrown, pipeline));
    }
    throw new Error('The last step ends every request');
  }

  async function handleRest(state: RequestState, pending: Promise<unknown>, next: number): Promise<Response> {
    let response: Response | undefined;
    try {
      response = (await pending) as Response | undefined;
      for (let index = next; !response; index++) {
        const result = STEPS[index]!(state, pipeline);
        // Awaits only promises, because each needless await delays every request.
        response = (result instanceof Promise ? await result : result) ?? undefined;
      }
    } catch (thrown) {
      response = toErrorResponse(state, thrown, pipeline);
    }
    return finish(state, response);
  }

  function finish(state: RequestState, response: Response): Response | Promise<Response> {
    const { publicUrl } = services.config;
    const needsAddress = state.route?.tier === 'page' || isChallenge(state, response);
    if (!needsAddress) return complete(state, response, publicUrl);
    // Follows the address in force, which costs a query; one that fails must not fail the response.
    const inForce = getPublicUrl(state.callerCtx).catch(() => publicUrl);
    return inForce.then(url => complete(state, response, url));
  }

  function complete(
    state: RequestState,
    response: Response,
    publicUrl: string,
  ): Response | Promise<Response> {
    // Responses from memory are kept compressed.
    const isCached = getCachedResponse(response) !== undefined;
    const finalized = finalizeResponse(state, response, pipeline, publicUrl);
    return isCached ? finalized : compressResponse(state.url.request, finalized);
  }

  return {
    fetch: (request, remoteAddress, actor, command, batch) =>
      handle(request, { remoteAddress, actor, command, batch }),
    rejectOverloaded: (request, remoteAddress) => handle(request, { remoteAddress, isOverload: true }),
    routes,
    limiter,
    drain: () => {
      pipeline.isDraining = true;
      onDrain?.();
    },
  };
}
