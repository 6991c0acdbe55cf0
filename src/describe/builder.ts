import { type BackgroundWorker, WorkerThread } from '../platform/runtime/worker-thread.ts';
import { BUILD } from '../platform/version.ts';
import type { DownloadName } from './downloads.ts';
import type { OpenApiDocument } from './openapi/document.ts';

/** In the compiled binary, a module's path is relative to the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './src/describe/builder-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './builder-worker.ts', import.meta.url);
/** Files are cached, so more wait only if many combinations of toolsets are requested at once. */
const MAX_WAITING = 20;
const TIMEOUT_MS = 60_000;

/** A client, or the definition of the agent tools with some toolsets. */
export type BuildJob = { document: OpenApiDocument } & (
  | { download: DownloadName }
  | { toolsets: readonly string[] }
);

/** Creates the thread that builds files from the API description; it starts with the first one. */
export function createBuilder(): BackgroundWorker {
  return new WorkerThread<BuildJob, string | Uint8Array<ArrayBuffer>>({
    url: WORKER_URL,
    maxQueued: MAX_WAITING,
    timeoutMs: TIMEOUT_MS,
  });
}

/**
 * Builds a file without blocking the event loop.
 * @throws UNAVAILABLE if too many files are queued or this one takes too long
 */
export function buildFile(
  builder: BackgroundWorker,
  job: BuildJob,
): Promise<string | Uint8Array<ArrayBuffer>> {
  // The worker returns the result type of builder-worker.ts.
  return builder.run(job) as Promise<string | Uint8Array<ArrayBuffer>>;
}
