import type { SQL } from 'bun';
import { createSingleFlight } from '../../src/platform/runtime/in-order.ts';
import type { Cluster, ClusterTimes } from '../client.ts';

/** After a crash of the leader, another node leads within 11 seconds: the lease and one heartbeat. */
const CLUSTER_TIMES: ClusterTimes = {
  heartbeatMs: 1_000,
  leaseMs: 10_000,
  heartbeatTimeoutMs: 3_000,
  announcementMs: 50,
};

interface ClusterOptions {
  nodeId: string;
  /** Opens the connection of this class, separate from those for requests, whose load must not delay a heartbeat. */
  connect: () => SQL;
  /** Called soon after other nodes' commits, and whenever some may have been missed. */
  onRemoteCommit: () => void;
  times?: Partial<ClusterTimes>;
}

/** Two numbers, so that the lock is none of a transaction's, which are one number. */
const TABLE_LOCK = '1886547566, 2';
const CHANNEL = 'perkmint';

/**
 * The tables hold nothing that must survive a crash or reach a standby: without them, the nodes report and elect
 * again. That is why they are unlogged and no part of the schema that both engines share.
 */
const CREATE_TABLES = `
select pg_advisory_xact_lock(${TABLE_LOCK});
create unlogged table if not exists _nodes (id text primary key, seen_at timestamptz not null);
create unlogged table if not exists _leader (
  is_leader boolean primary key default true check (is_leader),
  node_id text not null,
  expires_at timestamptz not null
)`;

/**
 * Reports the node $1, acquires or renews the lease for $2 milliseconds if it is free, and deletes nodes that are gone.
 * Every time is the server's, because the clocks of nodes differ.
 */
const HEARTBEAT = `
with reported as (
  insert into _nodes (id, seen_at) values ($1, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at
), lease as (
  insert into _leader as current (node_id, expires_at)
  values ($1, clock_timestamp() + $2 * interval '1 millisecond')
  on conflict (is_leader) do update set node_id = excluded.node_id, expires_at = excluded.expires_at
  where current.node_id = excluded.node_id or current.expires_at < clock_timestamp()
  returning node_id
), gone as (
  delete from _nodes where id in (
    select id from _nodes where id <> $1 and seen_at < clock_timestamp() - $2 * interval '1 millisecond'
    for update skip locked
  ) returning id
)
select exists (select from lease) as "isLeader",
  (1 + (select count(*) from _nodes where id <> $1) - (select count(*) from gone))::int as "nodeCount"`;

const LEAVE = `
with reported as (delete from _nodes where id = $1), lease as (delete from _leader where node_id = $1)
select pg_notify('${CHANNEL}', $2)`;

/** A message from one node to the others: it has committed, or it has joined or left. */
type Announcement = 'commit' | 'nodes';

/**
 * The nodes of a PostgreSQL database. The leader holds a lease that ends by the server's clock. A session's advisory
 * lock would be held by a node that hangs or lost its network until TCP closes the connection, and a pooler between
 * node and server would break it. A leader stops considering itself one when its lease ends by its own clock, without
 * asking the server. Only a failover of the server can lose a lease that was granted, so that two nodes lead until the
 * next heartbeat: jobs find their work inside the transactions that do it.
 */
