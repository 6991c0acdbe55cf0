import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { listen, type Server } from '../../src/http/server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const BODY_BYTES = 8 * 1024 * 1024;

let ctx: TestApp;
let server: Server;
beforeAll(async () => {
  ctx = await createTestApp();
  server = listen({ host: '127.0.0.1', port: 0 });
  server.open(ctx.app.handler);
});
afterAll(async () => {
  await server.stop();
  await ctx.close();
});

/** Sends everything before it reads anything, as Python's urllib does. */
async function writeThenRead(headers: string[], body: Buffer): Promise<string> {
  const done = Promise.withResolvers<string>();
  const socket = connect(server.port, '127.0.0.1');
  const head = ['POST /api/v1/billing HTTP/1.1', 'Host: x', 'Connection: close', ...headers, '', ''];
  let response = '';
  socket.on('error', done.reject);
  socket.on('data', bytes => {
    response += bytes.toString();
  });
  socket.on('close', () => done.resolve(response));
  socket.write(head.join('\r\n'));
  socket.write(body);
  return done.promise;
}

const BIG = Buffer.alloc(BODY_BYTES, 'a');
const LENGTH = `Content-Length: ${BODY_BYTES}`;

test('a client receives the error response for a rejected body instead of a connection reset', async () => {
  const response = await writeThenRead([LENGTH, 'Content-Type: application/json'], BIG);
  expect(response).toStartWith('HTTP/1.1 413');
  expect(response).toContain('PAYLOAD_TOO_LARGE');
});

test('an announced body that never arrives does not delay the response', async () => {
  expect(await writeThenRead([LENGTH], Buffer.alloc(0))).toStartWith('HTTP/1.1 413');
});
