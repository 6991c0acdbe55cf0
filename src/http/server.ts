import { drainRequestBody } from './drain-body.ts';
import { LoadShedder } from './load-shedder.ts';
import type { RequestHandler } from './pipeline/index.ts';

/** Bun answers an oversized body itself, empty and without our headers: so its limit is out of the way of ours. */
const BUN_BODY_LIMIT_BYTES = 1024 * 1024 * 1024;
/** A connection on which nothing happens for so long is closed. */
const IDLE_TIMEOUT_SECONDS = 30;
/** Requests that run are given so long to finish after SIGTERM. */
export const DRAIN_TIMEOUT_MS = 10_000;

export interface Server {
  /** The real port, also when any free one was asked for. */
  readonly port: number;
  /** From now on requests are answered; those that came earlier have waited. */
  open(door: RequestHandler): void;
  /** Stops accepting, lets running requests finish, then closes. @returns false when some had to be cut. */
  stop(): Promise<boolean>;
}

/** Takes the address. The port is known, and known to be free, before anything is built that depends on it. */
export function listen({ host, port }: { host: string; port: number }): Server {
  let door: RequestHandler | undefined;
  const pressure = new LoadShedder();
  const opened = Promise.withResolvers<RequestHandler>();
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Said, because without development mode Bun would share a port that is taken, and split the requests.
    reusePort: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: BUN_BODY_LIMIT_BYTES,
    fetch: (request, bun) => {
      const peer = bun.requestIP(request)?.address ?? '';
      if (!door) return opened.promise.then(ready => ready.fetch(request, peer));
      const isTooMuch = pressure.shouldShed(performance.now());
      return drainRequestBody(
        request,
        isTooMuch ? door.rejectOverloaded(request, peer) : door.fetch(request, peer),
      );
    },
  });
  return {
    port: server.port as number,
    open: ready => {
      door = ready;
      opened.resolve(ready);
    },
    stop: async () => {
      if (!door) {
        // Whoever waits here waits for something that will not come.
        await server.stop(true);
        return true;
      }
      const deadline = Promise.withResolvers<false>();
      const timer = setTimeout(() => deadline.resolve(false), DRAIN_TIMEOUT_MS);
      // Bun refuses new connections and closes idle ones from here on; the door refuses what still arrives
      // on connections that are busy.
      const finished = server.stop().then(() => true);
      door.drain();
      const isClean = await Promise.race([finished, deadline.promise]);
      clearTimeout(timer);
      if (!isClean) await server.stop(true);
      return isClean;
    },
  };
}
