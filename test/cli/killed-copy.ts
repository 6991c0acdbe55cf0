/**
 * `bun test/cli/killed-copy.ts <to|from> <url> <data folder> <share>`: a copy that kills its own process (SIGKILL) once
 * this share of the rows is read, each row twice. With a share above 1 it kills itself just before the end.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyToPostgres, copyToSqlite } from '../../db/copy/copy.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';

const [direction, url = '', dataDir = '', share] = process.argv.slice(2);
const now = '2026-06-01T12:00:00.000Z';
const kill = () => process.kill(process.pid, 'SIGKILL');
const options = {
  now,
  version: '0.1.0',
  onProgress: (done: number, total: number) => {
    if (done >= Number(share) * total) kill();
  },
};
mkdirSync(dataDir, { recursive: true });
acquireLock(dataDir, 'perkmint db copy', now);
const file = join(dataDir, 'perkmint.sqlite');
if (direction === 'to') await copyToPostgres(file, url, options);
else await copyToSqlite(url, file, { ...options, isOffline: true, check: async () => void kill() });
