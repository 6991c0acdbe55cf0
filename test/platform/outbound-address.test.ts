import { describe, expect, test } from 'bun:test';
import { createAllowList, isPublicAddress, parseAllowEntry } from '../../src/platform/outbound/addresses.ts';

describe('isPublicAddress accepts public unicast addresses', () => {
  for (const address of [
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.255.255',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:800::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2606:4700::5efe:808:808',
  ]) {
    test(address, () => expect(isPublicAddress(address)).toBe(true));
  }
});

describe('isPublicAddress rejects all other addresses', () => {
  const refused: [string, string][] = [
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'link-local: cloud metadata'],
    ['168.63.129.16', 'the host of an Azure machine'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'carrier-grade NAT: Alibaba metadata'],
    ['192.0.0.192', 'protocol assignments: Oracle metadata'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['192.88.99.1', '6to4 relay'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['2606:4700::1%eth0', 'a zone'],
    ['fec0::1', 'site-local'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'unique local: AWS metadata'],
    ['ff02::1', 'multicast'],
    ['::ffff:127.0.0.1', 'mapped loopback'],
    ['::ffff:a9fe:a9fe', 'mapped metadata'],
    ['0:0:0:0:0:ffff:10.0.0.1', 'mapped private'],
    ['::127.0.0.1', 'compatible loopback'],
    ['::8.8.8.8', 'compatible, abandoned'],
    ['::808:808', 'compatible, abandoned'],
    ['::ffff:0:127.0.0.1', 'translated loopback'],
    ['64:ff9b::7f00:1', 'NAT64 loopback'],
    ['64:ff9b::a9fe:a9fe', 'NAT64 metadata'],
    ['64:ff9b:1::808:808', 'local NAT64 prefix'],
    ['2002:7f00:1::', '6to4 loopback'],
    ['2002:a00:1::1', '6to4 private'],
    ['2001:0:7f00:1::', 'Teredo'],
    ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'Teredo loopback client'],
    ['2606:4700::5efe:7f00:1', 'ISATAP loopback'],
    ['2606:4700::200:5efe:a00:1', 'ISATAP private'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['100::1', 'discard'],
    ['5f00::1', 'segment routing'],
    ['4000::1', 'not assigned'],
    ['', 'empty'],
    ['127.1', 'short'],
    ['0177.0.0.1', 'octal'],
    ['010.8.8.8', 'octal'],
    ['0x7f.0.0.1', 'hex'],
    ['2130706433', 'decimal'],
    ['8.8.8.8.', 'trailing dot'],
    ['[::1]', 'brackets'],
    ['localhost', 'a name'],
  ];
  for (const [address, why] of refused) {
    test(`${address || '""'} (${why})`, () => expect(isPublicAddress(address)).toBe(false));
  }
});

describe('allow list', () => {
  const cases: { entry: string; opens: [string, number][]; closed: [string, number][] }[] = [
    {
      entry: 'Hooks.Internal.',
      opens: [
        ['hooks.internal', 80],
        ['hooks.internal', 8080],
      ],
      closed: [
        ['evil.hooks.internal', 80],
        ['hooks.internal.evil.com', 80],
      ],
    },
    { entry: 'localhost:8080', opens: [['localhost', 8080]], closed: [['localhost', 80]] },
    { entry: 'web:80', opens: [['web', 80]], closed: [['web', 443]] },
    { entry: 'bücher.example', opens: [['xn--bcher-kva.example', 443]], closed: [['bucher.example', 443]] },
    { entry: '10.1.2.3', opens: [['10.1.2.3', 1]], closed: [['10.1.2.4', 1]] },
    { entry: '127.0.0.1', opens: [['::ffff:127.0.0.1', 1]], closed: [['127.0.0.2', 1]] },
    { entry: '10.1.2.3:81', opens: [['10.1.2.3', 81]], closed: [['10.1.2.3', 82]] },
    { entry: '::1', opens: [['0:0::1', 5]], closed: [['::2', 5]] },
    { entry: '[::1]:81', opens: [['::1', 81]], closed: [['::1', 82]] },
    {
      entry: '10.0.0.0/8',
      opens: [
        ['10.255.0.1', 1],
        ['::ffff:10.0.0.1', 1],
      ],
      closed: [
        ['11.0.0.1', 1],
        ['::1', 1],
      ],
    },
    { entry: 'fd00::/8', opens: [['fd12::1', 1]], closed: [['fc00::1', 1]] },
  ];
  for (const { entry, opens, closed } of cases) {
    test(`${entry} allows only what it lists`, () => {
      const allow = createAllowList([entry]);
      const isOpen = (host: string, port: number) =>
        allow.hasHost(host, port) || allow.hasAddress(host, port);
      expect(opens.filter(([host, port]) => !isOpen(host, port))).toEqual([]);
      expect(closed.filter(([host, port]) => isOpen(host, port))).toEqual([]);
    });
  }

  test('an empty list allows nothing', () => {
    const allow = createAllowList([]);
    expect(allow.hasHost('localhost', 80) || allow.hasAddress('127.0.0.1', 80)).toBe(false);
  });

  for (const entry of [
    '',
    '*',
    '*.example',
    'http://x',
    'a b',
    'a@b',
    '10.0.0.0/33',
    '/8',
    'x:0',
    'x:70000',
    'x?y',
  ]) {
    test(`"${entry}" is an invalid entry`, () =>
      expect(() => parseAllowEntry(entry)).toThrow(/must be a comma-separated list of hosts/));
  }
});
