import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const MODULE = JSON.stringify(join(import.meta.dir, '../../cli/api/probe.ts'));
/** A proxy that no one runs: a request through it fails. */
const PROXY = 'http://127.0.0.1:9';

let ctx: TestApp;
let server: LiveServer;
beforeAll(async () => {
  ctx = await createTestApp();
  server = startLiveServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

test.each(['127.0.0.1', 'localhost'])(
  'a server on this machine is asked at %s without the proxy',
  async host => {
    const url = server.url.replace('127.0.0.1', host);
    const program = `
    const { probe } = await import(${MODULE});
    const { status, body } = await probe(${JSON.stringify(url)});
    console.log(status, body.data.status);`;
    const child = Bun.spawn([process.execPath, '-e', program], {
      env: { PATH: process.env.PATH, HTTP_PROXY: PROXY },
      stdout: 'pipe',
    });
    expect([await new Response(child.stdout).text(), await child.exited]).toEqual(['200 ok\n', 0]);
  },
);
