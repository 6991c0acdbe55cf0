import { afterEach, describe, expect, test } from 'bun:test';
import { createOutbound } from '../../src/platform/outbound/client.ts';
import { startNameServer } from '../support/name-server.ts';
import { type RawServer, startRawServer } from '../support/raw-server.ts';

const servers: { close(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(): Promise<RawServer> {
  const server = await startRawServer();
  servers.push(server);
  return server;
}

describe('WEBHOOK_ALLOW', () => {
  const cases: [string, string][] = [
    ['a host', 'localhost'],
    ['a host in capitals', 'LOCALHOST'],
    ['a host with its port', 'localhost:PORT'],
    ['an address', '127.0.0.1'],
    ['an address with its port', '127.0.0.1:PORT'],
    ['a CIDR', '127.0.0.0/8'],
  ];
  for (const [what, entry] of cases) {
    test(`${what} allows a private target`, async () => {
      const server = await serve();
      const allow = [entry.replace('PORT', String(server.port))];
      const outbound = createOutbound({ allow, resolve: async () => ['127.0.0.1'] });
      const url = `http://localhost:${server.port}/`;
      await outbound.assertAllowed(url, 'url');
      expect((await outbound.send({ url, method: 'POST', headers: {}, body: 'x' })).status).toBe(200);
    });
  }

  for (const entry of ['other', 'localhost:1', '127.0.0.2', '127.0.0.1:1', '10.0.0.0/8', '::1']) {
    test(`${entry} does not allow localhost`, async () => {
      const server = await serve();
      const outbound = createOutbound({ allow: [entry], resolve: async () => ['127.0.0.1'] });
      const url = `http://localhost:${server.port}/`;
      await expect(outbound.assertAllowed(url, 'url')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      await expect(outbound.send({ url, method: 'GET', headers: {} })).rejects.toMatchObject({
        kind: 'refused',
      });
      expect(server.connections()).toBe(0);
    });
  }

  test('a hostname with one address outside the allowed network is rejected', async () => {
    const outbound = createOutbound({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1', '10.0.0.1'] });
    await expect(outbound.assertAllowed('http://both/', 'url')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('a listed host is accepted before it resolves, and sending to it reports the hostname', async () => {
    const names = await startNameServer(() => []);
    servers.push(names);
    const outbound = createOutbound({ allow: ['later'], resolve: names.resolve });
    expect(await outbound.assertAllowed('http://later/', 'url')).toBeUndefined();
    const sent = outbound.send({ url: 'http://later/', method: 'GET', headers: {} });
    await expect(sent).rejects.toMatchObject({ kind: 'dns' });
  });

  test('a listed host is connected to by IP address, never by another name', async () => {
    const outbound = createOutbound({ allow: ['named'], resolve: async () => ['localhost'] });
    const sent = outbound.send({ url: 'http://named/', method: 'GET', headers: {} });
    await expect(sent).rejects.toMatchObject({ kind: 'refused' });
  });

  test('an invalid entry is reported at startup', () => {
    expect(() => createOutbound({ allow: ['http://x'] })).toThrow('must be a comma-separated list of hosts');
  });
});
