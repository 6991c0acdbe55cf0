import { Worker } from 'node:worker_threads';
import { BUILD } from '../../src/platform/version.ts';
import {
  type MigrateOptions,
  type MigrateResult,
  MigrationError,
  type MigrationProgress,
} from '../migration.ts';
import { DamagedDatabaseError } from './maintenance.ts';

/** In the compiled binary, a module's path is relative to the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './db/sqlite/migrate-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './migrate-worker.ts', import.meta.url);

/** What the thread is started with. */
export interface MigrationJob {
  file: string;
  now: string;
  version?: string;
}

/** An error of the thread, which loses its class on the way. */
interface ThreadError {
  name: string;
  message: string;
  /** Of a DamagedDatabaseError. */
  file?: string;
  problems?: string[];
}

type ThreadMessage = { progress: MigrationProgress } | { result: MigrateResult } | { error: ThreadError };

/** Applies the pending migrations like `migrate`, in a thread, because SQLite blocks the thread that it runs in. */
export async function migrateInThread(
  file: string,
  { onProgress, now, version }: Pick<MigrateOptions, 'onProgress' | 'now' | 'version'>,
): Promise<MigrateResult> {
  const { promise, resolve, reject } = Promise.withResolvers<MigrateResult>();
  const worker = new Worker(WORKER_URL, { workerData: { file, now, version } satisfies MigrationJob });
  worker.on('message', (message: ThreadMessage) => {
    if ('progress' in message) onProgress?.(message.progress);
    else if ('result' in message) resolve(message.result);
    else reject(fromThreadError(message.error));
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new MigrationError('The thread of the migrations ended early')));
  try {
    return await promise;
  } finally {
    await worker.terminate();
  }
}

/** Converts an error to what can be sent to another thread. */
export function toThreadError(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  const { file, problems } = error as Partial<DamagedDatabaseError>;
  return { name, message, file, problems };
}

/** Restores the classes that decide on exit codes and messages. */
function fromThreadError({ name, message, file, problems }: ThreadError): Error {
  if (file !== undefined && problems) return new DamagedDatabaseError(file, problems);
  return name === 'MigrationError' ? new MigrationError(message) : new Error(message);
}
