import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { TEST_CERT, TEST_KEY } from './tls.ts';

export interface RawServer {
  port: number;
  /** TCP connections accepted so far. */
  connections(): number;
  /** The bytes that each connection sent. */
  received: string[];
  /** The server name of each TLS handshake; false when the client gave none. */
  serverNames: (string | false)[];
  close(): void;
}

export interface RawOptions {
  host?: string;
  port?: number;
  tls?: boolean;
  /** Called once a connection has sent the head of a request. */
  reply?: (socket: Socket) => void;
}

/** A minimal complete response. */
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Starts a TCP or TLS server that records the received bytes and replies with given bytes. */
export async function startRawServer(options: RawOptions = {}): Promise<RawServer> {
  const { host = '127.0.0.1', port = 0, tls = false, reply = socket => socket.end(OK) } = options;
  const received: string[] = [];
  const serverNames: (string | false)[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    const index = received.push('') - 1;
    let hasReplied = false;
    socket.on('error', () => {});
    socket.on('data', chunk => {
      received[index] += chunk.toString('latin1');
      if (hasReplied || !received[index]!.includes('\r\n\r\n')) return;
      hasReplied = true;
      reply(socket);
    });
  };
  const serveTls = (socket: TLSSocket) => {
    serverNames.push((socket as TLSSocket & { servername: string | false }).servername);
    serve(socket);
  };
  const server = tls ? createTlsServer({ key: TEST_KEY, cert: TEST_CERT }, serveTls) : createServer(serve);
  server.on('tlsClientError', () => {});
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    received,
    serverNames,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
