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

/** The input of the thread. */
export interface MigrationJob {
  file: string;
  now: string;
  version?: string;
}

/** An error of the thread, which loses its class on the way. */
interface ThreadError {
  name: string;
  message: string;
  /** The code of an error of SQLite. */
  code?: string;
  /** The fields of a DamagedDatabaseError. */
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
  const { code, file, problems } = error as Pick<ThreadError, 'code'> & Partial<DamagedDatabaseError>;
  return { name, message, code, file, problems };
}

/** Restores the classes that decide on exit codes and messages. */
function fromThreadError({ name, message, code, file, problems }: ThreadError): Error {
  if (file !== undefined && problems) return new DamagedDatabaseError(file, problems);
  if (name === 'MigrationError') return new MigrationError(message);
  return Object.assign(new Error(message), { code });
}
