import type { PreviewImage } from './preview-image.ts';
import { type BackgroundWorker, WorkerThread } from './runtime/worker-thread.ts';
import { BUILD } from './version.ts';

/** In the compiled binary, a module's path is relative to the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './src/platform/preview-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './preview-worker.ts', import.meta.url);
/** An icon takes some hundredths of a second and the picture of a link a tenth, so the last one in the queue waits up to four. */
const MAX_WAITING_PICTURES = 40;
const PICTURE_TIMEOUT_MS = 10_000;

/** A picture that the thread draws. */
export type PictureJob =
  | { kind: 'preview'; preview: PreviewImage }
  | { kind: 'scaled' | 'icon'; image: Uint8Array; size: number }
  | {
      kind: 'recolored';
      image: Uint8Array;
      size: number;
      from: { ground: string; figure: string };
      ground: string;
    };

/** Creates the thread that draws icons and the pictures of links; it starts with the first one. */
export function createPreviewRenderer(): BackgroundWorker {
  return new WorkerThread<PictureJob, Uint8Array<ArrayBuffer>>({
    url: WORKER_URL,
    maxQueued: MAX_WAITING_PICTURES,
    timeoutMs: PICTURE_TIMEOUT_MS,
  });
}

/**
 * Draws a picture without blocking the event loop, one at a time. @returns a PNG
 * @throws UNAVAILABLE if too many pictures are queued or this one takes too long; any other error for an image that can't be decoded
 */
export function renderPicture(renderer: BackgroundWorker, job: PictureJob): Promise<Uint8Array<ArrayBuffer>> {
  // The worker returns the result type of preview-worker.ts.
  return renderer.run(job) as Promise<Uint8Array<ArrayBuffer>>;
}
