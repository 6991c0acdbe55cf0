import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect as netConnect } from 'node:net';
import { AppError } from '../../src/errors.ts';
import { createOutbound } from '../../src/platform/outbound/client.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { startNameServer } from '../support/name-server.ts';
import { OK, type RawServer, startRawServer } from '../support/raw-server.ts';

const PUBLIC = '93.184.216.34';
/** Names as a hostile owner of a zone would set them. */
const ZONE: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.0.0.5'],
  'metadata.example': ['169.254.169.254'],
  'cgnat.example': ['100.64.1.1'],
  'v6-loopback.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'compatible.example': ['::127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'sixtofour.example': ['2002:7f00:1::'],
  'ula.example': ['fd00::1'],
  'zone.example': ['fe80::1%eth0'],
  'first-good.example': [PUBLIC, '127.0.0.1'],
  'last-good.example': ['::1', PUBLIC],
  'v6-bad.example': [PUBLIC, 'fd00::1'],
  'nonsense.example': ['not-an-address'],
  'short.example': ['127.1'],
  'empty.example': [],
  'good.example': [PUBLIC],
};

const resolve = async (host: string) => {
  const addresses = ZONE[host];
  if (!addresses) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  return addresses;
};

const TO_PRIVATE = 'does not resolve to a public address; to allow private addresses, set WEBHOOK_ALLOW';
const NO_NAME = 'does not resolve';
const NO_HTTP = 'must be a URL starting with http:// or https://';
const NO_USER = 'must not contain a username or password';

