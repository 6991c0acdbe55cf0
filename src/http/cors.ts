import type { RouteEntry } from './routes.ts';

const ALLOWED_HEADERS =
  'Authorization, Content-Type, X-API-Key, X-Request-Id, Idempotency-Key, X-Dry-Run, If-None-Match, MCP-Protocol-Version, traceparent, tracestate';
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-Response-Time',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Ignored-Fields',
  'Idempotency-Replayed',
  'X-Dry-Run',
  'X-Test-Mode',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ');
const PREFLIGHT_MAX_AGE_SECONDS = '600';

/** Lets a page of an allowed origin read a response; the public reference routes are open to every origin. */
export function allowOrigin(
  headers: Headers,
  origin: string,
  route: RouteEntry | undefined,
  origins: string[],
): void {
  const allowed = getAllowedOrigin(route, origin, origins);
  if (!allowed) return;
  headers.set('Access-Control-Allow-Origin', allowed);
  headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (allowed !== '*') headers.append('Vary', 'Origin');
}

/** Returns the response to OPTIONS: the methods of the path and the CORS headers. */
export function preflight(
  methods: string[],
  origin: string | null,
  route: RouteEntry | undefined,
  origins: string[],
) {
  const response = new Response(null, {
    status: 204,
    headers: { Allow: [...methods, 'OPTIONS'].join(', ') },
  });
  const allowed = origin && getAllowedOrigin(route, origin, origins);
  if (allowed) {
    allowOrigin(response.headers, origin, route, origins);
    response.headers.set('Access-Control-Allow-Methods', methods.join(', '));
    response.headers.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    response.headers.set('Access-Control-Max-Age', PREFLIGHT_MAX_AGE_SECONDS);
  }
  return response;
}

function getAllowedOrigin(
  route: RouteEntry | undefined,
  origin: string,
  origins: string[],
): string | undefined {
  if (route?.backendOnly) return undefined;
  return route?.anyOrigin ? '*' : matchOrigin(origin, origins);
}

function matchOrigin(origin: string, origins: string[]): string | undefined {
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : undefined;
}
