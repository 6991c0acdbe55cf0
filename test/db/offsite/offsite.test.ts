import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { fetchBackup } from '../../../db/offsite/fetch.ts';
import { isChanged, type Offsite, type Sent, sendBackup, sendChanges } from '../../../db/offsite/send.ts';
import { readArchive } from '../../../db/sqlite/archive.ts';
import { DAY_MS, iso, MINUTE_MS } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/crypto.ts';
import { generateAgeKey, parseAgeKeys } from '../../../src/platform/security/age.ts';
import { createMemoryDestination, type MemoryDestination } from '../../support/memory-destination.ts';

const START = Date.parse('2026-06-01T12:00:00.000Z');

let folder: string;
let dataDir: string;
let db: Sqlite;
let destination: MemoryDestination;
let offsite: Offsite;
let nowMs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-offsite-'));
  await createInstallation();
});
afterEach(() => {
  db.close(true);
  rmSync(folder, { recursive: true });
});

async function createInstallation(): Promise<void> {
  dataDir = mkdtempSync(join(folder, 'data-'));
  mkdirSync(join(dataDir, 'uploads'));
  writeFileSync(join(dataDir, 'secrets.json'), '{"secret":1}');
  db = new Sqlite(join(dataDir, 'perkmint.sqlite'), { create: true });
  db.run('pragma journal_mode = wal');
  db.run('create table uploads (id text primary key)');
  db.run('create table items (id integer primary key, content blob)');
  nowMs = START;
  destination = createMemoryDestination();
  const keys = parseAgeKeys((await generateAgeKey(iso(START))).text);
  const clock = { now: () => nowMs };
  offsite = { dataDir, destination, keys, keepDays: 7, clock, random: systemRandom };
}

const insert = (bytes: number) => db.run('insert into items (content) values (randomblob(?))', [bytes]);

function upload(id: string): void {
  const file = join(dataDir, 'uploads', id);
  writeFileSync(file, `content of ${id}`);
  // The clock of the test, as the server's disk has the clock of the server.
  utimesSync(file, nowMs / 1000, nowMs / 1000);
  db.run('insert into uploads values (?)', [id]);
}

interface Restored {
  database: Uint8Array;
  uploads: Record<string, string>;
  erasures: string;
  missingUploads: number;
  changes: number;
}

async function restore(at?: string): Promise<Restored> {
  const target = mkdtempSync(join(folder, 'fetched-'));
  const { keys } = offsite;
  const fetched = await fetchBackup({ destination, keys, folder: target, ...(at && { at }) });
  const data = join(target, 'unpacked');
  mkdirSync(data);
  readArchive(fetched.file, data, () => true);
  const uploads = existsSync(join(data, 'uploads')) ? readdirSync(join(data, 'uploads')) : [];
  const log = join(target, 'erasures.log');
  expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toBe('{"secret":1}');
  return {
    database: readFileSync(join(data, 'perkmint.sqlite')),
    uploads: Object.fromEntries(uploads.map(id => [id, readFileSync(join(data, 'uploads', id), 'utf8')])),
    erasures: existsSync(log) ? readFileSync(log, 'utf8') : '',
    missingUploads: fetched.missingUploads,
    changes: fetched.changes,
  };
}

const isSame = ({ database }: Restored, expected: Uint8Array) => Buffer.from(database).equals(expected);

/** The changes of the installation, by name. */
const STEPS = {
  insert: (size: number) => insert(size),
  change: (size: number) => db.run('update items set content = randomblob(?) where id % 3 = 0', [size]),
  remove: (size: number) => db.run('delete from items where id % 5 = ?', [size % 5]),
  vacuum: () => db.run('vacuum'),
  shrink: () => {
    db.run('delete from items');
    db.run('vacuum');
  },
  checkpoint: () => db.run('pragma wal_checkpoint(truncate)'),
  upload: (size: number) => upload(`upl_${size}x${nowMs}`),
  erase: (size: number) => appendFileSync(join(dataDir, 'erasures.log'), `someone ${size}\n`),
};

