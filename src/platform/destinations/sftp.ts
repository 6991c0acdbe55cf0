import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Client, type SFTPWrapper } from 'ssh2';
import { SECOND_MS } from '../clock.ts';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE } from '../runtime/files.ts';
import {
  type Destination,
  DestinationError,
  getPublicUrl,
  NO_RESPONSE,
  type StoredObject,
  UNKNOWN_BYTES,
  withDeadline,
} from './destination.ts';

interface SftpOptions {
  /** The text of a private key. */
  privateKey?: string;
  /** The socket of an SSH agent. */
  agent?: string;
  /** Remembers the host keys of servers, as JSON. */
  knownHostsFile: string;
  /** Replaces the timeout in tests. */
  timeoutMs?: number;
}

const DEFAULT_PORT = 22;
/** Timeout of the connection and of an operation, in addition to the time that its bytes take. */
const TIMEOUT_MS = 20 * SECOND_MS;
/** Two lost answers in a row end a connection whose other end is gone. */
const MAX_MISSED_ANSWERS = 2;
/** Status codes of SFTP (draft-ietf-secsh-filexfer-02, section 7). */
const NO_SUCH_FILE = 2;
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The server refuses connections',
  ENOTFOUND: 'The server is unknown',
  ECONNRESET: 'The connection was lost',
  [NO_SUCH_FILE]: 'The file does not exist',
  3: 'Permission denied',
  4: 'The server failed to do what was asked. Is its disk full?',
};
/** The levels of errors before a session exists. */
const AUTHENTICATION = 'client-authentication';
const TIMEOUT = 'client-timeout';

/**
 * Creates a destination on a server with SFTP: `sftp://user@host/path`; `/~/path` is below the folder of the login. The
 * server is known by `?fingerprint=SHA256:…` in the URL, or else by the key of the first connection.
 */
export function createSftpDestination(url: URL, options: SftpOptions): Destination {
  const name = getPublicUrl(url.href);
  const root = decodeURIComponent(url.pathname)
    .replace(/^\/~\//, '')
    .replace(/(.)\/+$/, '$1');
  let open: Promise<Session> | undefined;
  const attempt = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    open ??= connect(url, options, name);
    try {
      return await work(await open);
    } catch (error) {
      // The connection may be the cause: the next call opens another one.
      const failed = open;
      open = undefined;
      await failed.then(
        session => session.end(),
        () => {},
      );
      throw error instanceof DestinationError ? error : new DestinationError(name, describe(error), error);
    }
  };
  const pathOf = (key: string) => posix.join(root, key);
  return {
    url: name,
    put: (key, file) => attempt(session => put(session, file, pathOf(key))),
    get: (key, file) =>
      attempt(({ sftp, within }) =>
        within(done => sftp.fastGet(pathOf(key), file, { mode: OWNER_ONLY_FILE }, done), UNKNOWN_BYTES),
      ),
    list: prefix =>
      attempt(async session => {
        const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
        const found = await listFiles(session, root, folder.replace(/\/$/, ''));
        return found.filter(({ key }) => key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1));
      }),
    delete: key =>
      attempt(session => ignoreMissing(session.within(done => session.sftp.unlink(pathOf(key), done)))),
    close: async () => {
      const session = await open?.catch(() => undefined);
      open = undefined;
      session?.end();
    },
  };
}

type Callback = (error?: Error | null) => void;

/** An open connection. */
interface Session {
  sftp: SFTPWrapper;
  /** Runs an operation that calls back, until it ends, the connection does, or it takes too long for its bytes. */
  within<T = void>(
    work: (done: (error?: Error | null, result?: T) => void) => void,
    bytes?: number,
  ): Promise<T>;
  end(): void;
}

async function connect(url: URL, options: SftpOptions, name: string): Promise<Session> {
  const { privateKey, agent, timeoutMs = TIMEOUT_MS } = options;
  const client = new Client();
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  let refused: string | undefined;
  client.on('error', error => lost.reject(refused ? new DestinationError(name, refused) : error));
  const password = decodeURIComponent(url.password);
  // Some servers ask for the password in a dialog.
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(() => password)),
  );
  client.on('close', () => lost.reject(new DestinationError(name, refused ?? 'The connection was lost')));
  const ready = new Promise<void>(resolve => client.on('ready', resolve));
  try {
    client.connect({
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || DEFAULT_PORT,
      username: decodeURIComponent(url.username),
      ...(password && { password, tryKeyboard: true }),
      ...(privateKey && { privateKey }),
      ...(agent && { agent }),
      readyTimeout: timeoutMs,
      keepaliveInterval: timeoutMs / MAX_MISSED_ANSWERS,
      keepaliveCountMax: MAX_MISSED_ANSWERS,
      hostVerifier: (key: Buffer) => {
        refused = checkHost(url, key, options.knownHostsFile);
        return refused === undefined;
      },
    });
    await Promise.race([ready, lost.promise]);
    const sftp = await Promise.race([
      lost.promise,
      new Promise<SFTPWrapper>((resolve, reject) =>
        client.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
      ),
    ]);
    return {
      sftp,
      within: (work, bytes) => {
        const run = () =>
          new Promise<never>((resolve, reject) =>
            work((error, found) => (error ? reject(error) : resolve(found as never))),
          );
        return withDeadline(() => Promise.race([lost.promise, run()]), { url: name, timeoutMs, bytes });
      },
      end: () => client.end(),
    };
  } catch (error) {
    client.destroy();
    throw error;
  }
}

