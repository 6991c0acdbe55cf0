import { generateKeyPairSync } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Connection, Server, type SFTPWrapper, utils } from 'ssh2';

interface SftpServerOptions {
  /** The folder that the server serves; created if missing. */
  root: string;
  user: string;
  password: string;
}

export interface SftpServer {
  port: number;
  /** The next write at or beyond this offset ends the connection. */
  dropAt: number | undefined;
  /** Makes every write fail, as on a full disk. */
  isFull: boolean;
  stop(): Promise<void>;
}

const { STATUS_CODE, OPEN_MODE } = utils.sftp;

/** Starts an SSH server on this machine that serves one folder with SFTP, for one user with a password. */
export async function startSftpServer({ root, user, password }: SftpServerOptions): Promise<SftpServer> {
  mkdirSync(root, { recursive: true });
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const clients = new Set<Connection>();
  const state: SftpServer = {
    port: 0,
    dropAt: undefined,
    isFull: false,
    stop: () => {
      for (const client of clients) client.end();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
  const server = new Server({ hostKeys: [privateKey] }, client => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.on('error', () => {});
    client.on('authentication', attempt => {
      const isRight =
        attempt.method === 'password' && attempt.username === user && attempt.password === password;
      if (isRight) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('session', accept =>
      accept().on('sftp', open => serveFiles(open(), path => join(root, path), state, client)),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  state.port = (server.address() as AddressInfo).port;
  return state;
}

function serveFiles(
  sftp: SFTPWrapper,
  pathOf: (path: string) => string,
  state: SftpServer,
  client: Connection,
): void {
  const folders = new Map<number, string[]>();
  /** Reports success unless the work has answered, which returns true, or the status of its error. */
  const answer = (id: number, work: () => unknown) => {
    try {
      if (work() !== true) sftp.status(id, STATUS_CODE.OK);
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE, (error as Error).message);
    }
  };
  const number = (handle: Buffer) => handle.readUInt32BE(0);
  const sendHandle = (id: number, descriptor: number) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(descriptor);
    sftp.handle(id, handle);
    return true;
  };
  const sendAttributes = (id: number, stats: Stats) => {
    sftp.attrs(id, toAttributes(stats));
    return true;
  };
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, () => sendHandle(id, openSync(pathOf(path), flags & OPEN_MODE.WRITE ? 'w' : 'r'))),
  );
  sftp.on('WRITE', (id, handle, offset, data) => {
    if (state.dropAt !== undefined && offset >= state.dropAt) return client.end();
    answer(id, () => {
      if (state.isFull) throw new Error('No space left on device');
      writeSync(number(handle), data, 0, data.length, offset);
    });
  });
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, () => {
      const bytes = Buffer.alloc(length);
      const found = readSync(number(handle), bytes, 0, length, offset);
      if (found === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, bytes.subarray(0, found));
      return true;
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    answer(id, () => {
      if (!folders.delete(number(handle))) closeSync(number(handle));
    }),
  );
  sftp.on('OPENDIR', (id, path) =>
    answer(id, () => {
      const descriptor = openSync(pathOf(path), 'r');
      folders.set(
        descriptor,
        readdirSync(pathOf(path)).map(name => join(path, name)),
      );
      return sendHandle(id, descriptor);
    }),
  );
  sftp.on('READDIR', (id, handle) =>
    answer(id, () => {
      const paths = folders.get(number(handle)) ?? [];
      folders.set(number(handle), []);
      const entries = paths.map(path => ({
        filename: path.split('/').at(-1) as string,
        longname: path,
        attrs: toAttributes(statSync(pathOf(path))),
      }));
      if (entries.length > 0) sftp.name(id, entries);
      else sftp.status(id, STATUS_CODE.EOF);
      return true;
    }),
  );
  for (const name of ['STAT', 'LSTAT'] as const)
    sftp.on(name, (id: number, path: string) => answer(id, () => sendAttributes(id, statSync(pathOf(path)))));
  sftp.on('FSTAT', (id, handle) => answer(id, () => sendAttributes(id, fstatSync(number(handle)))));
  for (const name of ['SETSTAT', 'FSETSTAT'] as const)
    sftp.on(name, (id: number) => void sftp.status(id, STATUS_CODE.OK));
  sftp.on('MKDIR', (id, path) => answer(id, () => mkdirSync(pathOf(path))));
  sftp.on('REMOVE', (id, path) => answer(id, () => unlinkSync(pathOf(path))));
  sftp.on('RENAME', (id, from, to) =>
    answer(id, () => {
      if (statSync(pathOf(to), { throwIfNoEntry: false })) throw new Error('The file exists');
      renameSync(pathOf(from), pathOf(to));
    }),
  );
}

function toAttributes({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) {
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}
