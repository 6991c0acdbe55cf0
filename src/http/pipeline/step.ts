import type { AnyElysia } from 'elysia';
import type { Ctx, CtxOptions, Services } from '../../context.ts';
import type { AppError } from '../../errors.ts';
import type { OnResponse } from '../access-log.ts';
import type { CsvSlots } from '../csv/slots.ts';
import { failureResponse } from '../envelope.ts';
import { logFailure, type OnMismatch, toAppError } from '../errors.ts';
import type { Idempotency } from '../idempotency.ts';
import type { NormalizedUrl } from '../normalize-url.ts';
import type { RateLimiter } from '../rate-limit.ts';
import type { RequestState } from '../request-state.ts';
import type { ResponseCache } from '../response-cache.ts';
import type { RouteTable } from '../routes.ts';

/** Returns a page about an error and its Content-Security-Policy. */
export type RenderErrorPage = (
  headers: Headers,
  status: number,
  code: string,
  requestId: string,
) => { text: string; policy: string };

/** The dependencies and state that all requests of an installation share. */
export interface Pipeline {
  readonly services: Services;
  readonly installation?: unknown;
  readonly createCtx: (options: CtxOptions) => Ctx;
  readonly app: AnyElysia;
  readonly routes: RouteTable;
  readonly limiter: RateLimiter;
  readonly cache: ResponseCache;
  readonly idempotency: Idempotency;
  readonly csvSlots: CsvSlots;
  readonly normalizeUrl: (request: Request) => NormalizedUrl;
  readonly resolveClientIp: (remoteAddress: string, forwardedFor: string | null) => string;
  /** Renders an error for a browser; API clients get JSON. */
  readonly renderErrorPage: RenderErrorPage;
  /** Records every response; absent when metrics are off. */
  readonly onResponse?: OnResponse;
  readonly onMismatch?: OnMismatch;
  /** Whether the server is shutting down. */
  isDraining: boolean;
}

/**
 * One step of the pipeline. It may change the state, end the request with a response, or throw an error. Declared as a
 * method, so that the steps after rejectUnmatched may take a RoutedRequest.
 */
export type Step = {
  // biome-ignore lint/suspicious/noConfusingVoidType: most steps return nothing when the request may go on
  run(state: RequestState, pipeline: Pipeline): Response | undefined | void | Promise<Response | void>;
}['run'];

/** Ends a request with an error that is expected under load or abuse: it is not logged as a failure. */
export function reject(state: RequestState, error: AppError): Response {
  state.error = error;
  return failureResponse(error);
}

/** Converts whatever a step has thrown to the error response, and logs internal errors. */
export function toErrorResponse(state: RequestState, thrown: unknown, { services }: Pipeline): Response {
  const error = toAppError(thrown);
  logFailure(services.log, error, state.requestId);
  return reject(state, error);
}
