import type { Actor } from '../context.ts';
import type { Describe } from '../describe/openapi/describer.ts';
import type { OwnChangeStreams } from '../events/own-changes.ts';
import type { EventStreams } from '../events/stream.ts';
import type { MarketStreams } from '../exchange/market/stream.ts';
import type { Batch } from '../http/batch.ts';
import { requestState } from '../http/request-state.ts';
import type { RouteEntry } from '../http/routes.ts';
import type { BackgroundWorker } from '../platform/runtime/worker-thread.ts';
import type { ProcessInfo } from '../system/service/health.ts';
import type { MetricSources } from '../system/service/metrics.ts';

/**
 * The parts of an open installation that handlers use beside the services of their context. All installations of a
 * process share the routes, because composing and compiling them takes longer than most requests.
 */
export interface Installation {
  process: ProcessInfo;
  /** Absent when metrics are off. */
  metrics: MetricSources | undefined;
  /** Open streams, which must be closed explicitly. */
  streams: { events: EventStreams; ownChanges: OwnChangeStreams; market: MarketStreams };
  describe: Describe;
  /** Builds files from the API description in a thread. */
  builder: BackgroundWorker;
  findOperation: (operationId: string) => RouteEntry | undefined;
  /** Sends a request through the pipeline of this process, with an actor as a caller that is already known. */
  dispatch: (request: Request, clientIp: string, actor?: Actor, batch?: Batch) => Promise<Response>;
}

/** Returns the installation that a request is for. */
export function installationOf(request: Request): Installation {
  return requestState(request).installation as Installation;
}

/** Returns a function that gives each installation a value of its own, such as a cache, created on first use. */
export function perInstallation<T>(create: (installation: Installation) => T): (request: Request) => T {
  const values = new WeakMap<Installation, T>();
  return request => {
    const installation = installationOf(request);
    const value = values.get(installation) ?? create(installation);
    values.set(installation, value);
    return value;
  };
}
