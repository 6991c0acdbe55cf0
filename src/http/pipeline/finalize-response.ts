import { PATHS } from '../../apps/rules/metadata.ts';
import { logRequest } from '../access-log.ts';
import { hasSecureCookie } from '../cookie.ts';
import { allowOrigin } from '../cors.ts';
import { setDeprecationHeaders } from '../deprecation.ts';
import { reportMismatches } from '../errors.ts';
import type { RequestState } from '../request-state.ts';
import type { RouteEntry, RouteTable } from '../routes.ts';
import { hasTestKey } from './authenticate.ts';
import type { Pipeline } from './step.ts';

/** Browsers use https for a year after each visit. Other hosts of the domain may serve plain http. */
const HSTS = 'max-age=31536000';
/** For everything but pages, which have policies of their own. */
const NO_CONTENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Below this path, every response is for programs. */
const API_PATH = '/api/';
/** Its clients look for an authorization server; see apps/rules/metadata.ts. */
const MCP_PATH = '/api/v1/mcp';
/** Marks responses to test keys. */
const TEST_MODE_HEADER = 'X-Test-Mode';
const MAX_IGNORED_NAME_LENGTH = 100;
const MAX_IGNORED_HEADER_LENGTH = 2_048;

/**
 * Sets the headers that every response has, and writes the access log.
 * @param publicUrl the address of the installation as far as it is known, which decides about HSTS
 */
export function finalizeResponse(
  state: RequestState,
  original: Response,
  pipeline: Pipeline,
  publicUrl: string,
): Response {
  const { url, ignoredFields } = state;
  const { services, routes, onResponse, onMismatch } = pipeline;
  const { config, log } = services;
  // A response to HEAD keeps its body, which Bun does not send, so that its length is that of the response to GET.
  const response =
    original.status >= 400 && isForBrowser(state) ? toErrorPage(original, state, pipeline) : original;
  const { headers } = response;
  const elapsedMs = performance.now() - state.startedAt;
  setStandardHeaders(headers, state, elapsedMs);
  if (isChallenge(state, response)) headers.set('WWW-Authenticate', describeChallenge(publicUrl, state));
  const isSecure = publicUrl.startsWith('https:') || hasSecureCookie(url.request.headers);
  setSecurityHeaders(headers, isSecure || (headers.get('set-cookie')?.includes('; Secure') ?? false));
  if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
  if (state.ctx.isTestMode || hasTestKey(url.request.headers)) headers.set(TEST_MODE_HEADER, 'true');
  if (state.route?.deprecated) setDeprecationHeaders(headers, state.route.deprecated);
  if (ignoredFields.size > 0) headers.set('X-Ignored-Fields', formatNames(ignoredFields));
  const origin = url.request.headers.get('origin');
  if (origin && !headers.has('access-control-allow-origin'))
    allowOrigin(headers, origin, state.route ?? findAnyRoute(routes, url.path), config.corsOrigins);
  reportMismatches(log, state, onMismatch);
  logRequest(log, onResponse, url.request.method, response.status, state, elapsedMs);
  return response;
}

/** Returns whether a person opens an address outside the API in a browser; scripts of pages accept no HTML. */
function isForBrowser({ url, request }: RequestState): boolean {
  return !url.path.startsWith(API_PATH) && (request.headers.get('accept')?.includes('text/html') ?? false);
}

/** Replaces the JSON of an error by a page that tells a person what to do. */
function toErrorPage(json: Response, { url, error, requestId }: RequestState, { renderErrorPage }: Pipeline) {
  if (!json.headers.get('content-type')?.startsWith('application/json')) return json;
  const { text, policy } = renderErrorPage(url.request.headers, json.status, error?.code ?? '', requestId);
  const headers = new Headers(json.headers);
  headers.set('Content-Type', 'text/html;charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  headers.set('X-Frame-Options', 'DENY');
  headers.append('Vary', 'Accept, Accept-Language, Cookie');
  return new Response(text, { status: json.status, headers });
}

/** The five headers that every response carries, whatever its status. */
function setStandardHeaders(headers: Headers, { requestId, quota }: RequestState, elapsedMs: number): void {
  headers.set('X-Request-Id', requestId);
  headers.set('X-Response-Time', `${elapsedMs.toFixed(1)}ms`);
  headers.set('X-RateLimit-Limit', String(quota.limit));
  headers.set('X-RateLimit-Remaining', String(quota.remaining));
  headers.set('X-RateLimit-Reset', String(quota.resetAt));
}

/**
 * Stops browsers from running or framing responses that are not pages, from guessing the media type, from telling other sites an
 * address, which may contain a one-time token, and, behind https, from using plain http.
 */
function setSecurityHeaders(headers: Headers, isSecure: boolean): void {
  if (!headers.has('content-security-policy')) headers.set('Content-Security-Policy', NO_CONTENT);
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  if (isSecure) headers.set('Strict-Transport-Security', HSTS);
}

/** Returns whether a response tells an agent how to get access. */
export function isChallenge({ url }: RequestState, { status }: Response): boolean {
  return status === 401 && url.path === MCP_PATH;
}

/** Names the metadata of the resource (RFC 9728), and whether a token was rejected (RFC 6750). */
function describeChallenge(publicUrl: string, { url }: RequestState): string {
  const rejected = url.request.headers.has('authorization') ? 'error="invalid_token", ' : '';
  return `Bearer ${rejected}resource_metadata="${publicUrl}${PATHS.resource}${MCP_PATH}"`;
}

/** Returns a route of the path with another method: its CORS rules apply to the 405 response. */
function findAnyRoute(routes: RouteTable, path: string): RouteEntry | undefined {
  const [method] = routes.methodsOf(path);
  return method === undefined ? undefined : routes.find(method, path);
}

/**
 * Formats field names as a header value, which may contain only visible ASCII: other characters are percent-encoded.
 * Long names and long lists are cut, because clients reject headers of many KiB.
 */
function formatNames(names: ReadonlySet<string>): string {
  const shown: string[] = [];
  let remaining = MAX_IGNORED_HEADER_LENGTH;
  for (const name of names) {
    const text = encodeURIComponent(name.slice(0, MAX_IGNORED_NAME_LENGTH).toWellFormed());
    remaining -= text.length + 2;
    if (remaining < 0) break;
    shown.push(text);
  }
  return shown.join(', ');
}
