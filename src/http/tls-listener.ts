import { connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { ACME_PROTOCOL, type Challenges } from '../platform/certificates/challenges.ts';
import type { Server, TlsServer } from './server.ts';

const ALL_ADDRESSES = '::';
const ALL_IPV4_ADDRESSES = '0.0.0.0';
const LOOPBACK = '127.0.0.1';
/** How long a client may be silent after it has connected. */
const HELLO_TIMEOUT_MS = 10_000;
/** Systems without IPv6. */
const NO_IPV6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'];

interface ListenOptions {
  httpsPort: number;
  httpPort: number;
  /** Returns the domains, the main one first. */
  getNames(): readonly string[];
  server: Pick<Server, 'listenTls'>;
  challenges: Challenges;
}

/** The ports for https and for redirects to it. */
export interface TlsListener {
  /** Uses another certificate for new connections. Present ones continue. */
  useCertificate(pem: string): void;
  stop(): void;
}

/** A port that the process cannot listen on. */
export class PortError extends Error {
  constructor(
    readonly port: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Listens on both ports on all addresses. Until the first certificate, it answers only the certificate authority.
 *
 * Each connection is forwarded, still encrypted, to a TLS server on this computer. Bun cannot replace the certificate of a
 * server that listens (oven-sh/bun#43815), so that each certificate has a server of its own, and those of former ones stay
 * while they have connections. The ports between the two identify the client.
 * @throws PortError
 */
export async function listenOnTls(options: ListenOptions): Promise<TlsListener> {
  const { httpsPort, httpPort, getNames, server, challenges } = options;
  let current: Backend | undefined;

  const forward = (socket: Socket, hello: Buffer) => {
    const challengePort = hello.includes(ACME_PROTOCOL) ? challenges.tlsPort : undefined;
    const backend = challengePort === undefined ? current : undefined;
    const port = challengePort ?? backend?.port;
    if (port === undefined) return void socket.destroy();
    const upstream = connect({ host: LOOPBACK, port, noDelay: true });
    backend?.add(upstream, socket.remoteAddress ?? '');
    upstream.once('connect', () => {
      upstream.write(hello);
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    upstream.once('close', () => socket.destroy());
    socket.once('close', () => upstream.destroy());
  };

  const secure = createServer({ noDelay: true }, socket => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(HELLO_TIMEOUT_MS, () => socket.destroy());
    socket.once('data', hello => {
      socket.setTimeout(0);
      socket.pause();
      forward(socket, hello as Buffer);
    });
  });
  await bind(secure, httpsPort);
  let plain: Bun.Server<undefined>;
  try {
    plain = serveRedirects(httpPort, getNames, challenges);
  } catch (error) {
    secure.close();
    throw error;
  }
  return {
    useCertificate: pem => {
      const former = current;
      current = new Backend(server, pem);
      former?.retire();
    },
    stop: () => {
      secure.close();
      void plain.stop(true);
      current?.retire();
      current = undefined;
    },
  };
}

/** The TLS server of one certificate, which ends with its last connection once it is retired. */
class Backend {
  readonly #tls: TlsServer;
  readonly #connections = new Set<Socket>();
  /** The clients' addresses by the local port of the connection; the same port may lead to several servers. */
  readonly #clients = new Map<number, { address: string }>();
  #isRetired = false;

  constructor({ listenTls }: Pick<Server, 'listenTls'>, pem: string) {
    this.#tls = listenTls(pem, port => this.#clients.get(port)?.address);
  }

  get port(): number {
    return this.#tls.port;
  }

  /** Adds a connection to it that is about to be established for the client at an address. */
  add(connection: Socket, address: string): void {
    this.#connections.add(connection);
    const client = { address };
    let port = 0;
    connection.once('connect', () => {
      port = connection.localPort as number;
      this.#clients.set(port, client);
    });
    connection.once('close', () => {
      // A new connection may have had the port before the end of this one was known.
      if (this.#clients.get(port) === client) this.#clients.delete(port);
      this.#connections.delete(connection);
      this.#closeIfUnused();
    });
  }

  /** Accepts no more connections. */
  retire(): void {
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (this.#isRetired && this.#connections.size === 0) this.#tls.close();
  }
}

async function bind(server: NetServer, port: number): Promise<void> {
  const tryBind = (host: string) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  try {
    await tryBind(ALL_ADDRESSES).catch(async error => {
      if (!NO_IPV6.includes(error.code)) throw error;
      await tryBind(ALL_IPV4_ADDRESSES);
    });
  } catch (error) {
    throw toPortError(port, error);
  }
}

/** Answers HTTP-01, and redirects everything else to https. @throws PortError */
function serveRedirects(
  port: number,
  getNames: () => readonly string[],
  challenges: Challenges,
): Bun.Server<undefined> {
  const fetch = ({ url, headers }: Request): Response => {
    const { pathname = '/', search = '' } = URL.parse(url) ?? {};
    const answer = challenges.findAnswer(pathname);
    if (answer !== undefined) return new Response(answer, { status: answer === null ? 404 : 200 });
    const names = getNames();
    const asked = (headers.get('host') ?? '').replace(/:\d+$/, '').toLowerCase();
    const name = names.includes(asked) ? asked : names[0];
    return new Response(null, { status: 308, headers: { location: `https://${name}${pathname}${search}` } });
  };
  const serve = (hostname: string) =>
    Bun.serve({ hostname, port, development: false, reusePort: false, fetch });
  try {
    return serve(ALL_ADDRESSES);
  } catch (error) {
    if (!NO_IPV6.includes((error as NodeJS.ErrnoException).code ?? '')) throw toPortError(port, error);
    return serve(ALL_IPV4_ADDRESSES);
  }
}

function toPortError(port: number, error: unknown): PortError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new PortError(port, code, message);
}
