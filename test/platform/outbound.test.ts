import { afterEach, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { createOutbound, type OutboundRequest } from '../../src/platform/outbound/client.ts';
import { OK, type RawOptions, type RawServer, startRawServer } from '../support/raw-server.ts';

const servers: { close(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(options: RawOptions = {}): Promise<RawServer> {
  const server = await startRawServer(options);
  servers.push(server);
  return server;
}

const open = createOutbound({ allow: ['127.0.0.0/8', '::1'] });

/** Sends a request to a server that responds with these bytes and then closes the connection. */
async function sendTo(response: string | Uint8Array, more: Partial<OutboundRequest> = {}) {
  const server = await serve({ reply: socket => socket.end(response) });
  return open.send({ url: `http://127.0.0.1:${server.port}/`, method: 'POST', headers: {}, ...more });
}

describe('outbound request', () => {
  test('the request arrives unchanged with correct Host, length and headers', async () => {
    const server = await serve();
    const outbound = createOutbound({ allow: ['Hooks.Internal'], resolve: async () => ['127.0.0.1'] });
    const reply = await outbound.send({
      url: `http://hooks.internal:${server.port}/a%20b/ü?q='1'&x=%2F#part`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Webhook-Id': 'evt_1', 'User-Agent': 'Tester' },
      body: '{"ü":1}',
    });
    expect(reply.status).toBe(200);
    expect(server.received).toEqual([
      [
        'POST /a%20b/%C3%BC?q=%271%27&x=%2F HTTP/1.1',
        `host: hooks.internal:${server.port}`,
        'user-agent: Tester',
        'accept-encoding: identity',
        'content-type: application/json',
        'x-webhook-id: evt_1',
        'content-length: 8',
        'connection: close',
        '',
        Buffer.from('{"ü":1}').toString('latin1'),
      ].join('\r\n'),
    ]);
  });

  test('binary bodies arrive unchanged', async () => {
    const server = await serve();
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await open.send({ url: `http://127.0.0.1:${server.port}/`, method: 'POST', headers: {}, body });
    expect(server.received[0]!.split('\r\n\r\n')[1]).toBe(Buffer.from(body).toString('latin1'));
  });

  test('callers cannot override framing headers or Host', async () => {
    const server = await serve();
    await open.send({
      url: `http://127.0.0.1:${server.port}/`,
      method: 'POST',
      headers: {
        Host: 'evil.example',
        'Content-Length': '0',
        'Transfer-Encoding': 'chunked',
        Connection: 'upgrade',
      },
      body: 'four',
    });
    const head = server.received[0]!;
    expect(head).toContain(`host: 127.0.0.1:${server.port}\r\n`);
    expect(head).toContain('content-length: 4\r\n');
    expect(head).not.toMatch(/evil|chunked|upgrade/);
  });

  test('a header with a line break is rejected', async () => {
    const server = await serve();
    const url = `http://127.0.0.1:${server.port}/`;
    const sent = open.send({ url, method: 'POST', headers: { 'x-a': '1\r\nEvil: 1' } });
    await expect(sent).rejects.toMatchObject({ kind: 'protocol' });
    expect(server.received.join('')).toBe('');
  });

  test('a GET without a body has no Content-Length', async () => {
    const server = await serve();
    await open.send({ url: `http://127.0.0.1:${server.port}`, method: 'GET', headers: {} });
    expect(server.received[0]).toMatch(/^GET \/ HTTP\/1\.1\r\n/);
    expect(server.received[0]).not.toContain('content-length');
  });

  test('IPv6 targets are connected to, with brackets in Host', async () => {
    const server = await serve({ host: '::1' });
    const url = `http://[0:0::1]:${server.port}/`;
    expect((await open.send({ url, method: 'GET', headers: {} })).status).toBe(200);
    expect(server.received[0]).toContain(`host: [::1]:${server.port}\r\n`);
  });

  test('proxy settings from the environment are ignored', async () => {
    const [server, proxy] = [await serve(), await serve()];
    const address = `http://127.0.0.1:${proxy.port}`;
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
    const script = `
      const { createOutbound } = await import('./src/platform/outbound/client.ts');
      const request = { url: 'http://127.0.0.1:${server.port}/', method: 'GET', headers: {} };
      console.log((await createOutbound({ allow: ['127.0.0.1'] }).send(request)).status);`;
    const child = Bun.spawn([process.execPath, '-e', script], {
      cwd: `${import.meta.dir}/../..`,
      env: { ...Object.fromEntries(names.map(name => [name, address])), NODE_USE_ENV_PROXY: '1' },
      stderr: 'inherit',
    });
    expect(await new Response(child.stdout).text()).toBe('200\n');
    expect([server.connections(), proxy.connections()]).toEqual([1, 0]);
  });
});

describe('outbound response', () => {
  for (const status of [200, 204, 301, 307, 400, 410, 429, 500, 503]) {
    test(`status ${status} is returned as a response`, async () => {
      const reply = await sendTo(
        `HTTP/1.1 ${status} X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n`,
      );
      expect(reply).toMatchObject({ status, body: '' });
    });
  }

  test('header names are lowercase and repeated headers are joined', async () => {
    const { headers, durationMs } = await sendTo(
      'HTTP/1.1 429 X\r\nRetry-After: 7\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-A: 1\r\nX-A: 2\r\n\r\n',
    );
    expect(headers).toEqual({ 'retry-after': '7', 'set-cookie': 'a=1, b=2', 'x-a': '1, 2' });
    expect(durationMs).toBeWithin(0, 10_000);
  });

  test('chunked bodies and bodies ended by the connection are read completely', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n3\r\n ü\r\n0\r\n\r\n';
    expect((await sendTo(chunked)).body).toBe('hi ü');
    expect((await sendTo('HTTP/1.1 200 OK\r\n\r\nto the end')).body).toBe('to the end');
  });

  test('the body is truncated to maxBytes and the connection is closed', async () => {
    const flood = Promise.withResolvers<void>();
    const server = await serve({
      reply: socket => {
        const pump = () => {
          while (socket.write('a'.repeat(8192)));
        };
        socket.on('drain', pump).on('close', () => flood.resolve());
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        pump();
      },
    });
    const url = `http://127.0.0.1:${server.port}/`;
    const reply = await open.send({ url, method: 'GET', headers: {} });
    expect(reply.body).toBe('a'.repeat(65_536));
    await flood.promise;
  });

  test('a body of exactly maxBytes is complete, and a split character is dropped', async () => {
    const response = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nüüü';
    expect((await sendTo(response, { maxBytes: 6 })).body).toBe('üüü');
    expect((await sendTo(response, { maxBytes: 5 })).body).toBe('üü');
    expect((await sendTo(response, { maxBytes: 1 })).body).toBe('');
  });

  test('NUL becomes the replacement character, because callers store the body', async () => {
    for (const maxBytes of [3, 1_000]) {
      const { body } = await sendTo('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na\0b', { maxBytes });
      expect(body).toBe('a\ufffdb');
    }
  });

  test('a compressed body is not decompressed', async () => {
    const packed = gzipSync('a'.repeat(1_000_000));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    const reply = await sendTo(Buffer.concat([Buffer.from(head), packed]));
    expect(reply.body.length).toBeLessThanOrEqual(packed.length);
  });

  test('interim responses are skipped', async () => {
    expect((await sendTo(`HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n${OK}`)).body).toBe('ok');
  });

  const broken: [string, string][] = [
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['nothing', ''],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['less body than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhi'],
    ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nhi'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhi'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nhi'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(100)}\r\n`],
    ['interim responses without end', `${'HTTP/1.1 103 E\r\n\r\n'.repeat(50)}${OK}`],
    ['another protocol by upgrade', 'HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
  ];
  for (const [what, response] of broken) {
    test(`${what} is not a valid HTTP response`, async () => {
      await expect(sendTo(response)).rejects.toMatchObject({ kind: 'protocol' });
    });
  }
});