const HOSTILE: [url: string, why: string][] = [
  ['http://127.0.0.1/', TO_PRIVATE],
  ['https://127.0.0.1/', TO_PRIVATE],
  ['http://127.0.0.1:8080/', TO_PRIVATE],
  ['HTTP://127.0.0.1/', TO_PRIVATE],
  ['http:127.0.0.1/', TO_PRIVATE],
  ['http:\\\\127.0.0.1\\', TO_PRIVATE],
  ['http:///127.0.0.1/', TO_PRIVATE],
  [' http://127.0.0.1/ ', TO_PRIVATE],
  ['http://127.0.\n0.1/', TO_PRIVATE],
  ['http://127.0.0.1./', TO_PRIVATE],
  ['http://127.1/', TO_PRIVATE],
  ['http://127.0.1/', TO_PRIVATE],
  ['http://0x7f.1/', TO_PRIVATE],
  ['http://0x7f000001/', TO_PRIVATE],
  ['http://0X7F.0.0.0X1/', TO_PRIVATE],
  ['http://0177.0.0.01/', TO_PRIVATE],
  ['http://017700000001/', TO_PRIVATE],
  ['http://2130706433/', TO_PRIVATE],
  ['http://%31%32%37.0.0.1/', TO_PRIVATE],
  ['http://１２７.0.0.1/', TO_PRIVATE],
  ['http://①②⑦.⓪.⓪.①/', TO_PRIVATE],
  ['http://127。0。0。1/', TO_PRIVATE],
  ['http://0/', TO_PRIVATE],
  ['http://0.0.0.0/', TO_PRIVATE],
  ['http://10.0.0.1/', TO_PRIVATE],
  ['http://172.16.0.1/', TO_PRIVATE],
  ['http://192.168.1.1/', TO_PRIVATE],
  ['http://0300.0250.1/', TO_PRIVATE],
  ['http://169.254.169.254/latest/meta-data/', TO_PRIVATE],
  ['http://2852039166/', TO_PRIVATE],
  ['http://100.64.0.1/', TO_PRIVATE],
  ['http://198.18.0.1/', TO_PRIVATE],
  ['http://203.0.113.7/', TO_PRIVATE],
  ['http://224.0.0.1/', TO_PRIVATE],
  ['http://240.0.0.1/', TO_PRIVATE],
  ['http://255.255.255.255/', TO_PRIVATE],
  ['http://168.63.129.16/', TO_PRIVATE],
  ['http://[::]/', TO_PRIVATE],
  ['http://[::1]/', TO_PRIVATE],
  ['http://[0:0:0:0:0:0:0:1]:80/', TO_PRIVATE],
  ['http://[::ffff:127.0.0.1]/', TO_PRIVATE],
  ['http://[::ffff:7f00:1]/', TO_PRIVATE],
  ['http://[0:0:0:0:0:FFFF:7F00:0001]/', TO_PRIVATE],
  ['http://[::127.0.0.1]/', TO_PRIVATE],
  ['http://[::8.8.8.8]/', TO_PRIVATE],
  ['http://[::ffff:0:127.0.0.1]/', TO_PRIVATE],
  ['http://[64:ff9b::127.0.0.1]/', TO_PRIVATE],
  ['http://[64:ff9b:1::8.8.8.8]/', TO_PRIVATE],
  ['http://[2002:7f00:1::]/', TO_PRIVATE],
  ['http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', TO_PRIVATE],
  ['http://[2606:4700::5efe:10.0.0.1]/', TO_PRIVATE],
  ['http://[fe80::1]/', TO_PRIVATE],
  ['http://[fec0::1]/', TO_PRIVATE],
  ['http://[fc00::1]/', TO_PRIVATE],
  ['http://[fd00:ec2::254]/', TO_PRIVATE],
  ['http://[ff02::1]/', TO_PRIVATE],
  ['http://[2001:db8::1]/', TO_PRIVATE],
  ['http://localhost/', TO_PRIVATE],
  ['http://LocalHost:3000/', TO_PRIVATE],
  ['http://localhost./', TO_PRIVATE],
  ['http://ⓛocalhost/', TO_PRIVATE],
  ['http://loc\u00adalhost/', TO_PRIVATE],
  ['http://l%6fcalhost/', TO_PRIVATE],
  ['http://127.0.0.1#@good.example/', TO_PRIVATE],
  ['http://127.0.0.1?@good.example/', TO_PRIVATE],
  ['http://127.0.0.1\\@good.example/', TO_PRIVATE],
  ['http://loopback.example/', TO_PRIVATE],
  ['http://LOOPBACK.EXAMPLE./', TO_PRIVATE],
  ['http://private.example/', TO_PRIVATE],
  ['http://metadata.example/', TO_PRIVATE],
  ['http://cgnat.example/', TO_PRIVATE],
  ['http://v6-loopback.example/', TO_PRIVATE],
  ['http://mapped.example/', TO_PRIVATE],
  ['http://compatible.example/', TO_PRIVATE],
  ['http://nat64.example/', TO_PRIVATE],
  ['http://sixtofour.example/', TO_PRIVATE],
  ['http://ula.example/', TO_PRIVATE],
  ['http://zone.example/', TO_PRIVATE],
  ['http://first-good.example/', TO_PRIVATE],
  ['http://last-good.example/', TO_PRIVATE],
  ['http://v6-bad.example/', TO_PRIVATE],
  ['http://nonsense.example/', TO_PRIVATE],
  ['http://short.example/', TO_PRIVATE],
  ['http://empty.example/', NO_NAME],
  ['http://absent.example/', NO_NAME],
  ['http://a..b/', NO_NAME],
  ['http://127.0.0.1../', NO_NAME],
  ['http://good.example@127.0.0.1/', NO_USER],
  ['http://good.example:80@127.0.0.1/', NO_USER],
  ['http://:secret@good.example/', NO_USER],
  ['http://good.example%40@127.0.0.1/', NO_USER],
  ['http://[fe80::1%25eth0]/', NO_HTTP],
  ['http://[fe80::1%eth0]/', NO_HTTP],
  ['http://./', NO_HTTP],
  ['http://', NO_HTTP],
  ['http://256.1.1.1/', NO_HTTP],
  ['http://good.example:99999/', NO_HTTP],
  ['ftp://good.example/', NO_HTTP],
  ['file:///etc/passwd', NO_HTTP],
  ['file://good.example/etc/passwd', NO_HTTP],
  ['gopher://127.0.0.1:6379/_', NO_HTTP],
  ['unix:///var/run/docker.sock', NO_HTTP],
  ['data:text/plain,hi', NO_HTTP],
  ['javascript:alert(1)', NO_HTTP],
  ['ws://good.example/', NO_HTTP],
  ['//good.example/', NO_HTTP],
  ['good.example', NO_HTTP],
  ['', NO_HTTP],
];

describe('hostile targets are rejected on input and before connecting', () => {
  let dials = 0;
  const connect = (address: string, port: number) => {
    dials += 1;
    return netConnect({ host: address, port });
  };
  const outbound = createOutbound({ allow: [], resolve, connect });

  for (const [url, why] of HOSTILE) {
    test(JSON.stringify(url), async () => {
      const given = await outbound.assertAllowed(url, 'url').catch((error: unknown) => error);
      expect(given).toBeInstanceOf(AppError);
      expect((given as AppError).code).toBe('VALIDATION_ERROR');
      expect((given as AppError).details).toEqual([
        { field: 'url', issue: expect.stringContaining(why), rule: 'conflict' },
      ]);

      const dialled = await outbound
        .send({ url, method: 'POST', headers: {} })
        .catch((error: unknown) => error);
      expect(dialled).toBeInstanceOf(OutboundError);
      expect((dialled as OutboundError).kind).toBe(why === NO_NAME ? 'dns' : 'refused');
      expect((dialled as OutboundError).message).toContain(why);
      expect(dials).toBe(0);
    });
  }

  test('the error names the setting, but neither the resolved address nor the path', async () => {
    const refused = outbound.assertAllowed('http://private.example/token-of-mine', 'url');
    await expect(refused).rejects.toThrow(
      'url is not allowed: private.example does not resolve to a public address; ' +
        'to allow private addresses, set WEBHOOK_ALLOW',
    );
    const unknown = outbound.assertAllowed('http://absent.example/token-of-mine', 'url');
    await expect(unknown).rejects.toThrow(
      'url is not allowed: absent.example does not resolve (ENOTFOUND); ' +
        'to allow this host, set WEBHOOK_ALLOW',
    );
  });

  for (const url of [
    'https://good.example/hook',
    'http://good.example:8443/',
    `http://${PUBLIC}/`,
    'https://[2606:4700::1]:8080/',
  ]) {
    test(`${url} is public and accepted`, async () => {
      expect(await outbound.assertAllowed(url, 'url')).toBeUndefined();
    });
  }

  test('a URL with an IP address needs no DNS request', async () => {
    const strict = createOutbound({
      allow: [],
      resolve: () => Promise.reject(new Error('asked for an address')),
    });
    expect(await strict.assertAllowed('http://8.8.8.8/', 'url')).toBeUndefined();
  });

  test("the system's resolver is the default", async () => {
    const plain = createOutbound({ allow: [] });
    await expect(plain.assertAllowed('http://localhost/', 'url')).rejects.toThrow(TO_PRIVATE);
  });
});

