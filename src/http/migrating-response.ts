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
  const error = new AppError('UNAVAILABLE', `The database is being migrated (${current})`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
  const migration = { name: name ?? null, position: position ?? 0, total };
  const response = failureResponse(error, { status: MIGRATING, version: VERSION, migration });
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
}
