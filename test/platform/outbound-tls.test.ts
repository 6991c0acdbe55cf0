import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createOutbound } from '../../src/platform/outbound/client.ts';
import { type RawServer, startRawServer } from '../support/raw-server.ts';
import { TEST_CERT } from '../support/tls.ts';

describe('https', () => {
  let server: RawServer;
  beforeAll(async () => {
    server = await startRawServer({ tls: true });
  });
  afterAll(() => server.close());

  const trusting = createOutbound({
    allow: ['127.0.0.0/8'],
    resolve: async () => ['127.0.0.1'],
    ca: TEST_CERT,
  });
  const post = (host: string, outbound = trusting, timeoutMs = 10_000) =>
    outbound.send({
      url: `https://${host}:${server.port}/x`,
      method: 'POST',
      headers: {},
      body: 'secret',
      timeoutMs,
    });
  /** The last request as the server received it. */
  const last = () => ({ serverName: server.serverNames.at(-1), head: server.received.at(-1) });

  test('the server name and Host come from the URL although the connection uses an IP address', async () => {
    expect((await post('Hooks.Example.com')).body).toBe('ok');
    expect(last().serverName).toBe('hooks.example.com');
    expect(last().head).toContain(`host: hooks.example.com:${server.port}\r\n`);
    expect(last().head).toEndWith('\r\n\r\nsecret');
  });

  test('a trailing dot is kept in Host and removed from the server name', async () => {
    expect((await post('hooks.example.com.')).body).toBe('ok');
    expect(last().serverName).toBe('hooks.example.com');
    expect(last().head).toContain(`host: hooks.example.com.:${server.port}\r\n`);
  });

  test("an IP address is compared with the certificate's addresses and is not sent as server name", async () => {
    expect((await post('127.0.0.1')).body).toBe('ok');
    expect(last().serverName).toBe(false);
  });

  const refused: [string, string, ReturnType<typeof createOutbound>][] = [
    ['for another name', 'other.example.com', trusting],
    ['for another address', '127.0.0.2', trusting],
    [
      'of an unknown authority',
      'hooks.example.com',
      createOutbound({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] }),
    ],
  ];
  for (const [what, host, outbound] of refused) {
    test(`a certificate ${what} ends the request before any data is sent`, async () => {
      const own = await startRawServer({ tls: true, host: host === '127.0.0.2' ? host : '127.0.0.1' });
      const url = `https://${host}:${own.port}/token`;
      const sent = outbound.send({ url, method: 'POST', headers: {}, body: 'secret' });
      await expect(sent).rejects.toMatchObject({
        kind: 'tls',
        message: expect.stringMatching(/^\S+ has no valid TLS certificate or connection \([A-Z0-9_]+\)$/),
      });
      expect(own.received.join('')).toBe('');
      own.close();
    });
  }

  test('environment variables cannot disable certificate verification', async () => {
    const script = `
      const { createOutbound } = await import('./src/platform/outbound/client.ts');
      const outbound = createOutbound({ allow: ['127.0.0.1'] });
      const request = { url: 'https://127.0.0.1:${server.port}/', method: 'GET', headers: {} };
      console.log(await outbound.send(request).then(() => 'sent', error => error.kind));`;
    const child = Bun.spawn([process.execPath, '-e', script], {
      cwd: `${import.meta.dir}/../..`,
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      stderr: 'ignore',
    });
    expect(await new Response(child.stdout).text()).toBe('tls\n');
  });

  test('a server without TLS causes a TLS error, and a silent one a timeout', async () => {
    const closing = await startRawServer();
    const url = `https://hooks.example.com:${closing.port}/`;
    const silent = trusting.send({ url, method: 'GET', headers: {}, timeoutMs: 100 });
    await expect(silent).rejects.toMatchObject({ kind: 'timeout' });
    closing.close();

    const plain = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { open: socket => void socket.end('220 smtp ready\r\n'), data() {} },
    });
    const sent = trusting.send({
      url: `https://hooks.example.com:${plain.port}/`,
      method: 'GET',
      headers: {},
    });
    await expect(sent).rejects.toMatchObject({ kind: 'tls' });
    plain.stop(true);
  });
});
