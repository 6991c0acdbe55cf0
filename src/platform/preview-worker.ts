import { drawOnSquare, recolor, scaleImage } from './icon-image.ts';
import { drawPreview } from './preview-image.ts';
import type { PictureJob } from './preview-renderer.ts';
import { serveJobs } from './runtime/worker-thread.ts';

/** Runs in the worker thread started by preview-renderer.ts. */
serveJobs((job: PictureJob): Promise<Uint8Array> => {
  if (job.kind === 'preview') return drawPreview(job.preview);
  if (job.kind === 'recolored') return recolor(job.image, job.size, job.from, job.ground);
  return job.kind === 'icon' ? drawOnSquare(job.image, job.size) : scaleImage(job.image, job.size);
});
