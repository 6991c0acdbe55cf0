import type { SQL } from 'bun';
import type { ClusterTimes, ConnectionCounts, Database } from '../client.ts';
import { createDrizzleHandle } from '../drizzle-handle.ts';
import { PostgresCluster } from './cluster.ts';
import { PostgresConnection } from './connection.ts';
import { toAppError, unavailable } from './errors.ts';
import { PostgresSharedState, SharedTables } from './shared-state.ts';
import { Transactions } from './transactions.ts';

/** Sizes of the pools of a node. Every connection is a process of the server. */
const CONNECTIONS: ConnectionCounts = { read: 8, write: 8, sharedState: 2 };
const CONNECT_TIMEOUT_SECONDS = 5;
/** Settings of every connection, in milliseconds. A node that hangs must not hold its locks forever. */
export const TIMEOUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

interface PostgresOptions {
  /** The id of this process as a node. */
  nodeId?: string;
  clusterTimes?: Partial<ClusterTimes>;
  connections?: Partial<ConnectionCounts>;
  /** The schema of the tables; the default one without it. */
  schema?: string;
}

/** Requests wait for their limits, so that a server that hangs must not hold them for long. */
const SHARED_STATE_TIMEOUTS = { statement_timeout: 3_000, lock_timeout: 3_000 };

/** Opens a migrated PostgreSQL database. Each pool opens its connections with its first statement. */
export function openPostgres(
  url: string,
  { nodeId = 'postgres', clusterTimes, connections, schema }: PostgresOptions = {},
): Database {
  const { read, write, sharedState } = { ...CONNECTIONS, ...connections };
  const openPool = (max: number, settings: Record<string, string | number> = {}) =>
    createPool(url, max, { ...settings, ...inSchema(schema) });
  const readers = openPool(read, { default_transaction_read_only: 'on' });
  const writers = openPool(write);
  const reader = new PostgresConnection(readers, false);
  const transactions = new Transactions(writers, write);
  const cluster = new PostgresCluster({
    nodeId,
    connect: () => openPool(1, { synchronous_commit: 'off' }),
    onRemoteCommit: () => transactions.notifyListeners('remote'),
    times: clusterTimes,
  });
  transactions.onCommit(origin => origin === 'local' && cluster.announceCommit());
  const sharedTables = new SharedTables(() =>
    openPool(sharedState, { ...SHARED_STATE_TIMEOUTS, synchronous_commit: 'off' }),
  );
  let closed: Promise<void> | undefined;
  const close = async () => {
    const drained = transactions.close();
    await cluster.leave();
    await drained;
    await cluster.close();
    await sharedTables.close();
    await Promise.all([readers.close(), writers.close()]);
  };
  return {
    cluster,
    reader: createDrizzleHandle(reader),
    transaction: (work, lockKeys, options) => transactions.run(work, lockKeys, options),
    savepoint: (tx, work) => transactions.savepoint(tx, work),
    onCommit: listener => transactions.onCommit(listener),
    afterCommit: (tx, callback) => transactions.afterCommit(tx, callback),
    createSharedState: (name, clock) => new PostgresSharedState(sharedTables, name, clock),
    get queueLength() {
      return transactions.pending;
    },
    stats: transactions.stats,
    commitMs: undefined,
    ping: async () => {
      const start = performance.now();
      const [row] = await reader.query('select pg_is_in_recovery()');
      // After a failover, an address can lead to a standby, which would refuse every write.
      if (row?.[0]) throw unavailable('The database is a standby');
      return performance.now() - start;
    },
    describe: async () => {
      const [row] = await reader.query(
        "select pg_database_size(current_database()), current_setting('server_version')",
      );
      const [sizeBytes, version] = row as [number, string];
      return { engine: 'postgres', version, sizeBytes, journalMode: 'wal', walBytes: null };
    },
    usesDataFolder: false,
    checkpoint: () => {},
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** Returns the setting of a connection to the tables of a schema. */
export function inSchema(schema: string | undefined): { search_path?: string } {
  return schema === undefined ? {} : { search_path: schema };
}

/** Creates a pool of connections. @throws AppError UNAVAILABLE for an invalid URL */
export function createPool(url: string, max: number, settings: Record<string, string | number> = {}): SQL {
  try {
    // Named in full, because an import of it loads Bun's client at every start, also with SQLite.
    return new Bun.SQL(url, {
      max,
      bigint: true,
      connectionTimeout: CONNECT_TIMEOUT_SECONDS,
      connection: { application_name: 'perkmint', ...TIMEOUTS, ...settings },
    });
  } catch (error) {
    throw toAppError(error);
  }
}
