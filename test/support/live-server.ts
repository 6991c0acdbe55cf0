import { listen, type Server } from '../../src/http/server.ts';
import type { TestApp } from './test-app.ts';

/** A test app behind a real socket, for third-party clients. */
export interface LiveServer {
  url: string;
  /** Serves another test app at the same URL. */
  switchTo(ctx: TestApp): void;
  close(): Promise<void>;
}

export function startLiveServer(ctx: TestApp): LiveServer {
  const server: Server = listen({ host: '127.0.0.1', port: 0 });
  server.open(ctx.app.handler);
  return {
    url: `http://127.0.0.1:${server.port}`,
    switchTo: other => server.open(other.app.handler),
    close: async () => {
      await server.stop();
    },
  };
}
