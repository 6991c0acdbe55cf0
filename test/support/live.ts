import { listen, type Server } from '../../src/http/server.ts';
import type { TestApp } from './test-app.ts';

/** A world behind a real socket, for clients that nobody here wrote. */
export interface Live {
  url: string;
  /** From now on another world is behind the address; clients keep what they know of it. */
  show(world: TestApp): void;
  close(): Promise<void>;
}

export function serve(world: TestApp): Live {
  const server: Server = listen({ host: '127.0.0.1', port: 0 });
  server.open(world.app.handler);
  return {
    url: `http://127.0.0.1:${server.port}`,
    show: other => server.open(other.app.handler),
    close: async () => {
      await server.stop();
    },
  };
}