test('every moment that was sent is restored byte for byte, also after kills between sending and noting it', async () => {
  const change = fc.record({
    name: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
    size: fc.integer({ min: 1, max: 30_000 }),
  });
  const round = fc.record({
    changes: fc.array(change, { maxLength: 4 }),
    send: fc.constantFrom('changes', 'changes', 'changes', 'backup', 'killed', 'failed'),
    minutes: fc.integer({ min: 1, max: 500 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async rounds => {
      db.close(true);
      await createInstallation();
      const moments: { at: string; database: Uint8Array; uploads: number }[] = [];
      insert(100_000);
      await sendBackup(offsite);
      for (const { changes, send, minutes } of rounds) {
        nowMs += minutes * MINUTE_MS;
        for (const { name, size } of changes) STEPS[name](size);
        const backups = join(dataDir, 'backups');
        const saved = join(folder, `saved-${nowMs}`);
        cpSync(backups, saved, { recursive: true });
        if (send === 'failed')
          destination.onPut = () => {
            throw new Error('The line is down');
          };
        const sending = send === 'backup' ? sendBackup(offsite) : sendChanges(offsite);
        const sent: Sent | undefined = await sending.catch(() => undefined);
        destination.onPut = () => {};
        if (send === 'killed') {
          rmSync(backups, { recursive: true });
          cpSync(saved, backups, { recursive: true });
        }
        rmSync(saved, { recursive: true });
        const uploads = db.query<{ n: number }, []>('select count(*) as n from uploads').get()!.n;
        if (sent) moments.push({ at: sent.at, database: db.serialize(), uploads });
      }
      for (const { at, database, uploads } of moments) {
        const restored = await restore(at);
        expect([at, isSame(restored, database), restored.missingUploads]).toEqual([at, true, 0]);
        expect(Object.keys(restored.uploads)).toHaveLength(uploads);
      }
      const newest = moments.at(-1);
      if (newest) expect(isSame(await restore(), newest.database)).toBe(true);
    }),
    { numRuns: 15 },
  );
});

test('nothing is sent while nothing changes, and one page is sent for one change', async () => {
  insert(500_000);
  const full = await sendBackup(offsite);
  expect(full).toMatchObject({ kind: 'full', uploads: 0, at: '2026-06-01T12:00:00.000Z' });
  const { url } = destination;
  expect(isChanged(offsite, url)).toBe(false);
  expect(await sendChanges(offsite)).toMatchObject({ kind: 'nothing', key: null });
  db.run('delete from items where id = 999');
  insert(10);
  expect(isChanged(offsite, url)).toBe(true);
  nowMs += MINUTE_MS;
  const changes = await sendChanges(offsite);
  expect(changes.kind).toBe('changes');
  expect(changes.key).toMatch(/^changes\/[0-9a-f]{12}\/000001-2026-06-01T12-01-00-000Z\.gz\.age$/);
  expect(full.bytes).toBeGreaterThan(500_000);
  expect(changes.bytes).toBeLessThan(20_000);
});

test('a new chain begins after a day, and the moments of the former one stay', async () => {
  await sendBackup(offsite);
  nowMs += DAY_MS - 1;
  insert(10);
  const before = db.serialize();
  const changes = await sendChanges(offsite);
  nowMs += 1;
  insert(20);
  expect((await sendChanges(offsite)).kind).toBe('full');
  expect(isSame(await restore(changes.at), before)).toBe(true);
});

test('an upload is sent once, and deleted when no backup can need it', async () => {
  upload('upl_one');
  await sendBackup(offsite);
  upload('upl_two');
  nowMs += MINUTE_MS;
  expect((await sendChanges(offsite)).uploads).toBe(1);
  insert(1);
  nowMs += MINUTE_MS;
  expect((await sendChanges(offsite)).uploads).toBe(0);
  // Written before the last backup, but with its final name only now.
  nowMs -= 2 * MINUTE_MS;
  upload('upl_late');
  nowMs += 3 * MINUTE_MS;
  expect((await sendChanges(offsite)).uploads).toBe(1);
  rmSync(join(dataDir, 'uploads', 'upl_one'));
  db.run("delete from uploads where id = 'upl_one'");
  const uploads = () => [...destination.files.keys()].filter(key => key.startsWith('uploads/')).sort();
  nowMs += DAY_MS;
  await sendBackup(offsite);
  expect(uploads()).toHaveLength(3);
  // Only backups from after its deletion are left: one month later, of the first backup's month there is still one.
  for (let month = 0; month < 13; month++) {
    nowMs += 31 * DAY_MS;
    await sendBackup(offsite);
  }
  expect(uploads()).toEqual(['uploads/upl_late.gz.age', 'uploads/upl_two.gz.age']);
  const restored = await restore();
  expect(restored.uploads).toEqual({ upl_late: 'content of upl_late', upl_two: 'content of upl_two' });
});

test('the list of erasures is that of now, whatever moment is restored', async () => {
  const { at } = await sendBackup(offsite);
  appendFileSync(join(dataDir, 'erasures.log'), 'a\n');
  nowMs = Date.now();
  insert(1);
  await sendChanges(offsite);
  expect((await restore(at)).erasures).toBe('a\n');
});

test('a file that was changed, cut or swapped is refused by name', async () => {
  await sendBackup(offsite);
  const sent: Sent[] = [];
  for (let i = 0; i < 3; i++) {
    nowMs += MINUTE_MS;
    insert(5_000);
    sent.push(await sendChanges(offsite));
  }
  const [first, second] = sent.map(({ key }) => key as string);
  const original = new Map(destination.files);
  const backup = [...original.keys()].find(key => key.startsWith('backup-')) as string;
  const bytes = (key: string) => original.get(key) as Uint8Array;
  const cases: [string, Uint8Array, RegExp][] = [
    [backup, bytes(backup).slice(0, -1), /backup-.* is damaged or incomplete/],
    [backup, bytes(backup).slice().fill(1, 400, 401), /backup-.* is damaged or incomplete/],
    [second as string, bytes(second as string).slice(0, -20), /000002-.* is damaged or incomplete/],
    // A valid file under the name of another one.
    [second as string, bytes(first as string), /is not what it was after .*000003-/],
  ];
  for (const [key, changed, message] of cases) {
    destination = createMemoryDestination(new Map([...original, [key, changed]]));
    await expect(restore()).rejects.toThrow(message);
  }
});

test('a missing file of changes is an error that names the last moment before it', async () => {
  const { at } = await sendBackup(offsite);
  for (let i = 0; i < 3; i++) {
    nowMs += MINUTE_MS;
    insert(5);
    const { key } = await sendChanges(offsite);
    if (i === 1) await destination.delete(key as string);
  }
  await expect(restore()).rejects.toThrow('restore an earlier moment with --at 2026-06-01T12:01:00.000Z');
  expect((await restore('2026-06-01T12:01:30.000Z')).changes).toBe(1);
  await expect(restore('2026-06-01T11:00:00.000Z')).rejects.toThrow(
    `No backup at s3://memory/shop is from before 2026-06-01T11:00:00.000Z; there are backups from ${at} to 2026-06-01T12:03:00.000Z`,
  );
});

test('with a public key alone, backups are sent but cannot be read', async () => {
  const { text, recipient } = await generateAgeKey(iso(START));
  offsite.keys = parseAgeKeys(recipient);
  await sendBackup(offsite);
  insert(7);
  await sendChanges(offsite);
  await expect(restore()).rejects.toThrow('Set BACKUP_KEY_FILE to the file with the private key');
  offsite.keys = parseAgeKeys((await generateAgeKey(iso(START))).text);
  await expect(restore()).rejects.toThrow('is encrypted for another key');
  offsite.keys = parseAgeKeys(text);
  expect(isSame(await restore(), db.serialize())).toBe(true);
});
