import { afterEach, describe, expect, test } from 'bun:test';
import { connect as netConnect, Socket } from 'node:net';
import { createOutbound } from '../../src/platform/outbound/client.ts';
import { type RawOptions, type RawServer, startRawServer } from '../support/raw-server.ts';

/** Long enough for a response over loopback, and short enough for a test. */
const SHORT_MS = 100;
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

describe('timeouts and failures', () => {
  const silent: [string, RawOptions['reply']][] = [
    ['never responds', () => {}],
    ['stops within the headers', socket => socket.write('HTTP/1.1 200 OK\r\nX-')],
    ['stops within the body', socket => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi')],
  ];
  for (const [what, reply] of silent) {
    test(`a request to a server that ${what} times out after timeoutMs`, async () => {
      const server = await serve({ reply });
      const url = `http://127.0.0.1:${server.port}/path-secret`;
      const sent = open.send({ url, method: 'POST', headers: {}, timeoutMs: SHORT_MS });
      await expect(sent).rejects.toMatchObject({
        kind: 'timeout',
        message: `127.0.0.1:${server.port} did not return a complete response within ${SHORT_MS} ms`,
      });
    });
  }

  const partial: [string, RawOptions['reply']][] = [
    ['is late', socket => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi')],
    ['is cut off', socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi')],
  ];
  test.each(partial)(
    'a body that %s is returned as far as it arrived if the status decides',
    async (_, reply) => {
      const server = await serve({ reply });
      const url = `http://127.0.0.1:${server.port}/`;
      const request = { url, method: 'POST', headers: {}, timeoutMs: SHORT_MS, acceptsPartialBody: true };
      expect(await open.send(request)).toMatchObject({ status: 200, body: 'hi' });
      const stop = new AbortController();
      const stopped = open.send({ ...request, timeoutMs: 60_000, signal: stop.signal });
      stop.abort();
      await expect(stopped).rejects.toMatchObject({ kind: 'aborted' });
    },
  );

  test('a request to a server that stops within the headers times out even if the status decides', async () => {
    const server = await serve({ reply: socket => socket.write('HTTP/1.1 200 OK\r\nX-') });
    const url = `http://127.0.0.1:${server.port}/`;
    const sent = open.send({
      url,
      method: 'POST',
      headers: {},
      timeoutMs: SHORT_MS,
      acceptsPartialBody: true,
    });
    await expect(sent).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('a DNS server that never responds times out', async () => {
    const outbound = createOutbound({ allow: [], resolve: () => new Promise(() => {}) });
    const sent = outbound.send({
      url: 'http://slow.example/',
      method: 'GET',
      headers: {},
      timeoutMs: SHORT_MS,
    });
    await expect(sent).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('an address that never accepts times out, and its socket is closed', async () => {
    const socket = new Socket();
    const outbound = createOutbound({
      allow: ['dead'],
      resolve: async () => ['10.0.0.1'],
      connect: () => socket,
    });
    const sent = outbound.send({ url: 'http://dead/', method: 'GET', headers: {}, timeoutMs: SHORT_MS });
    await expect(sent).rejects.toMatchObject({ kind: 'timeout' });
    expect(socket.destroyed).toBe(true);
  });

  test('the next address is tried if one refuses or never accepts', async () => {
    const server = await serve({ host: '127.0.0.4' });
    const dialled: string[] = [];
    const outbound = createOutbound({
      allow: ['many'],
      resolve: async () => ['10.0.0.1', '127.0.0.3', '127.0.0.4'],
      connect: (address, port) => {
        dialled.push(address);
        return address === '10.0.0.1' ? new Socket() : netConnect({ host: address, port });
      },
    });
    const url = `http://many:${server.port}/`;
    const timeoutMs = 3 * SHORT_MS;
    expect((await outbound.send({ url, method: 'GET', headers: {}, timeoutMs })).status).toBe(200);
    expect(dialled).toEqual(['10.0.0.1', '127.0.0.3', '127.0.0.4']);
  });

  test('up to four addresses are tried', async () => {
    const dialled: string[] = [];
    const outbound = createOutbound({
      allow: [],
      resolve: async () => Array.from({ length: 50 }, (_, index) => `8.8.8.${index + 1}`),
      connect: address => {
        dialled.push(address);
        const socket = new Socket();
        process.nextTick(() => socket.destroy(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })));
        return socket;
      },
    });
    const sent = outbound.send({ url: 'http://many.example/', method: 'GET', headers: {} });
    await expect(sent).rejects.toMatchObject({
      kind: 'connect',
      message: 'many.example cannot be reached (ECONNREFUSED)',
    });
    expect(dialled).toEqual(['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4']);
  });

  test('a closed port is a connect error', async () => {
    const server = await startRawServer();
    server.close();
    const sent = open.send({ url: `http://127.0.0.1:${server.port}/token`, method: 'GET', headers: {} });
    await expect(sent).rejects.toMatchObject({
      kind: 'connect',
      message: `127.0.0.1:${server.port} cannot be reached (ECONNREFUSED)`,
    });
  });

  test("the caller's signal aborts a request before and after it starts", async () => {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const server = await serve({
      reply: socket => {
        socket.on('close', () => closed.resolve());
        arrived.resolve();
      },
    });
    const url = `http://127.0.0.1:${server.port}/`;
    const controller = new AbortController();
    const sent = open.send({ url, method: 'GET', headers: {}, signal: controller.signal });
    await arrived.promise;
    controller.abort();
    await expect(sent).rejects.toMatchObject({ kind: 'aborted' });
    await closed.promise;
    const late = open.send({ url, method: 'GET', headers: {}, signal: controller.signal });
    await expect(late).rejects.toMatchObject({ kind: 'aborted' });
    expect(server.connections()).toBe(1);
  });
});
