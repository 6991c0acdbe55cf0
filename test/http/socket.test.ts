import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Log, silentLog } from '../../src/platform/log.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Cases that need a real connection: chunked bodies, lengths, malformed requests. */
let ctx: TestApp;
let owner: BusinessFixture;
let server: Bun.Server<undefined>;
const failures: string[] = [];
const log: Log = {
  ...silentLog,
  error: (message, fields) => failures.push(`${message} ${Bun.inspect(fields)}`),
};
beforeAll(async () => {
  ctx = await createTestApp({ METRICS_TOKEN: 'scraper' }, { log });
  owner = await createBusiness(ctx);
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    development: false,
    maxRequestBodySize: 1024 ** 3,
    fetch: (request, bun) => ctx.app.handler.fetch(request, bun.requestIP(request)?.address ?? ''),
  });
});
afterAll(async () => {
  await server.stop(true);
  await ctx.close();
});

/** Sends the bytes as they are and reads until the server closes. */
async function raw(text: string): Promise<string> {
  const done = Promise.withResolvers<string>();
  let response = '';
  await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port as number,
    socket: {
      open: socket => void socket.write(text),
      data: (_socket, bytes) => {
        response += bytes.toString();
      },
      close: () => done.resolve(response),
      error: (_socket, error) => done.reject(error),
    },
  });
  return done.promise;
}

const head = (line: string, ...headers: string[]) =>
  [line, ...headers, 'Connection: close', '', ''].join('\r\n');
const post = (...headers: string[]) =>
  head('POST /api/v1/campaigns HTTP/1.1', 'Host: x', `Authorization: Bearer ${owner.token}`, ...headers);
const body = JSON.stringify(CAMPAIGN);
const JSON_LINE = 'Content-Type: application/json';
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

describe('over a real connection', () => {
  test('a body with Content-Length is accepted', async () => {
    const response = await raw(`${post(JSON_LINE, `Content-Length: ${body.length}`)}${body}`);
    expect(response).toStartWith('HTTP/1.1 201');
    expect(response.toLowerCase()).toContain('\r\nx-request-id: ');
  });

  test('a chunked body is accepted', async () => {
    expect(await raw(post(JSON_LINE, 'Transfer-Encoding: chunked') + chunked(body))).toStartWith(
      'HTTP/1.1 201',
    );
  });

  test('a chunked body is rejected with 415 without a type and with 413 above the limit', async () => {
    expect(await raw(post('Transfer-Encoding: chunked') + chunked(body))).toStartWith('HTTP/1.1 415');
    const large = chunked(`{"name":"${'x'.repeat(1024 * 1024)}"}`);
    expect(await raw(post(JSON_LINE, 'Transfer-Encoding: chunked') + large)).toStartWith('HTTP/1.1 413');
  });

  for (const chunks of ['zz\r\n', '5\r\nabcdefgh\r\n0\r\n\r\n', '-1\r\nx\r\n', 'ffffffffffffffffff\r\nx']) {
    test(`a malformed chunk is a client error: ${JSON.stringify(chunks)}`, async () => {
      const response = await raw(post(JSON_LINE, 'Transfer-Encoding: chunked') + chunks);
      expect(response === '' || response.startsWith('HTTP/1.1 400')).toBe(true);
      const metrics = await raw(head('GET /metrics HTTP/1.1', 'Host: x', 'Authorization: Bearer scraper'));
      expect(metrics).toStartWith('HTTP/1.1 200');
      expect(metrics).not.toContain('status="5');
      expect(failures).toEqual([]);
    });
  }

  test('a request without body and length is accepted', async () => {
    expect(await raw(post())).toStartWith('HTTP/1.1 400');
    expect(await raw(post('Content-Length: 0'))).toStartWith('HTTP/1.1 400');
  });

  test('a GET request with a body is accepted', async () => {
    const lines = ['Host: x', `Authorization: Bearer ${owner.token}`, JSON_LINE, 'Content-Length: 2'];
    expect(await raw(`${head('GET /api/v1/auth HTTP/1.1', ...lines)}{}`)).toStartWith('HTTP/1.1 200');
  });

  for (const host of [
    '[',
    'a b',
    'a@b',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    'a, b',
    'x:99999999',
    '%00',
    'ü',
    '<x>',
  ]) {
    test(`the invalid Host ${host} is rejected for every path`, async () => {
      for (const path of ['/api/v1/health', '/x/api/v1/health', '//api/v1/health']) {
        const response = await raw(head(`GET ${path} HTTP/1.1`, `Host: ${host}`));
        expect(response).toStartWith('HTTP/1.1 400');
        expect(response).toContain('"code":"VALIDATION_ERROR"');
        expect(response).toContain('"field":"Host"');
        expect(response.toLowerCase()).toContain('\r\nx-ratelimit-limit: ');
      }
    });
  }

  for (const line of ['GET /api/v1/health HTTP/1.0', 'GET /api/v1/health HTTP/1.1']) {
    test(`a missing Host is accepted where HTTP allows it: ${line}`, async () => {
      const hosts = line.endsWith('1.0') ? [] : ['Host: '];
      expect(await raw(head(line, ...hosts))).toStartWith('HTTP/1.1 200');
      expect(await raw(head(line.replace('/api', '/x/api'), ...hosts))).toStartWith('HTTP/1.1 404');
    });
  }

  for (const host of ['x', 'a_b', '[::1]:80', 'LOCALHOST', 'a.example:65535']) {
    test(`the Host ${host} is accepted`, async () => {
      expect(await raw(head('GET /api/v1/health HTTP/1.1', `Host: ${host}`))).toStartWith('HTTP/1.1 200');
      expect(await raw(head('GET /x/api/v1/health HTTP/1.1', `Host: ${host}`))).toStartWith('HTTP/1.1 404');
    });
  }

  for (const target of [
    '*',
    '//',
    'http://y/api/v1/health',
    '/api/v1/%',
    '/\\',
    '/api/v1/health?%',
    '/api/v1/health#x',
  ]) {
    test(`the hostile target ${target} never causes a 5xx`, async () => {
      expect(await raw(head(`GET ${target} HTTP/1.1`, 'Host: x'))).toMatch(/^HTTP\/1\.1 (200|4\d\d)/);
    });
  }

  test('a response to HEAD has no body', async () => {
    const response = await raw(head('HEAD /api/v1/health HTTP/1.1', 'Host: x'));
    expect(response).toStartWith('HTTP/1.1 200');
    expect(response).toEndWith('\r\n\r\n');
  });

  for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'CONNECT']) {
    test(`${method} is rejected`, async () => {
      const response = await raw(head(`${method} /api/v1/campaigns HTTP/1.1`, 'Host: x'));
      expect(response === '' || /^HTTP\/1\.1 4\d\d/.test(response)).toBe(true);
    });
  }
});
