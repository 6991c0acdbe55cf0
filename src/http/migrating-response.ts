import type { MigrationProgress } from '../../db/migration.ts';
import { AppError } from '../errors.ts';
import { VERSION } from '../platform/version.ts';
import { failureResponse } from './envelope.ts';

/** The health status of a server that migrates its database. */
export const MIGRATING = 'migrating';
/** Migrations of large tables take minutes. */
const RETRY_SECONDS = 5;

/** Creates the response to every request while the database is being migrated: 503, without access to the database. */
export function migratingResponse({ name, position, total }: Omit<MigrationProgress, 'step'>): Response {
  const current = position === undefined ? `${total} pending` : `${position} of ${total}, ${name}`;
  const migration = { name: name ?? null, position: position ?? 0, total };
  return notOpenResponse(`The database is being migrated (${current})`, { migration });
}

/** Creates the response to every request while a new version checks whether it works: 503. */
export function updatingResponse(): Response {
  return notOpenResponse(`Version ${VERSION} was installed and is being checked`);
}

function notOpenResponse(words: string, details: object = {}): Response {
  const error = new AppError('UNAVAILABLE', words, { retryAfterSeconds: RETRY_SECONDS });
  const response = failureResponse(error, { status: MIGRATING, version: VERSION, ...details });
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
}
