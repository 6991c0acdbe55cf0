import type { RouteEntry } from '../../http/routes.ts';
import type { Header, Reference, Schema } from './document.ts';

const TEXT: Schema = { type: 'string' };
const COUNT: Schema = { type: 'integer', minimum: 0 };

/** All headers in the API description. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      "Identifies this request in logs and events; echoes the client's value if it is 8 to 64 plain characters",
    required: true,
    schema: { ...TEXT, minLength: 8, maxLength: 64 },
    example: 'req_01jwnkr2g0f5v9t8d6mxyq4h20',
  },
  'X-Response-Time': {
    description: 'Server processing time in milliseconds',
    required: true,
    schema: { ...TEXT, pattern: '^\\d+\\.\\dms$' },
    example: '3.2ms',
  },
  'X-RateLimit-Limit': {
    description: 'Requests per minute allowed for this endpoint, per IP address or page session',
    required: true,
    schema: COUNT,
    example: 30,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests remaining in the current window',
    required: true,
    schema: COUNT,
    example: 29,
  },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds when the window resets',
    required: true,
    schema: COUNT,
    example: 1_780_315_260,
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying',
    schema: COUNT,
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'The expected authentication scheme',
    required: true,
    schema: TEXT,
    example: 'Bearer',
  },
  Allow: {
    description: 'The methods allowed for the path',
    schema: TEXT,
    example: 'GET, HEAD, OPTIONS',
  },
  ETag: {
    description: 'Version of the response, for use in If-None-Match',
    required: true,
    schema: TEXT,
    example: '"5f0c9a7be1d24c6f8a3b2e1d0c9f8a7b"',
  },
  'Cache-Control': {
    description: 'How long the response may be cached',
    required: true,
    schema: TEXT,
    example: 'public, max-age=300',
  },
  'Idempotency-Replayed': {
    description: 'true if this is the stored response to an earlier request with the same Idempotency-Key',
    schema: { ...TEXT, enum: ['true'] },
    example: 'true',
  },
  'X-Dry-Run': {
    description:
      'true if the request was a dry run: the response shows what would have happened, and nothing was changed',
    schema: { ...TEXT, enum: ['true'] },
    example: 'true',
  },
  'X-Ignored-Fields': {
    description: 'Unknown request fields that were ignored, percent-encoded and comma-separated',
    schema: TEXT,
    example: 'color, budget',
  },
} as const satisfies Record<string, Header>;

type HeaderName = keyof typeof HEADERS;

const COMMON_HEADERS: HeaderName[] = [
  'X-Request-Id',
  'X-Response-Time',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const ERROR_HEADERS: Record<number, HeaderName[]> = {
  400: ['X-Dry-Run'],
  401: ['WWW-Authenticate'],
  402: ['Idempotency-Replayed', 'X-Dry-Run'],
  403: ['X-Dry-Run'],
  404: ['Idempotency-Replayed', 'X-Dry-Run'],
  405: ['Allow'],
  409: ['Idempotency-Replayed', 'X-Dry-Run'],
  422: ['Idempotency-Replayed', 'X-Dry-Run'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

export function listErrorHeaders(status: number): Record<string, Reference> {
  return toReferences([...COMMON_HEADERS, ...(ERROR_HEADERS[status] ?? [])]);
}

/** Lists the headers of a route's successful responses. */
export function listSuccessHeaders(route: RouteEntry, isCached: boolean): Record<string, Reference> {
  const more: HeaderName[] = ['X-Ignored-Fields'];
  if (route.idempotent) more.push('Idempotency-Replayed');
  if (route.dryRun) more.push('X-Dry-Run');
  if (isCached) more.push('ETag', 'Cache-Control');
  return toReferences([...COMMON_HEADERS, ...more]);
}

function toReferences(names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}
