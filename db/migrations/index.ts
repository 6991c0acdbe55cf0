import type { Migration } from '../migrate.ts';
import initial from './0000_initial.sql' with { type: 'text' };
import tallies from './0001_tallies.sql' with { type: 'text' };
import programs from './0002_programs.sql' with { type: 'text' };
import programTriggers from './0003_program_triggers.sql' with { type: 'text' };
import exchange from './0004_exchange.sql' with { type: 'text' };
import exchangeTriggers from './0005_exchange_triggers.sql' with { type: 'text' };

/** Every migration, oldest first: imported one by one, because the binary must hold them. */
export const migrations: Migration[] = [
  { name: '0000_initial', sql: initial },
  { name: '0001_tallies', sql: tallies },
  { name: '0002_programs', sql: programs },
  { name: '0003_program_triggers', sql: programTriggers },
  { name: '0004_exchange', sql: exchange },
  { name: '0005_exchange_triggers', sql: exchangeTriggers },
];
