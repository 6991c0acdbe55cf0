import type { Socket } from 'bun';

/** A proxy in front of a server, to test a network that fails. */
export interface TcpProxy {
  port: number;
  /** Keeps all connections open, but forwards nothing until the proxy is stopped. */
  freeze(): void;
  stop(): void;
}

interface Peer {
  /** Resolves with the socket of the other side. */
  other: Promise<Socket<Peer>>;
}

/** Starts a proxy on a free port of the loopback interface that forwards to a port of it. */
export function startTcpProxy(targetPort: number): TcpProxy {
  let isFrozen = false;
  const open = new Set<Socket<Peer>>();
  const forward = {
    data: async (socket: Socket<Peer>, bytes: Buffer) => {
      const copy = Uint8Array.from(bytes);
      const other = await socket.data.other;
      if (!isFrozen) other.write(copy);
    },
    close: async (socket: Socket<Peer>) => {
      open.delete(socket);
      if (!isFrozen) (await socket.data.other).end();
    },
  };
  const listener = Bun.listen<Peer>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      ...forward,
      open: client => {
        open.add(client);
        client.data = {
          other: Bun.connect<Peer>({
            hostname: '127.0.0.1',
            port: targetPort,
            data: { other: Promise.resolve(client) },
            socket: forward,
          }),
        };
      },
    },
  });
  return {
    port: listener.port,
    freeze: () => {
      isFrozen = true;
    },
    stop: () => {
      for (const socket of open) socket.end();
      listener.stop(true);
    },
  };
}
