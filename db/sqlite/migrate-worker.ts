import { parentPort, workerData } from 'node:worker_threads';
import { migrations } from '../migrations/index.ts';
import { migrate } from './migrate.ts';
import { type MigrationJob, toThreadError } from './migrate-thread.ts';

/** Runs in the worker thread started by migrate-thread.ts. */
const { file, ...options } = workerData as MigrationJob;
try {
  const onProgress = (progress: unknown) => parentPort?.postMessage({ progress });
  parentPort?.postMessage({ result: await migrate(file, migrations, { ...options, onProgress }) });
} catch (error) {
  parentPort?.postMessage({ error: toThreadError(error) });
}
