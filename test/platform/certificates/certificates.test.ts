import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { RequestHandler } from '../../../src/http/pipeline/index.ts';
import { listen, type Server } from '../../../src/http/server.ts';
import { listenOnTls, type PortError, type TlsListener } from '../../../src/http/tls-listener.ts';
import { issueCertificate } from '../../../src/platform/certificates/acme.ts';
import { Challenges } from '../../../src/platform/certificates/challenges.ts';
import { CertificateKeeper, getRenewalTime } from '../../../src/platform/certificates/keeper.ts';
import {
  parseCertificate,
  readCertificate,
  readCertificateState,
  writeCertificate,
  writeCertificateState,
} from '../../../src/platform/certificates/store.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, systemClock } from '../../../src/platform/clock.ts';
import { type AcmeServer, startAcmeServer } from '../../support/acme-server.ts';
import { findFreePort } from '../../support/free-port.ts';

const NAMES = ['shop.example', 'www.shop.example'];

let dataDir: string;
let acme: AcmeServer;
let server: Server;
let listener: TlsListener | undefined;
let challenges: Challenges;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'perkmint-certificates-'));
  acme = await startAcmeServer();
  server = listen({ host: '127.0.0.1', port: 0 });
  server.open({
    fetch: async (request: Request, address: string) => Response.json({ address, url: request.url }),
    rejectOverloaded: () => new Response(null, { status: 503 }),
    drain: () => {},
  } as unknown as RequestHandler);
  challenges = new Challenges();
  acme.ports = { http: findFreePort(), https: findFreePort() };
});
afterEach(async () => {
  listener?.stop();
  listener = undefined;
  await server.stop();
  await acme.stop();
  rmSync(dataDir, { recursive: true });
});

async function startListening(tls: Pick<Server, 'listenTls'> = server): Promise<TlsListener> {
  const { http: httpPort, https: httpsPort } = acme.ports;
  listener = await listenOnTls({ httpPort, httpsPort, getNames: () => NAMES, server: tls, challenges });
  return listener;
}

const issue = () =>
  issueCertificate({ dataDir, directory: acme.directory, email: '', names: NAMES, challenges });

