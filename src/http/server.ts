import { drainRequestBody } from './drain-body.ts';
import { LoadShedder } from './load-shedder.ts';
import { createPathRoutes, type Respond, withoutPath } from './path-as-sent.ts';
import type { RequestHandler } from './pipeline/index.ts';

/** Bun rejects an oversized body with an empty response, so its limit is far above the API's own. */
const BUN_BODY_LIMIT_BYTES = 1024 * 1024 * 1024;
/** How long a connection may be idle before it is closed. */
const IDLE_TIMEOUT_SECONDS = 30;
/** How long running requests may take to finish after SIGTERM. */
export const DRAIN_TIMEOUT_MS = 10_000;

export interface Server {
  /** The actual port, also when port 0 was configured. */
  readonly port: number;
  /** Answers requests, including those that have been waiting, with this response until `open` is called. */
  answerMeanwhile(respond: () => Response): void;
  /** Starts handling requests, including those that have been waiting. */
  open(handler: RequestHandler): void;
  /** Stops accepting requests and lets running ones finish. @returns false when some had to be aborted */
  stop(): Promise<boolean>;
}

/** Binds the port first, so that it is known to be free before the services that depend on it are created. */
export function listen({ host, port }: { host: string; port: number }): Server {
  let handler: RequestHandler | undefined;
  const loadShedder = new LoadShedder();
  let meanwhile: (() => Response) | undefined;
  /** Resolves as soon as requests have an answer. */
  const answerable = Promise.withResolvers<void>();
  const respond: Respond = (request, bun) => {
    const remoteAddress = bun.requestIP(request)?.address ?? '';
    if (!handler)
      return meanwhile
        ? drainRequestBody(request, meanwhile())
        : answerable.promise.then(() => respond(request, bun));
    const isOverloaded = loadShedder.shouldShed(performance.now());
    return drainRequestBody(
      request,
      isOverloaded ? handler.rejectOverloaded(request, remoteAddress) : handler.fetch(request, remoteAddress),
    );
  };
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Set explicitly, because outside development mode Bun would share a port that is in use.
    reusePort: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: BUN_BODY_LIMIT_BYTES,
    routes: createPathRoutes(respond),
    fetch: (request, bun) => respond(withoutPath(request), bun),
  });
  return {
    port: server.port as number,
    answerMeanwhile: answer => {
      meanwhile = answer;
      answerable.resolve();
    },
    open: ready => {
      handler = ready;
      answerable.resolve();
    },
    stop: async () => {
      if (!handler) {
        // Requests waiting for a handler will never get one.
        await server.stop(true);
        return true;
      }
      const deadline = Promise.withResolvers<false>();
      const timer = setTimeout(() => deadline.resolve(false), DRAIN_TIMEOUT_MS);
      // From here on Bun rejects new connections and closes idle ones; the handler rejects new requests on busy ones.
      const finished = server.stop().then(() => true);
      handler.drain();
      const isClean = await Promise.race([finished, deadline.promise]);
      clearTimeout(timer);
      if (!isClean) await server.stop(true);
      return isClean;
    },
  };
}