export class PostgresCluster implements Cluster {
  readonly nodeId: string;
  readonly isShared = true;
  readonly #options: ClusterOptions;
  readonly #times: ClusterTimes;
  readonly #listeners = new Set<() => void>();
  readonly #requestHeartbeat = createSingleFlight(() => this.#beat());
  #sql: SQL;
  #isJoined = false;
  #nodeCount = 1;
  #leaseEndsAtMs = 0;
  #lastSeen = '';
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #announcementTimer: ReturnType<typeof setTimeout> | undefined;
  #lastAnnouncement: Promise<unknown> = Promise.resolve();
  #hasCommits = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.nodeId = options.nodeId;
    this.#times = { ...CLUSTER_TIMES, ...options.times };
    this.#sql = options.connect();
  }

  get nodeCount(): number {
    return this.#nodeCount;
  }

  get isLeader(): boolean {
    return this.#isJoined && performance.now() < this.#leaseEndsAtMs;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async join(): Promise<void> {
    if (this.#isJoined) return;
    await this.#sql.unsafe(CREATE_TABLES).simple();
    this.#isJoined = true;
    try {
      await this.#listen();
      await this.#renew();
      await this.#announce('nodes');
    } catch (error) {
      await this.leave();
      throw error;
    }
    this.#scheduleHeartbeat();
  }

  async leave(): Promise<void> {
    if (!this.#isJoined) return;
    this.#isJoined = false;
    clearTimeout(this.#heartbeatTimer);
    try {
      // A heartbeat in progress would acquire the lease again; the connection runs one statement at a time.
      await this.#withTimeout(this.#sql.unsafe(LEAVE, [this.nodeId, this.#toMessage('nodes')]));
    } catch {
      // The database is away. The lease ends without it.
    }
    this.#nodeCount = 1;
    this.#notifyListeners();
  }

  /** Tells the other nodes of a commit, soon and outside of its transaction, which a notification would slow down. */
  announceCommit(): void {
    this.#hasCommits = true;
    if (this.#announcementTimer === undefined) this.#announceCommits();
  }

  async close(): Promise<void> {
    await this.leave();
    clearTimeout(this.#announcementTimer);
    if (this.#hasCommits) this.#announceCommits();
    clearTimeout(this.#announcementTimer);
    await this.#lastAnnouncement;
    await this.#sql.close({ timeout: 0 });
  }

  #announceCommits(): void {
    this.#hasCommits = false;
    // Repeated after a failure, such as a lost connection; meanwhile the other nodes poll.
    this.#lastAnnouncement = this.#announce('commit').catch(() => {
      this.#hasCommits = true;
    });
    this.#announcementTimer = setTimeout(async () => {
      await this.#lastAnnouncement;
      this.#announcementTimer = undefined;
      if (this.#hasCommits) this.#announceCommits();
    }, this.#times.announcementMs);
    this.#announcementTimer.unref();
  }

  async #announce(announcement: Announcement): Promise<void> {
    await this.#withTimeout(this.#sql.notify(CHANNEL, this.#toMessage(announcement)));
  }

  #toMessage(announcement: Announcement): string {
    return `${announcement} ${this.nodeId}`;
  }

  async #listen(): Promise<void> {
    const sql = this.#sql;
    await this.#withTimeout(
      sql.listen(
        CHANNEL,
        message => this.#receive(message),
        // The connection is new, or was lost for a while, and with it announcements.
        () => this.#isJoined && this.#options.onRemoteCommit(),
      ),
    );
  }

  #receive(message: string): void {
    const [announcement, nodeId] = message.split(' ');
    if (nodeId === this.nodeId || !this.#isJoined) return;
    if (announcement === 'commit') this.#options.onRemoteCommit();
    else this.#requestHeartbeat();
  }

  #scheduleHeartbeat(): void {
    if (!this.#isJoined) return;
    this.#heartbeatTimer = setTimeout(() => {
      this.#requestHeartbeat();
      this.#scheduleHeartbeat();
    }, this.#times.heartbeatMs);
    this.#heartbeatTimer.unref();
  }

  async #beat(): Promise<void> {
    try {
      if (this.#isJoined) await this.#renew();
    } catch {
      // Until a heartbeat succeeds, the lease runs out.
      this.#notifyListeners();
    }
  }

  async #renew(): Promise<void> {
    // Taken before the statement, so that this node's lease never outlasts the server's.
    const startedAtMs = performance.now();
    const [row] = await this.#withTimeout(
      this.#sql.unsafe(HEARTBEAT, [this.nodeId, this.#times.leaseMs]) as Promise<
        { isLeader: boolean; nodeCount: number }[]
      >,
    );
    this.#nodeCount = row?.nodeCount ?? 1;
    this.#leaseEndsAtMs = row?.isLeader ? startedAtMs + this.#times.leaseMs : 0;
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    const seen = `${this.isLeader} ${this.#nodeCount}`;
    if (seen === this.#lastSeen) return;
    this.#lastSeen = seen;
    for (const listener of this.#listeners) queueMicrotask(listener);
  }

  /** Waits for the server; after the timeout, the connection is replaced, because it may be lost without a sign. */
  async #withTimeout<T>(work: Promise<T>): Promise<T> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error('PostgreSQL did not respond in time'));
      void this.#reconnect();
    }, this.#times.heartbeatTimeoutMs);
    try {
      return await Promise.race([work, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #reconnect(): Promise<void> {
    const lost = this.#sql;
    this.#sql = this.#options.connect();
    void lost.close({ timeout: 0 }).catch(() => {});
    if (this.#isJoined) await this.#listen().catch(() => {});
  }
}
