import type { App } from '../app.ts';

/** Bun answers an oversized body itself, empty and without our headers: so its limit is out of the way of ours. */
const BUN_BODY_LIMIT_BYTES = 1024 * 1024 * 1024;
/** A connection on which nothing happens for so long is closed. */
const IDLE_TIMEOUT_SECONDS = 30;
/** Requests that run are given so long to finish after SIGTERM. */
export const DRAIN_TIMEOUT_MS = 10_000;

export interface Server {
  readonly url: string;
  /** Stops accepting, lets running requests finish, then closes. @returns false when some had to be cut. */
  stop(): Promise<boolean>;
}

/** Opens the door to the network. */
export function listen({ door, services }: App): Server {
  const { host, port } = services.config;
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: BUN_BODY_LIMIT_BYTES,
    fetch: (request, bun) => door.fetch(request, bun.requestIP(request)?.address ?? ''),
  });
  return {
    url: `http://${server.hostname}:${server.port}`,
    stop: async () => {
      const deadline = Promise.withResolvers<false>();
      const timer = setTimeout(() => deadline.resolve(false), DRAIN_TIMEOUT_MS);
      const isClean = await Promise.race([server.stop().then(() => true), deadline.promise]);
      clearTimeout(timer);
      door.drain();
      if (!isClean) await server.stop(true);
      return isClean;
    },
  };
}
