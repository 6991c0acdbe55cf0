import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createUrlNormalizer } from '../../src/http/normalize-url.ts';

const toRequest = (url: string) => ({ url }) as Request;

test.each([
  ['http://localhost/api/v1/actions', '/api/v1/actions', ''],
  ['http://localhost/api/v1/actions/', '/api/v1/actions', ''],
  ['http://localhost/', '/', ''],
  ['http://localhost/a?b=c&d=%20', '/a', '?b=c&d=%20'],
  ['http://localhost/a/../b?c', '/b', '?c'],
  ['http://localhost/a%2Fb', '/a%2Fb', ''],
  ['http://localhost/a%', '', ''],
  ['http://localhost/a%00', '', ''],
  ['http://localhost/a%0A', '/a%0A', ''],
  ['http://localhost/a/%2e%2e/b', '/b', ''],
  ['http://localhost/a#b?c', '/a', ''],
  ['http://localhost:80/a', '/a', ''],
])('normalizes %s', (url, path, search) => {
  const normalize = createUrlNormalizer();
  for (let time = 0; time < 2; time++) {
    expect(normalize(toRequest(url))).toEqual({ request: toRequest(url), path, search, isHostValid: true });
  }
});

test('the fast path returns the same result as parsing the URL', () => {
  const normalize = createUrlNormalizer();
  normalize(toRequest('http://localhost/'));
  const piece = fc.constantFrom(
    '/',
    'a',
    '.',
    '..',
    '%41',
    '%',
    '?',
    '&',
    '=',
    '#',
    '\\',
    '//',
    '-',
    '+',
    ':',
    '@',
    ' ',
    'ü',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const url = `http://localhost/${pieces.join('')}`;
      const { path, search } = normalize(toRequest(url));
      const fresh = createUrlNormalizer()(toRequest(url));
      expect({ path, search: search === '?' ? '' : search }).toEqual({
        path: fresh.path,
        search: fresh.search,
      });
    }),
    { numRuns: 2_000 },
  );
});
