import fc from 'fast-check';
import { HOSTILE_FRAGMENTS } from '../../support/hostile.ts';
import type { WireRequest } from './process.ts';

/** Malformed requests, independent of schemas: invalid syntax, headers, method or URL. */

type Damage = (request: WireRequest) => WireRequest;

const DEPTHS = [63, 64, 65, 1_000, 10_000];
const METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'GET', 'POST', 'SEARCH'];
const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json;',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  ';',
];
const HEADERS: [string, string[]][] = [
  [
    'X-Request-Id',
    [
      'short',
      'exactly8',
      'a'.repeat(64),
      'a'.repeat(65),
      'with space in',
      'dots.are.not',
      '_-_-_-_-',
      'é'.repeat(9),
    ],
  ],
  ['Idempotency-Key', ['', ' ', 'x', 'x'.repeat(255), 'x'.repeat(256), 'a b', 'é', '"quoted"']],
  [
    'Authorization',
    ['Bearer', 'Bearer a b', 'Basic YTpi', `Bearer ${'x'.repeat(8_000)}`, 'Bearer pmk_x', 'é'],
  ],
  ['X-API-Key', ['x', 'pmk_x', `pmk_${'x'.repeat(8_000)}`]],
  ['Cookie', ['perkmint_session=x', 'a=b; '.repeat(500), '=;=;=', '%%%']],
  ['If-None-Match', ['*', '"x"', 'W/"x"', '"'.repeat(2_000), ','.repeat(2_000)]],
  ['Accept', ['*/*', 'text/html', 'text/event-stream', 'application/xml;q=0', ','.repeat(2_000)]],
  ['Accept-Language', ['de', 'x'.repeat(2_000), '*']],
  ['Origin', ['null', 'https://evil.example', 'x']],
  ['Range', ['bytes=0-0', 'bytes=-1', 'bytes=9-1']],
  ['X-Forwarded-For', ['1.2.3.4', 'x', ','.repeat(2_000), '::1']],
  ['Content-Length', ['0']],
];
const QUERIES = [
  '?',
  '?%',
  '?page=1&page=2',
  '?__proto__=1',
  '?a[b]=c',
  '?page=',
  '?&&&',
  `?q=${'x'.repeat(8_000)}`,
];
const PATH_ENDS = ['/', '//', '/%00', '/%', '/..', '/%2e%2e', '/.', ';x', '%20', '/x'.repeat(1_000)];

const onBody =
  (change: (text: string) => string): Damage =>
  request => ({ ...request, body: change(typeof request.body === 'string' ? request.body : '{}') });

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
/** Adds fields in front of those of a body. */
const withFields = (fields: string) => (text: string) =>
  text.replace('{', `{${fields}${text === '{}' ? '' : ','}`);

const BODIES: Damage[] = [
  ...['', ' ', '{', '}', 'null', '[]', '"x"', '1', 'NaN', '{"a":1}}', "{'a':1}", '{a:1}', '{"a":01}'].map(
    text => onBody(() => text),
  ),
  onBody(text => text.slice(0, text.length / 2)),
  onBody(text => `${text},`),
  onBody(text => `\ufeff${text}`),
  onBody(text => `\u0000${text}`),
  onBody(text => text.replaceAll(',"', ',\n\t"')),
  onBody(text => `${' '.repeat(60_000)}${text}`),
  ...[
    '"__proto__":{"role":"admin"}',
    '"constructor":{"prototype":{"role":"admin"}}',
    '"toString":1,"hasOwnProperty":1,"then":1,"length":1',
    '"":1',
    '"\\ud800":1',
    '"x":"\\udc00"',
    '"x":"\\u0000"',
    '"x":1,"x":2',
    ...DEPTHS.map(depth => `"x":${nested(depth, '[', ']')}`),
    ...DEPTHS.map(depth => `"x":${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`),
    `"${'x'.repeat(10_000)}":1`,
    Array.from({ length: 2_000 }, (_, n) => `"x${n}":${n}`).join(),
  ].map(fields => onBody(withFields(fields))),
  request => ({ ...request, body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }),
  ...CONTENT_TYPES.map(
    (type): Damage =>
      request => ({ ...request, headers: { ...request.headers, 'Content-Type': type } }),
  ),
];

const OTHERS: Damage[] = [
  ...METHODS.map(
    (method): Damage =>
      request => ({ ...request, method }),
  ),
  ...HEADERS.flatMap(([name, values]) =>
    values.map(
      (value): Damage =>
        request => ({ ...request, headers: { ...request.headers, [name]: latin(value) } }),
    ),
  ),
  ...QUERIES.map(
    (query): Damage =>
      request => ({ ...request, path: pathOf(request) + query }),
  ),
  ...PATH_ENDS.map(
    (end): Damage =>
      request => ({ ...request, path: pathOf(request) + end }),
  ),
  ...HOSTILE_FRAGMENTS.map(
    (fragment): Damage =>
      request => ({
        ...request,
        path: pathOf(request).replace(/[^/]+$/, encodeURIComponent(fragment.toWellFormed())),
      }),
  ),
];

const pathOf = ({ path }: WireRequest): string => path.split('?')[0] as string;

/** Removes characters that don't fit into a byte, because header values are bytes. */
function latin(value: string): string {
  return [...value].filter(letter => letter.charCodeAt(0) < 256).join('');
}

/** Picks a kind of malformation; for requests without a body, one that doesn't concern it. */
export function damages(hasBody: boolean): fc.Arbitrary<Damage> {
  return hasBody
    ? fc.oneof(fc.constantFrom(...BODIES), fc.constantFrom(...OTHERS))
    : fc.constantFrom(...OTHERS);
}

/** Removes the body of GET and HEAD requests, which fetch can't send. */
export function sendable(request: WireRequest): WireRequest {
  return ['GET', 'HEAD'].includes(request.method) ? { ...request, body: undefined } : request;
}