/** Compares a host key with the one in the URL, or the one that is remembered. @returns why it is refused */
function checkHost({ host, searchParams }: URL, key: Buffer, knownHostsFile: string): string | undefined {
  const found = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
  // A plus in a URL may have become a space.
  const named = searchParams.get('fingerprint')?.replaceAll(' ', '+').replace(/=+$/, '');
  if (named) return named === found ? undefined : `The host key is ${found}, not ${named} of the URL`;
  const known: Record<string, string> = existsSync(knownHostsFile)
    ? JSON.parse(readFileSync(knownHostsFile, 'utf8'))
    : {};
  const remembered = known[host];
  if (remembered === found) return undefined;
  if (remembered)
    return `The host key has changed from ${remembered} to ${found}. If that is right, remove ${host} from ${knownHostsFile}`;
  mkdirSync(posix.dirname(knownHostsFile), { recursive: true, mode: OWNER_ONLY_DIR });
  const text = `${JSON.stringify({ ...known, [host]: found }, null, 2)}\n`;
  writeFileSync(knownHostsFile, text, { mode: OWNER_ONLY_FILE });
  return undefined;
}

/** Uploads a file under a hidden name, and renames it when all of it has arrived. */
async function put(session: Session, file: string, path: string): Promise<void> {
  const { sftp, within } = session;
  const partial = posix.join(posix.dirname(path), `.${posix.basename(path)}.partial`);
  const sent = statSync(file).size;
  await createFolder(session, posix.dirname(path));
  await within(done => sftp.fastPut(file, partial, { mode: OWNER_ONLY_FILE }, done), sent);
  const { size } = await within<{ size: number }>(done => sftp.stat(partial, done));
  if (size !== sent) throw new Error('The server stored another size than was sent');
  try {
    // Replaces an earlier file at once, as OpenSSH does; a plain rename fails if there is one.
    await within(done => sftp.ext_openssh_rename(partial, path, done));
  } catch {
    await ignoreMissing(within(done => sftp.unlink(path, done)));
    await within(done => sftp.rename(partial, path, done));
  }
}

async function createFolder(session: Session, folder: string): Promise<void> {
  const { sftp, within } = session;
  if (folder === '.' || folder === '/') return;
  if (
    await within<unknown>(done => sftp.stat(folder, done)).then(
      () => true,
      () => false,
    )
  )
    return;
  await createFolder(session, posix.dirname(folder));
  await within(done => sftp.mkdir(folder, { mode: OWNER_ONLY_DIR }, done as Callback));
}

/** Lists the files below a folder, without hidden ones: they are incomplete. */
async function listFiles(session: Session, root: string, folder: string): Promise<StoredObject[]> {
  const { sftp, within } = session;
  const path = posix.join(root, folder);
  const entries = await ignoreMissing(within<Awaited<Entries>>(done => sftp.readdir(path, done)));
  const found: StoredObject[] = [];
  for (const { filename, attrs } of entries ?? []) {
    if (filename.startsWith('.')) continue;
    const key = posix.join(folder, filename);
    if (attrs.isDirectory()) found.push(...(await listFiles(session, root, key)));
    else found.push({ key, bytes: attrs.size });
  }
  return found;
}

type Entries = Promise<Parameters<Parameters<SFTPWrapper['readdir']>[1]>[1]>;

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch(error => {
    if ((error as { code?: unknown }).code === NO_SUCH_FILE) return undefined;
    throw error;
  });
}

function describe(error: unknown): string {
  const { code = '', level, message } = error as Error & { code?: string | number; level?: string };
  if (level === AUTHENTICATION) return 'The server accepts neither the key nor the password';
  if (level === TIMEOUT) return NO_RESPONSE;
  return REASONS[code] ?? message;
}