/** Returns the serial number of the certificate that a visitor gets; undefined if the handshake fails. */
function readServed(): Promise<string | undefined> {
  return new Promise(resolve => {
    const options = { host: '127.0.0.1', servername: NAMES[0], rejectUnauthorized: false };
    const socket = connect({ ...options, port: acme.ports.https }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
  });
}

const serialOf = (index: number) => acme.issued[index]?.serialNumber.toUpperCase();

const getSecurely = (path: string, init: object = {}) =>
  fetch(`https://127.0.0.1:${acme.ports.https}${path}`, { tls: { rejectUnauthorized: false }, ...init });

describe('a certificate', () => {
  test('is obtained over port 80 for all names, and its key is private', async () => {
    await startListening();
    const certificate = parseCertificate(await issue());
    expect(certificate.names).toEqual(NAMES);
    expect(certificate.pem).toStartWith('-----BEGIN PRIVATE KEY-----');
    writeCertificate(dataDir, certificate.pem);
    const folder = join(dataDir, 'certificates');
    const modes = readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('is obtained over port 443 if port 80 is closed, while visitors get the present one', async () => {
    const listening = await startListening();
    listening.useCertificate(await issue());
    acme.ports.http = findFreePort();
    const seen: (string | undefined)[] = [];
    acme.onCheck = async () => void seen.push(await readServed());
    await issue();
    expect(acme.issued).toHaveLength(2);
    expect(seen).toEqual([serialOf(0), serialOf(0)]);
  });

  test.each([
    ['connection', 'cannot be reached from the internet'],
    ['unauthorized', 'Another server answers at shop.example'],
  ])('cannot be obtained (%s), and the error says why', async (kind, words) => {
    if (kind === 'unauthorized') {
      const other = Bun.serve({ port: 0, fetch: () => new Response('Welcome to another server') });
      acme.ports.http = other.port as number;
      await expect(issue()).rejects.toThrow(words);
      await other.stop(true);
    } else await expect(issue()).rejects.toThrow(words);
    expect(acme.issued).toEqual([]);
  });

  test('cannot be obtained while the authority does not respond', async () => {
    const { directory } = acme;
    await acme.stop();
    await expect(issue()).rejects.toThrow(`${new URL(directory).host} cannot be reached`);
  });
});

describe('the ports', () => {
  test('https shows the address of the client, and port 80 redirects to it', async () => {
    const listening = await startListening();
    expect(await readServed()).toBeUndefined();
    listening.useCertificate(await issue());
    expect(await (await getSecurely('/c/blue-cup?x=1')).json()).toMatchObject({
      address: expect.stringContaining('127.0.0.1'),
      url: `https://127.0.0.1:${acme.ports.https}/c/blue-cup?x=1`,
    });
    for (const [host, target] of [
      ['www.shop.example', 'www.shop.example'],
      ['www.shop.example:80', 'www.shop.example'],
      ['evil.example', 'shop.example'],
    ]) {
      const response = await fetch(`http://127.0.0.1:${acme.ports.http}/c/blue-cup?x=1`, {
        headers: { host: host as string },
        redirect: 'manual',
      });
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toBe(`https://${target}/c/blue-cup?x=1`);
    }
  });

  test('only paths of the running check are answered on port 80', async () => {
    await startListening();
    const end = challenges.answerHttp('a', 'answer');
    const ask = (token: string) =>
      fetch(`http://127.0.0.1:${acme.ports.http}/.well-known/acme-challenge/${token}`);
    expect(await (await ask('a')).text()).toBe('answer');
    expect((await ask('b')).status).toBe(404);
    end();
    expect((await ask('a')).status).toBe(404);
  });

  test('a new certificate is for new connections, and present ones continue', async () => {
    const closed: number[] = [];
    const ended = Promise.withResolvers<void>();
    let count = 0;
    const listening = await startListening({
      listenTls: (pem, findClient) => {
        const [number, tls] = [count++, server.listenTls(pem, findClient)];
        const close = () => {
          closed.push(number);
          tls.close();
          ended.resolve();
        };
        return { port: tls.port, close };
      },
    });
    listening.useCertificate(await issue());
    const before = connect({ port: acme.ports.https, host: '127.0.0.1', rejectUnauthorized: false });
    await new Promise(resolve => before.once('secureConnect', resolve));
    const ask = () => {
      before.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
      return new Promise<string>(resolve => before.once('data', bytes => resolve(bytes.toString())));
    };
    expect(await ask()).toStartWith('HTTP/1.1 200');
    listening.useCertificate(await issue());
    expect(await readServed()).toBe(serialOf(1));
    expect(await ask()).toStartWith('HTTP/1.1 200');
    expect(closed).toEqual([]);
    before.destroy();
    await ended.promise;
    expect(closed).toEqual([0]);
    expect(await readServed()).toBe(serialOf(1));
  });

  test('a program on this computer cannot pass for a client', async () => {
    await startListening();
    const inner = server.listenTls(await issue(), () => undefined);
    const response = await fetch(`https://127.0.0.1:${inner.port}/`, { tls: { rejectUnauthorized: false } });
    expect(response.status).toBe(421);
    inner.close();
  });

  test('a port in use is reported, and the other one is closed again', async () => {
    const other = Bun.serve({ port: acme.ports.http, hostname: '::', fetch: () => new Response() });
    const error = await startListening().catch(error => error as PortError);
    expect(error).toMatchObject({ port: acme.ports.http, code: 'EADDRINUSE' });
    await other.stop(true);
    await startListening();
  });
});

describe('the renewal', () => {
  /** Starts the keeper, and resolves at the first certificate or failure after the one that is stored. */
  async function keep(
    options: { directory?: string; names?: string[]; fails?: boolean; use?: (pem: string) => void } = {},
  ) {
    const used: string[] = [];
    const settled = Promise.withResolvers<void>();
    const issued = Promise.withResolvers<void>();
    const { fails = false, directory = acme.directory, names = NAMES } = options;
    let attempts = 0;
    const log = { debug() {}, info() {}, warn: () => settled.resolve(), error() {}, flush() {} };
    const keeper = new CertificateKeeper({
      dataDir,
      names,
      directory,
      clock: systemClock,
      log,
      issue: async () => {
        attempts += 1;
        if (fails) throw new Error('the port is closed');
        const pem = await issue();
        setImmediate(issued.resolve);
        return pem;
      },
      onCertificate: pem => {
        options.use?.(pem);
        used.push(parseCertificate(pem).pem);
        if (attempts > 0) settled.resolve();
      },
    });
    keeper.start();
    // An attempt that is due at once has begun afterwards: timers of one delay are called in their order.
    await new Promise(resolve => setTimeout(resolve, 0));
    const stop = () => keeper.stop();
    return { used, settled: settled.promise, issued: issued.promise, stop, countAttempts: () => attempts };
  }

  async function store(lifetimeMs: number) {
    acme.lifetimeMs = lifetimeMs;
    await startListening();
    const pem = await issue();
    writeCertificate(dataDir, pem);
    writeCertificateState(dataDir, { directory: acme.directory, failure: null });
    acme.lifetimeMs = 90 * DAY_MS;
    return pem;
  }

  test('happens when a third of the lifetime is left', async () => {
    const { startsAtMs, endsAtMs } = parseCertificate(await store(90 * DAY_MS));
    expect(endsAtMs - startsAtMs).toBe(90 * DAY_MS);
    expect(getRenewalTime({ pem: '', names: [], startsAtMs, endsAtMs })).toBe(endsAtMs - 30 * DAY_MS);
  });

  test('replaces a certificate that is due, and the next start uses the new one', async () => {
    const old = await store(MINUTE_MS + 1_000);
    const kept = await keep();
    await kept.settled;
    kept.stop();
    expect(kept.used[0]).toBe(old);
    expect(kept.used[1]).toBe(readCertificate(dataDir)?.pem as string);
    expect(kept.used[1]).not.toBe(old);
    const again = await keep();
    again.stop();
    expect(again.used).toEqual([kept.used[1] as string]);
    expect(again.countAttempts()).toBe(0);
  });

  test('a failure keeps the certificate, is stored, and is not repeated at once', async () => {
    const old = await store(MINUTE_MS + 1_000);
    for (const directory of [acme.directory, 'https://another.example/directory']) {
      const kept = await keep({ fails: true, directory });
      if (directory === acme.directory) await kept.settled;
      kept.stop();
      expect(kept.used).toEqual([old]);
      expect(readCertificate(dataDir)?.pem).toBe(old);
      // A restart within a minute does not try again.
      expect(readCertificateState(dataDir).failure).toMatchObject({ count: 1, reason: 'the port is closed' });
    }
  });

  test('failures are counted until a success', async () => {
    await store(MINUTE_MS + 1_000);
    const at = iso(Date.now() - HOUR_MS);
    const failure = { count: 3, since: at, at, reason: 'DNS' };
    writeCertificateState(dataDir, { directory: acme.directory, failure });
    const failing = await keep({ fails: true });
    await failing.settled;
    failing.stop();
    const { failure: next } = readCertificateState(dataDir);
    expect(next).toMatchObject({ count: 4, since: at, reason: 'the port is closed' });
    writeCertificateState(dataDir, { directory: acme.directory, failure });
    const kept = await keep();
    await kept.settled;
    kept.stop();
    expect(readCertificateState(dataDir)).toEqual({ directory: acme.directory, failure: null });
  });

  test('a certificate of another authority is replaced at once', async () => {
    await store(90 * DAY_MS);
    writeCertificateState(dataDir, { directory: 'https://staging.example/directory', failure: null });
    const kept = await keep();
    expect(kept.countAttempts()).toBe(1);
    await kept.settled;
    kept.stop();
    expect(kept.used).toHaveLength(2);
    expect(readCertificateState(dataDir).directory).toBe(acme.directory);
  });

  test('a certificate that lacks a name is replaced at once', async () => {
    await store(90 * DAY_MS);
    const kept = await keep({ names: [...NAMES, 'new.shop.example'] });
    expect(kept.countAttempts()).toBe(1);
    await kept.settled;
    kept.stop();
    expect(kept.used).toHaveLength(2);
  });

  test('a certificate without its key is replaced', async () => {
    const pem = await store(90 * DAY_MS);
    writeCertificate(dataDir, pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')));
    const kept = await keep({ use: listener?.useCertificate });
    await kept.settled;
    kept.stop();
    expect(await readServed()).toBe(serialOf(1));
  });

  test('an attempt that was stopped changes nothing', async () => {
    const old = await store(MINUTE_MS + 1_000);
    const kept = await keep();
    acme.onCheck = async () => kept.stop();
    await kept.issued;
    expect(acme.issued).toHaveLength(2);
    expect(readCertificate(dataDir)?.pem).toBe(old);
    expect(kept.used).toEqual([old]);
  });

  test('a file that is no certificate counts as none', () => {
    writeCertificate(dataDir, 'half of a certif');
    expect(readCertificate(dataDir)).toBeUndefined();
    expect(existsSync(join(dataDir, 'certificates/server.pem.new'))).toBe(false);
  });
});
