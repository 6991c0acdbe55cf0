import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Destination } from '../../../src/platform/destinations/destination.ts';
import { createSftpDestination } from '../../../src/platform/destinations/sftp.ts';
import { type SftpServer, startSftpServer } from '../../support/sftp-server.ts';

const PASSWORD = 'open sesame';
const MIB = 1024 * 1024;

let folder: string;
let root: string;
let server: SftpServer;
let destination: Destination;

const open = (path: string, { password = PASSWORD, query = '' } = {}) =>
  createSftpDestination(
    new URL(`sftp://backup:${encodeURIComponent(password)}@127.0.0.1:${server.port}${path}${query}`),
    { knownHostsFile: join(folder, 'state', 'known-hosts.json') },
  );

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-sftp-'));
  root = join(folder, 'nas');
  server = await startSftpServer({ root, user: 'backup', password: PASSWORD });
  destination = open('/shop/one');
});
afterEach(async () => {
  await destination.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

function local(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

test('files are stored in folders, listed by prefix, read and deleted', async () => {
  expect(await destination.list('')).toEqual([]);
  const large = crypto.getRandomValues(new Uint8Array(65_536));
  const content = Buffer.concat(Array.from({ length: 80 }, () => large));
  await destination.put('backup-2.age', local('large', content));
  await destination.put('changes/c1/000001.age', local('small', 'first'));
  await destination.put('changes/c1/000001.age', local('small', 'second'));
  expect(await destination.list('')).toEqual([
    { key: 'backup-2.age', bytes: 5 * MIB },
    { key: 'changes/c1/000001.age', bytes: 6 },
  ]);
  expect(await destination.list('changes/')).toHaveLength(1);
  expect(await destination.list('backup-')).toHaveLength(1);
  await destination.get('backup-2.age', join(folder, 'read'));
  expect(readFileSync(join(folder, 'read')).equals(content)).toBe(true);
  await destination.get('changes/c1/000001.age', join(folder, 'other'));
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('second');
  await destination.delete('backup-2.age');
  await destination.delete('backup-2.age');
  expect(await destination.list('backup-')).toEqual([]);
  await expect(destination.get('backup-2.age', join(folder, 'gone'))).rejects.toThrow(
    'The file does not exist',
  );
});

test('an interrupted file gets no name, and the next attempt connects again', async () => {
  const file = local('large', new Uint8Array(MIB));
  server.dropAt = MIB / 2;
  await expect(destination.put('backup-1.age', file)).rejects.toThrow(
    `sftp://backup@127.0.0.1:${server.port}/shop/one: The connection was lost`,
  );
  server.dropAt = undefined;
  expect(await destination.list('')).toEqual([]);
  await destination.put('backup-1.age', file);
  expect(await destination.list('')).toEqual([{ key: 'backup-1.age', bytes: MIB }]);
  expect(readdirSync(join(root, 'shop', 'one'))).toEqual(['backup-1.age']);
});

test('a full disk of the server is an error', async () => {
  server.isFull = true;
  await expect(destination.put('a.age', local('a', 'a'))).rejects.toThrow('Is its disk full?');
  expect(await destination.list('')).toEqual([]);
});

test('the host key is remembered, and another one is refused', async () => {
  await destination.list('');
  const known = join(folder, 'state', 'known-hosts.json');
  expect(statSync(known).mode & 0o777).toBe(0o600);
  const [[host, fingerprint] = []] = Object.entries(JSON.parse(readFileSync(known, 'utf8')));
  expect([host, fingerprint]).toEqual([
    `127.0.0.1:${server.port}`,
    expect.stringMatching(/^SHA256:[\w+/]{43}$/),
  ]);
  const exact = open('/shop/one', { query: `?fingerprint=${fingerprint}` });
  expect(await exact.list('')).toEqual([]);
  await exact.close();
  writeFileSync(known, JSON.stringify({ [host as string]: 'SHA256:other' }));
  const changed = `The host key has changed from SHA256:other to ${fingerprint}`;
  await expect(open('/').list('')).rejects.toThrow(changed);
  await expect(open('/', { query: '?fingerprint=SHA256:other' }).list('')).rejects.toThrow(
    `The host key is ${fingerprint}, not SHA256:other of the URL`,
  );
});

test('a wrong password, a closed port and a silent server have different messages, without the password', async () => {
  const messages: string[] = [];
  const fail = async (failing: Destination) => {
    const error = await failing.list('').catch(thrown => thrown as Error);
    messages.push((error as Error).message);
  };
  await fail(open('/', { password: 'very secret' }));
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const options = { knownHostsFile: join(folder, 'hosts.json'), timeoutMs: 200 };
  const to = (port: number) => createSftpDestination(new URL(`sftp://a:secret@127.0.0.1:${port}/b`), options);
  await fail(to(silent.port));
  silent.stop(true);
  await fail(to(silent.port));
  expect(messages).toEqual([
    `sftp://backup@127.0.0.1:${server.port}: The server accepts neither the key nor the password`,
    `sftp://a@127.0.0.1:${silent.port}/b: The server does not respond`,
    `sftp://a@127.0.0.1:${silent.port}/b: The server refuses connections`,
  ]);
  expect(existsSync(join(folder, 'hosts.json'))).toBe(false);
});
