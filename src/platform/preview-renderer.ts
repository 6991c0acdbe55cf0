import type { PreviewImage } from './preview-image.ts';
import { type BackgroundWorker, WorkerThread } from './runtime/worker-thread.ts';
import { BUILD } from './version.ts';

/** In the compiled binary, a module's path is relative to the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './src/platform/preview-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './preview-worker.ts', import.meta.url);
/** A picture takes about a tenth of a second, so the last one in the queue waits two. */
const MAX_WAITING_PICTURES = 20;
const PICTURE_TIMEOUT_MS = 10_000;

/** Creates the thread that draws the pictures of links; it starts with the first one. */
export function createPreviewRenderer(): BackgroundWorker {
  return new WorkerThread<PreviewImage, Uint8Array<ArrayBuffer>>({
    url: WORKER_URL,
    maxQueued: MAX_WAITING_PICTURES,
    timeoutMs: PICTURE_TIMEOUT_MS,
  });
}

/**
 * Draws a picture without blocking the event loop. @returns a PNG
 * @throws UNAVAILABLE if too many pictures are queued or this one takes too long
 */
export function renderPreview(
  renderer: BackgroundWorker,
  preview: PreviewImage,
): Promise<Uint8Array<ArrayBuffer>> {
  // The worker returns the result type of preview-worker.ts.
  return renderer.run(preview) as Promise<Uint8Array<ArrayBuffer>>;
}
