import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { connect } from 'node:tls';
// Needs reflect-metadata before it.
import * as x509 from '@peculiar/x509';
import { ACME_PROTOCOL } from '../../src/platform/certificates/challenges.ts';

/**
 * A certificate authority (RFC 8555) for tests. It checks domains like a real one, over HTTP-01 and TLS-ALPN-01, at this
 * computer; it does not check signatures of requests. `bun run check:https` uses pebble, which is complete.
 */
export interface AcmeServer {
  directory: string;
  /** The ports at which it checks the domains. */
  ports: { http: number; https: number };
  /** The certificates that it has issued. */
  issued: x509.X509Certificate[];
  /** The lifetime of the certificates. */
  lifetimeMs: number;
  /** The challenge that is being checked, before the check; for tests that look at the server meanwhile. */
  onCheck?: (type: string) => Promise<void>;
  stop(): Promise<void>;
}

interface Order {
  names: string[];
  account: string;
  /** Errors of challenges by type; undefined before the check, null after a success. */
  results: Record<string, object | null>;
  certificate?: string;
}

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const TYPES = ['http-01', 'tls-alpn-01'];
/** How long the certificates have been valid. */
const AGE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
const TOKEN = 'token-of-the-test-authority';

export async function startAcmeServer(): Promise<AcmeServer> {
  x509.cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const root = await x509.X509CertificateGenerator.createSelfSigned({ name: 'CN=Test authority', keys });
  const orders: Order[] = [];
  let thumbprint = '';

  const check = async (order: Order, type: string) => {
    await self.onCheck?.(type);
    const answer = `${TOKEN}.${thumbprint}`;
    const { http, https } = self.ports;
    try {
      for (const name of order.names) {
        const isRight =
          type === 'http-01' ? await checkHttp(http, name, answer) : await checkTls(https, name);
        order.results[type] = isRight
          ? null
          : problem('unauthorized', 'The answer is not that of the account');
      }
    } catch (error) {
      order.results[type] = problem('connection', (error as Error).message);
    }
  };
  const issue = async (order: Order, csr: string) => {
    const request = new x509.Pkcs10CertificateRequest(Buffer.from(csr, 'base64url'));
    const names = order.names.map(value => ({ type: 'dns' as const, value }));
    const certificate = await x509.X509CertificateGenerator.create({
      subject: request.subject,
      issuer: root.subject,
      notBefore: new Date(Date.now() - AGE_MS),
      notAfter: new Date(Date.now() - AGE_MS + self.lifetimeMs),
      publicKey: request.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: KEYS,
      extensions: [new x509.SubjectAlternativeNameExtension(names)],
    });
    self.issued.push(certificate);
    order.certificate = `${certificate.toString('pem')}\n${root.toString('pem')}\n`;
  };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => {
      const { pathname, origin } = new URL(request.url);
      const [, kind, id = '', type = ''] = pathname.split('/');
      const order = orders[Number(id)];
      const { header, payload } = await readSigned(request);
      const respond = (body: object | string, status = 200, location = pathname) =>
        new Response(typeof body === 'string' ? body : JSON.stringify(body), {
          status,
          headers: {
            'Replay-Nonce': crypto.randomUUID(),
            'Content-Type':
              typeof body === 'string' ? 'application/pem-certificate-chain' : 'application/json',
            Location: origin + location,
          },
        });
      if (kind === 'directory') {
        const names = ['newNonce', 'newAccount', 'newOrder'];
        return respond(Object.fromEntries(names.map(name => [name, `${origin}/${name}`])));
      }
      if (kind === 'newNonce') return respond({});
      if (kind === 'newAccount') {
        thumbprint = getThumbprint(header.jwk);
        return respond({ status: 'valid' }, 201, '/account');
      }
      if (kind === 'newOrder') {
        const names = payload.identifiers.map(({ value }: { value: string }) => value);
        const created = orders.push({ names, account: thumbprint, results: {} }) - 1;
        return respond(describeOrder(origin, created, orders[created] as Order), 201, `/order/${created}`);
      }
      if (!order) return respond(problem('malformed', pathname), 404);
      // Later requests ask for the result.
      if (kind === 'challenge' && order.results[type] === undefined) await check(order, type);
      if (kind === 'finalize') await issue(order, payload.csr);
      if (kind === 'certificate') return respond(order.certificate ?? '');
      if (kind === 'authorization' || kind === 'challenge') {
        const authorization = describeAuthorization(origin, Number(id), order);
        const challenge = authorization.challenges.find(each => each.type === type);
        return respond(challenge ?? authorization);
      }
      return respond(describeOrder(origin, Number(id), order));
    },
  });
  const self: AcmeServer = {
    directory: `http://127.0.0.1:${server.port}/directory`,
    ports: { http: 0, https: 0 },
    issued: [],
    lifetimeMs: 90 * DAY_MS,
    stop: () => server.stop(true),
  };
  return self;
}

function describeOrder(origin: string, id: number, { certificate, results }: Order) {
  const isReady = Object.values(results).includes(null);
  return {
    status: certificate ? 'valid' : isReady ? 'ready' : 'pending',
    authorizations: [`${origin}/authorization/${id}`],
    finalize: `${origin}/finalize/${id}`,
    ...(certificate && { certificate: `${origin}/certificate/${id}` }),
  };
}

/** Describes the only authorization of an order, which is for all its names. */
function describeAuthorization(origin: string, id: number, { names, results }: Order) {
  const challenges = TYPES.map(type => ({
    type,
    url: `${origin}/challenge/${id}/${type}`,
    token: TOKEN,
    status: results[type] === undefined ? 'pending' : results[type] === null ? 'valid' : 'invalid',
    ...(results[type] && { error: results[type] }),
  }));
  return { status: 'pending', identifier: { type: 'dns', value: names[0] }, challenges };
}

const problem = (kind: string, detail: string) => ({ type: `urn:ietf:params:acme:error:${kind}`, detail });

async function readSigned(request: Request) {
  const body = request.method === 'POST' ? JSON.parse(await request.text()) : {};
  const decode = (text?: string) => (text ? JSON.parse(Buffer.from(text, 'base64url').toString()) : {});
  return { header: decode(body.protected), payload: decode(body.payload) };
}

/** RFC 7638. */
function getThumbprint({ crv, kty, x, y }: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

async function checkHttp(port: number, name: string, answer: string): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/.well-known/acme-challenge/${TOKEN}`;
  const response = await fetch(url, { headers: { host: name }, redirect: 'manual' });
  return (await response.text()) === answer;
}

/**
 * Bun's TLS does not accept the key usage of a certificate for this challenge, unlike the Go programs of certificate
 * authorities, so that a refusal by its content is all that shows it here. Pebble reads the answer in it.
 */
function checkTls(port: number, servername: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', servername, rejectUnauthorized: false };
    const socket = connect({ ...options, ALPNProtocols: [ACME_PROTOCOL] }, () => {
      resolve(false);
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_SSL_KEY_USAGE_BIT_INCORRECT' ? resolve(true) : reject(error),
    );
    socket.on('close', () => reject(new Error('The connection was closed')));
  });
}
