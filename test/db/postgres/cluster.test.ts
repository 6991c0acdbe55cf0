import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import type { ClusterTimes, CommitOrigin, Database } from '../../../db/client.ts';
import { openPostgres } from '../../../db/postgres/open.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { createEmptyDatabaseUrl, type TestDatabase } from '../../support/test-database.ts';

/** A slow machine reaches neither the timeout nor the end of a lease that is renewed. */
const TIMES: ClusterTimes = {
  heartbeatMs: 20,
  leaseMs: 2_000,
  heartbeatTimeoutMs: 60_000,
  announcementMs: 50,
};

let target: TestDatabase;
const opened: Database[] = [];

function openNode(nodeId: string, times: Partial<ClusterTimes> = {}, url = target.url): Database {
  const node = openPostgres(url, { nodeId, clusterTimes: { ...TIMES, ...times } });
  opened.push(node);
  return node;
}

/** Waits until the cluster, as a node sees it, meets a condition. */
async function until({ cluster }: Database, condition: (cluster: Database['cluster']) => boolean) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => condition(cluster) && resolve();
  const stop = cluster.onChange(check);
  check();
  await promise;
  stop();
}

/** Resolves after the next commit of another node. */
function remoteCommit(node: Database): Promise<void> {
  return new Promise(resolve => {
    const stop = node.onCommit(origin => {
      if (origin !== 'remote') return;
      stop();
      resolve();
    });
  });
}

const commit = (node: Database) => node.transaction(tx => tx.run(sql`select 1`));
const countLeaders = (nodes: Database[]) => nodes.filter(({ cluster }) => cluster.isLeader).length;

describe.skipIf(!hasPostgres())('the cluster of a PostgreSQL database', () => {
  beforeEach(async () => {
    target = await createEmptyDatabaseUrl();
  });
  afterEach(async () => {
    for (const node of opened.splice(0)) await node.close();
    await target.drop();
  });

  test('of nodes that join at the same time exactly one leads, and all count each other', async () => {
    const nodes = ['a', 'b', 'c'].map(id => openNode(id));
    await Promise.all(nodes.map(({ cluster }) => cluster.join()));
    for (const node of nodes) await until(node, ({ nodeCount }) => nodeCount === 3);
    expect(countLeaders(nodes)).toBe(1);
  });

  test('a process that has not joined is neither counted nor the leader', async () => {
    const [server, command] = [openNode('server'), openNode('command')];
    await commit(command);
    expect([command.cluster.isLeader, command.cluster.nodeCount]).toEqual([false, 1]);
    await server.cluster.join();
    expect([server.cluster.isLeader, server.cluster.nodeCount]).toEqual([true, 1]);
  });

  test('when the leader leaves, another leads without waiting for a heartbeat or the end of the lease', async () => {
    const slow = { heartbeatMs: 60_000, leaseMs: 600_000 };
    const [first, second] = [openNode('first', slow), openNode('second', slow)];
    await first.cluster.join();
    await second.cluster.join();
    await until(first, ({ nodeCount }) => nodeCount === 2);
    expect([first.cluster.isLeader, second.cluster.isLeader]).toEqual([true, false]);
    await first.close();
    await until(second, ({ isLeader, nodeCount }) => isLeader && nodeCount === 1);
    expect(first.cluster.isLeader).toBe(false);
  });

  test('a leader that loses its network stops leading before another node starts to', async () => {
    const { port } = new URL(target.url);
    const proxy = startTcpProxy(Number(port));
    const cutOff = openNode('cut off', {}, target.url.replace(port, String(proxy.port)));
    const other = openNode('other');
    await cutOff.cluster.join();
    await other.cluster.join();
    expect([cutOff.cluster.isLeader, other.cluster.isLeader]).toEqual([true, false]);
    proxy.freeze();
    const seen: boolean[] = [];
    other.cluster.onChange(() => seen.push(other.cluster.isLeader && cutOff.cluster.isLeader));
    await until(other, ({ isLeader }) => isLeader);
    expect(cutOff.cluster.isLeader).toBe(false);
    expect(seen).not.toContain(true);
    await until(other, ({ nodeCount }) => nodeCount === 1);
    proxy.stop();
  });

  test('a node whose connections the server ends keeps leading and hears of later commits', async () => {
    const [node, other] = [openNode('node'), openNode('other')];
    await node.cluster.join();
    await other.cluster.join();
    const admin = new SQL(target.url, { max: 1 });
    const missed = remoteCommit(node);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await admin.close();
    // Announcements may have been lost with the connection, so its replacement counts as one.
    await missed;
    await until(node, ({ isLeader, nodeCount }) => isLeader && nodeCount === 2);
    const heard = remoteCommit(node);
    await commit(other);
    await heard;
  });

  test('commits are announced to the other nodes only, and many of them together', async () => {
    const [node, other] = [openNode('node', { announcementMs: 60_000 }), openNode('other')];
    await node.cluster.join();
    await other.cluster.join();
    const heard = remoteCommit(other);
    const origins: CommitOrigin[] = [];
    node.onCommit(origin => origins.push(origin));
    await Promise.all(Array.from({ length: 20 }, () => commit(node)));
    await heard;
    let later = 0;
    other.onCommit(() => later++);
    const last = remoteCommit(other);
    // Closing announces what has waited, so nothing else was announced before.
    await node.close();
    await last;
    expect(later).toBe(1);
    expect(origins).toEqual(Array(20).fill('local'));
  });

  test('a node leads only after the lease of a node that is gone has ended by the time of the server', async () => {
    const nodes = [openNode('first'), openNode('second')];
    for (const { cluster } of nodes) await cluster.join();
    const admin = new SQL(target.url, { max: 1 });
    const grant = (endsIn: string) =>
      admin`update _leader set node_id = 'gone', expires_at = clock_timestamp() + ${endsIn}::interval`;
    await grant('1 hour');
    await until(nodes[0]!, () => countLeaders(nodes) === 0);
    const leading = Promise.race(nodes.map(node => until(node, ({ isLeader }) => isLeader)));
    await grant('-1 millisecond');
    await leading;
    expect(countLeaders(nodes)).toBe(1);
    await admin.close();
  });
});

describe.skipIf(!hasPostgres())('Database.afterCommit on PostgreSQL', () => {
  beforeEach(async () => {
    target = await createEmptyDatabaseUrl();
  });
  afterEach(async () => {
    for (const node of opened.splice(0)) await node.close();
    await target.drop();
  });

  test('a callback waits for the commit of its own transaction, whatever commits before', async () => {
    const node = openNode('node');
    const calls: string[] = [];
    node.onCommit(() => calls.push('commit'));
    await node.transaction(
      async tx => {
        node.afterCommit(tx, () => calls.push('callback'));
        await node.transaction(inner => inner.run(sql`select 1`), ['user:other']);
      },
      ['user:one'],
    );
    expect(calls).toEqual(['commit', 'callback', 'commit']);
  });

  test('a callback of a transaction that is rolled back is dropped', async () => {
    const node = openNode('node');
    let calls = 0;
    const failing = node.transaction(tx => {
      node.afterCommit(tx, () => calls++);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await commit(node);
    expect(calls).toBe(0);
  });
});
