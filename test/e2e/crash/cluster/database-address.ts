import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The address of a database that always leads to its primary, as a proxy or a changed DNS name does. */
export interface DatabaseAddress {
  port: number;
  /** Ends all connections and leads later ones to another server. */
  switchTo(port: number): void;
  close(): void;
}

export async function createDatabaseAddress(port: number): Promise<DatabaseAddress> {
  let target = port;
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const listener = createServer(client => {
    const server = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    switchTo: next => {
      target = next;
      cut();
    },
    close: () => {
      listener.close();
      cut();
    },
  };
}
