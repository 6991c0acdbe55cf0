import type { Migration } from '../migrate.ts';
import initial from './0000_initial.sql' with { type: 'text' };
import tallies from './0001_tallies.sql' with { type: 'text' };

/** Every migration, oldest first: imported one by one, because the binary must hold them. */
export const migrations: Migration[] = [
  { name: '0000_initial', sql: initial },
  { name: '0001_tallies', sql: tallies },
];
