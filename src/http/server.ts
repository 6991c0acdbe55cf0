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

const LOOPBACK = '127.0.0.1';
/** The status of a connection that no client of this server has. */
const MISDIRECTED = 421;

/** @param remoteAddress the IP address of the client */
type Answer = (request: Request, remoteAddress: string) => Response | Promise<Response>;

/** A server for TLS on a port of this computer. */
export interface TlsServer {
  readonly port: number;
  /** Ends it with its connections. */
  close(): void;
}

export interface Server {
  /** The actual port, also when port 0 was configured. */
  readonly port: number;
  /** Answers requests, including those that have been waiting, with this response until `open` is called. */
  answerMeanwhile(respond: () => Response): void;
  /** Starts handling requests, including those that have been waiting. */
  open(handler: RequestHandler): void;
  /**
   * Answers requests over TLS on a free port of this computer.
   * @param pem the key and the certificates
   * @param findClient returns the address of the client whose connection comes from this port of this computer, if any
   */
  listenTls(pem: string, findClient: (port: number) => string | undefined): TlsServer;
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
  const answer: Answer = (request, remoteAddress) => {
    if (!handler)
      return meanwhile
        ? drainRequestBody(request, meanwhile())
        : answerable.promise.then(() => answer(request, remoteAddress));
    const isOverloaded = loadShedder.shouldShed(performance.now());
    return drainRequestBody(
      request,
      isOverloaded ? handler.rejectOverloaded(request, remoteAddress) : handler.fetch(request, remoteAddress),
    );
  };
  const main = serveBun({ hostname: host, port }, (request, bun) =>
    answer(request, bun.requestIP(request)?.address ?? ''),
  );
  const servers = new Set([main]);
  return {
    port: main.port as number,
    answerMeanwhile: respond => {
      meanwhile = respond;
      answerable.resolve();
    },
    open: ready => {
      handler = ready;
      answerable.resolve();
    },
    listenTls: (pem, findClient) => {
      const server = serveBun(
        { hostname: LOOPBACK, port: 0, tls: { key: pem, cert: pem } },
        (request, bun) => {
          const client = findClient(bun.requestIP(request)?.port ?? 0);
          return client === undefined ? new Response(null, { status: MISDIRECTED }) : answer(request, client);
        },
      );
      servers.add(server);
      const close = () => {
        servers.delete(server);
        void server.stop(true);
      };
      return { port: server.port as number, close };
    },
    stop: async () => {
      if (!handler) {
        // Requests waiting for a handler will never get one.
        await stopAll(servers, true);
        return true;
      }
      const deadline = Promise.withResolvers<false>();
      const timer = setTimeout(() => deadline.resolve(false), DRAIN_TIMEOUT_MS);
      // From here on Bun rejects new connections and closes idle ones; the handler rejects new requests on busy ones.
      const finished = stopAll(servers).then(() => true);
      handler.drain();
      const isClean = await Promise.race([finished, deadline.promise]);
      clearTimeout(timer);
      if (!isClean) await stopAll(servers, true);
      return isClean;
    },
  };
}

type BunServer = Bun.Server<undefined>;

function serveBun(
  where: { hostname: string; port: number; tls?: Bun.TLSOptions },
  respond: Respond,
): BunServer {
  return Bun.serve({
    ...where,
    development: false,
    // Set explicitly, because outside development mode Bun would share a port that is in use.
    reusePort: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: BUN_BODY_LIMIT_BYTES,
    routes: createPathRoutes(respond),
    fetch: (request, bun) => respond(withoutPath(request), bun),
  });
}

async function stopAll(servers: Iterable<BunServer>, isForced = false): Promise<void> {
  await Promise.all([...servers].map(server => server.stop(isForced)));
}
