import { serveJobs } from '../platform/runtime/worker-thread.ts';
import type { BuildJob } from './builder.ts';
import { DOWNLOADS } from './downloads.ts';
import { buildMcpDefinition } from './mcp/definition.ts';

/** Runs in the worker thread started by builder.ts. */
serveJobs((job: BuildJob) =>
  'toolsets' in job
    ? JSON.stringify(buildMcpDefinition(job.document, job.toolsets))
    : DOWNLOADS[job.download].build(job.document),
);