describe('DNS rebinding', () => {
  const PINNED = '127.0.0.2';
  let canary: RawServer;
  let target: RawServer;
  beforeAll(async () => {
    canary = await startRawServer({ host: '127.0.0.1' });
    target = await startRawServer({ host: PINNED, port: canary.port });
  });
  afterAll(() => {
    canary.close();
    target.close();
  });

  test('a change from a public address on input to loopback on send is rejected without a packet', async () => {
    const names = await startNameServer((_host, nth) => [nth === 0 ? PUBLIC : '127.0.0.1']);
    const outbound = createOutbound({ allow: [], resolve: names.resolve });
    const url = `http://hooks.example.com:${canary.port}/`;
    expect(await outbound.assertAllowed(url, 'url')).toBeUndefined();
    const sent = outbound.send({ url, method: 'POST', headers: {}, body: 'secret' });
    await expect(sent).rejects.toMatchObject({ kind: 'refused' });
    expect(names.queries()).toBe(2);
    expect(canary.connections()).toBe(0);
    names.close();
  });

  test('a change between check and connection has no effect, because the checked address is used', async () => {
    const names = await startNameServer((_host, nth) => [nth === 0 ? PINNED : '127.0.0.1']);
    const outbound = createOutbound({ allow: [PINNED], resolve: names.resolve });
    const url = `http://hooks.example.com:${canary.port}/`;
    const reply = await outbound.send({ url, method: 'POST', headers: {}, body: 'x' });
    expect(reply).toMatchObject({ status: 200, body: 'ok' });
    expect(names.queries()).toBe(1);
    expect(target.connections()).toBe(1);

    const again = outbound.send({ url, method: 'POST', headers: {}, body: 'x' });
    await expect(again).rejects.toMatchObject({ kind: 'refused' });
    expect([target.connections(), canary.connections()]).toEqual([1, 0]);
    names.close();
  });

  test('a private IPv6 address in addition to a public IPv4 address is rejected', async () => {
    const names = await startNameServer((_host, nth) => (nth === 0 ? [PUBLIC] : [PUBLIC, '::1']));
    const connect = () => expect.unreachable('dialled');
    const outbound = createOutbound({ allow: [], resolve: names.resolve, connect });
    const url = 'http://hooks.example.com/';
    expect(await outbound.assertAllowed(url, 'url')).toBeUndefined();
    await expect(outbound.send({ url, method: 'GET', headers: {} })).rejects.toMatchObject({
      kind: 'refused',
    });
    names.close();
  });

  test('a public target is connected to at the resolved address', async () => {
    const names = await startNameServer(() => ['2606:4700::1']);
    const dialled: string[] = [];
    const connect = (address: string, port: number) => {
      dialled.push(`${address} ${port}`);
      return netConnect({ host: PINNED, port: target.port });
    };
    const outbound = createOutbound({ allow: [], resolve: names.resolve, connect });
    await outbound.send({ url: 'http://hooks.example.com:81/', method: 'GET', headers: {} });
    expect(dialled).toEqual(['2606:4700::1 81']);
    names.close();
  });

  test('a redirect is returned and not followed', async () => {
    const host = '127.0.0.3';
    const location = `http://127.0.0.1:${canary.port}/`;
    const lure = await startRawServer({
      host,
      reply: socket => socket.end(OK.replace('200 OK', `302 Found\r\nLocation: ${location}`)),
    });
    const outbound = createOutbound({ allow: ['127.0.0.0/8'] });
    const reply = await outbound.send({ url: `http://${host}:${lure.port}/`, method: 'GET', headers: {} });
    expect(reply).toMatchObject({ status: 302, headers: { location } });
    expect(canary.connections()).toBe(0);
    lure.close();
  });
});
