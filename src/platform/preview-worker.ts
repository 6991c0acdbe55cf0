import { drawPreview, type PreviewImage } from './preview-image.ts';
import { serveJobs } from './runtime/worker-thread.ts';

/** Runs in the worker thread started by preview-renderer.ts. */
serveJobs((preview: PreviewImage) => drawPreview(preview));
