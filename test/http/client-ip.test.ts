import { describe, expect, test } from 'bun:test';
import { createClientIpResolver } from '../../src/http/client-ip.ts';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { createTestApp } from '../support/test-app.ts';

const none = createClientIpResolver([]);
const behind = createClientIpResolver(['10.0.0.1', '172.16.0.0/12', 'fd00::/8']);

describe('without trusted proxies', () => {
  test('identifies the client by its socket address and ignores X-Forwarded-For', () => {
    expect(none('198.51.100.7', null)).toBe('198.51.100.7');
    expect(none('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
    expect(none('127.0.0.1', '203.0.113.9')).toBe('127.0.0.1');
  });

  test('groups IPv6 addresses by /64', () => {
    expect(none('2001:db8:1:2:aaaa::1', null)).toBe(none('2001:db8:1:2:bbbb::2', null));
    expect(none('2001:db8:1:2::1', null)).not.toBe(none('2001:db8:1:3::1', null));
  });

  test('treats an IPv4-mapped IPv6 address as IPv4', () => {
    expect(none('::ffff:198.51.100.7', null)).toBe('198.51.100.7');
  });

  test('treats all peers without an IP address, as on a Unix socket, as one client', () => {
    expect(none('', '203.0.113.9')).toBe('');
  });
});

describe('behind trusted proxies', () => {
  const cases: [what: string, peer: string, forwarded: string | null, client: string][] = [
    ['ignores the header of an untrusted peer', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['uses the header of a trusted peer', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['trusts a peer inside a trusted CIDR range', '172.20.3.4', '203.0.113.9', '203.0.113.9'],
    ['does not trust a peer just outside the range', '172.32.0.1', '203.0.113.9', '172.32.0.1'],
    ['trusts an IPv4-mapped peer of a dual-stack socket', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['trusts an IPv6 peer', 'fd12::1', '203.0.113.9', '203.0.113.9'],
    ['returns the proxy if the header is absent', '10.0.0.1', null, '10.0.0.1'],
    ['returns the proxy if the header is empty', '10.0.0.1', '', '10.0.0.1'],
    [
      'returns the rightmost untrusted address',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.9, 172.16.0.9',
      '203.0.113.9',
    ],
    [
      'ignores the addresses that the client added',
      '10.0.0.1',
      '127.0.0.1, 6.6.6.6, 203.0.113.9',
      '203.0.113.9',
    ],
    ['returns the leftmost address if all are trusted', '10.0.0.1', '172.16.0.8, 172.16.0.9', '172.16.0.8'],
    ['stops at a value that is not an address', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['ignores spaces', '10.0.0.1', ' 203.0.113.9 ', '203.0.113.9'],
    ['groups an IPv6 client by /64', '10.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['treats an IPv4-mapped client as IPv4', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['ignores a port', '10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
    [
      'accepts an IPv6 address in brackets with a port',
      '10.0.0.1',
      '[2001:db8:1:2::6]:443',
      '2001:db8:1:2::/64',
    ],
  ];
  for (const [what, peer, forwarded, client] of cases) {
    test(what, () => expect(behind(peer, forwarded)).toBe(client));
  }

  test('reads a header of ten thousand hops only from its end', () => {
    const hops = [...Array(10_000).fill('203.0.113.1'), '203.0.113.9'].join(',');
    expect(behind('10.0.0.1', hops)).toBe('203.0.113.9');
  });

  test('a trusted network in IPv4-mapped notation matches IPv4 addresses', () => {
    expect(createClientIpResolver(['::ffff:10.0.0.0/104'])('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
  });
});

test('a spoofed X-Forwarded-For does not reset the rate limit; a trusted proxy separates clients', async () => {
  const ctx = await createTestApp({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '10.0.0.0/8' });
  const ask = (peer: string, i: number) =>
    ctx.call('GET', '/auth', undefined, { peer, headers: { 'x-forwarded-for': `203.0.113.${i}` } });
  for (let i = 0; i < TIER_LIMITS.strict; i++) await ask('198.51.100.7', i);
  expect((await ask('198.51.100.7', 99)).status).toBe(429);
  for (let i = 0; i < 4 * TIER_LIMITS.strict; i++) expect((await ask('10.9.8.7', i)).status).toBe(401);
  await ctx.close();
});
