import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { findFreePort } from '../../../support/free-port.ts';
import { findUser, installBinaries } from '../../../support/postgres.ts';

const START_LIMIT_MS = 60_000;
const POLL_MS = 50;
/** The name by which the primary knows the standby. */
const STANDBY = 'standby';
const OPTIONS = {
  listen_addresses: '127.0.0.1',
  max_connections: 100,
  fsync: 'on',
  synchronous_commit: 'on',
};

/** Runs the server until it ends, or until the input does, which happens when the test process ends. */
const RUN_SERVER = `
exec 3<&0
"$BIN/postgres" "$@" >>"$LOG" 2>&1 </dev/null 3<&- &
server=$!
{ cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null; } &
wait $server
`;

/** A PostgreSQL server on a disk, with fsync, that can be shut down immediately, killed, replicated and promoted. */
export class PostgresProcess {
  readonly port = findFreePort();
  readonly #folder: string;
  readonly #bin: string;
  #child: ChildProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();

  /** @param source the stopped server whose data this one starts with */
  constructor(source?: PostgresProcess) {
    this.#folder = mkdtempSync(join(tmpdir(), 'perkmint-crash-postgres-'));
    this.#bin = source ? source.#bin : installBinaries(this.#folder);
    if (source) cpSync(source.#data, this.#data, { recursive: true });
    this.#giveToUser();
    if (!source)
      this.#run('initdb', '-D', this.#data, '-U', 'perkmint', '-E', 'UTF8', '--locale=C', '-A', 'trust');
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  get log(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8');
  }

  url(database: string, port = this.port): string {
    return `postgres://perkmint@127.0.0.1:${port}/${database}`;
  }

  /** Starts the server, after a crash with a recovery, and waits until it accepts connections. */
  async start(): Promise<void> {
    const options = { ...OPTIONS, port: this.port, unix_socket_directories: this.#folder };
    const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#child = spawn('sh', ['-c', RUN_SERVER, 'sh', '-D', this.#data, ...settings], {
      ...findUser(),
      cwd: this.#folder,
      env: { BIN: this.#bin, LOG: join(this.#folder, 'log'), PATH: process.env.PATH },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    this.#child.unref();
    this.#exited = once(this.#child, 'exit');
    for (const since = Date.now(); !(await this.#accepts()); await Bun.sleep(POLL_MS))
      if (Date.now() - since > START_LIMIT_MS || this.#child.exitCode !== null)
        throw new Error(`PostgreSQL does not start:\n${this.log}`);
  }

  /** Ends all processes at once, without writing anything back, as `pg_ctl stop -m immediate` does. */
  async stopImmediately(): Promise<void> {
    process.kill(this.#postmaster(), 'SIGQUIT');
    await this.#ended();
  }

  /** Shuts down after a checkpoint, so that the data can be copied. */
  async stop(): Promise<void> {
    process.kill(this.#postmaster(), 'SIGINT');
    await this.#ended();
  }

  /** Kills all processes (SIGKILL), as the loss of the machine would. */
  async kill(): Promise<void> {
    const postmaster = this.#postmaster();
    const children = listChildren(postmaster);
    for (const pid of [postmaster, ...children]) tryToKill(pid);
    await this.#ended();
  }

  /** Creates a standby from the stopped server, which knows it as synchronous once both run. */
  createStandby(): PostgresProcess {
    const standby = new PostgresProcess(this);
    const source = `host=127.0.0.1 port=${this.port} user=perkmint application_name=${STANDBY}`;
    appendFileSync(join(standby.#data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    writeFileSync(join(standby.#data, 'standby.signal'), '');
    standby.#giveToUser();
    return standby;
  }

  /** Makes every commit wait for the standby, which must be connected. */
  async requireStandby(): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = 'FIRST 1 (${STANDBY})'`);
    await this.query('select pg_reload_conf()');
    const isSynchronous = `select 1 from pg_stat_replication where sync_state = 'sync'`;
    for (const since = Date.now(); (await this.query(isSynchronous)).length === 0; await Bun.sleep(POLL_MS))
      if (Date.now() - since > START_LIMIT_MS)
        throw new Error(`The standby is not synchronous:\n${this.log}`);
  }

  /** Makes a standby the primary, and waits until it accepts writes. */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true)');
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const sql = new SQL(this.url('postgres'), { max: 1, connectionTimeout: 5 });
    try {
      return await sql.unsafe(text);
    } finally {
      await sql.close({ timeout: 0 });
    }
  }

  /** Stops the server if it runs, and deletes its data. */
  async remove(): Promise<void> {
    if (this.#child) await this.stopImmediately().catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #accepts(): Promise<boolean> {
    return await this.query('select 1').then(
      () => true,
      () => false,
    );
  }

  #postmaster(): number {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  async #ended(): Promise<void> {
    await this.#exited;
    this.#child?.stdin?.end();
    this.#child = undefined;
  }

  #run(program: string, ...args: string[]): void {
    const { status, stderr } = spawnSync(join(this.#bin, program), args, {
      ...findUser(),
      cwd: this.#folder,
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  }

  #giveToUser(): void {
    const user = findUser();
    if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, this.#folder]);
  }
}

function listChildren(parent: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && readParent(name) === parent)
    .map(Number);
}

function readParent(pid: string): number | undefined {
  try {
    const [, rest] = /^\d+ \(.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(rest?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
