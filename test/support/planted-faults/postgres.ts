import type { PlantedFault } from './fault.ts';

export const POSTGRES_FAULTS: readonly PlantedFault[] = [
  {
    name: 'A transaction without lock keys runs beside others.',
    file: 'db/postgres/transactions.ts',
    find: ": ['pg_advisory_xact_lock($1)'];",
    replace: ": ['pg_advisory_xact_lock_shared($1)'];",
    tests: ['test/db/postgres/transactions.test.ts'],
  },
  {
    name: 'Locks are taken in the order in which they are named.',
    file: 'db/postgres/transactions.ts',
    find: '.sort((a, b) => (a < b ? -1 : 1))',
    replace: '',
    tests: ['test/db/postgres/transactions.test.ts'],
  },
  {
    name: 'A savepoint that throws keeps its writes.',
    file: 'db/postgres/transactions.ts',
    find: `await connection.execute(\`rollback to savepoint \${name}\`);`,
    replace: '',
    tests: ['test/db/postgres/transactions.test.ts'],
  },
  {
    name: 'A deadlock is not recognized as a conflict.',
    file: 'db/postgres/errors.ts',
    find: "const CONFLICTS = ['40001', '40P01'];",
    replace: "const CONFLICTS = ['40001'];",
    tests: ['test/db/postgres/transactions.test.ts', 'test/db/postgres/conflict.test.ts'],
  },
  {
    name: 'A transaction that was rolled back reports success.',
    file: 'db/postgres/connection.ts',
    find: "if (command === 'COMMIT') return;",
    replace: 'if (command) return;',
    tests: ['test/db/postgres/transactions.test.ts'],
  },
  {
    name: 'An update of a shared value overwrites that of another node.',
    file: 'db/postgres/shared-state.ts',
    find: 'where key = $1 and version = $5 returning key`;',
    replace: "where key = $1 and $5 <> '' returning key`;",
    tests: ['test/db/postgres/shared-state.test.ts'],
  },
  {
    name: 'Two nodes that start together apply a migration twice.',
    file: 'db/postgres/migrate.ts',
    find: 'if ((await readApplied(tx)).some(other => other.name === name)) return false;',
    replace: '',
    tests: ['test/db/postgres/migrate.test.ts'],
  },
  {
    name: 'Sums of the server arrive as texts.',
    file: 'db/postgres/connection.ts',
    find: 'if (type !== BIGINT && type !== NUMERIC && type !== BOOLEAN) return;',
    replace: 'if (type !== BIGINT && type !== BOOLEAN) return;',
    tests: ['test/statistics/statistics.test.ts'],
    on: 'postgres',
  },
];
