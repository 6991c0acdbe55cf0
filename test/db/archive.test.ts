import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedArchiveError, isArchive, readArchive, writeArchive } from '../../db/sqlite/archive.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-archive-'));
  file = join(folder, 'all.tar');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** File sizes: empty, smaller than a block, exactly one block, larger than a chunk. */
const CONTENTS: Record<string, Uint8Array> = {
  'perkmint.sqlite': new Uint8Array(3 * 1024 * 1024 + 17).fill(7),
  'uploads/upl_empty': new Uint8Array(0),
  'uploads/upl_block': new Uint8Array(512).fill(1),
  'secrets.json': new TextEncoder().encode('{"jwtSecret":"x"}'),
};

function pack(names = Object.keys(CONTENTS)): void {
  mkdirSync(join(folder, 'uploads'), { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), CONTENTS[name] as Uint8Array);
  writeArchive(
    file,
    names.map(name => ({ name, path: join(folder, name) })),
  );
}

const unpack = (isExpected = (_: string) => true) => readArchive(file, join(folder, 'out'), isExpected);

test('an archive unpacks to the same files, readable only by the owner', () => {
  pack();
  expect(isArchive(file)).toBe(true);
  mkdirSync(join(folder, 'out'));
  expect(unpack()).toEqual(Object.keys(CONTENTS));
  for (const [name, bytes] of Object.entries(CONTENTS)) {
    expect(readFileSync(join(folder, 'out', name)).equals(bytes)).toBe(true);
    expect(statSync(join(folder, 'out', name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a missing upload is skipped when an archive is written, any other missing file is an error', () => {
  pack();
  const again = join(folder, 'again.tar');
  const entries = Object.keys(CONTENTS).map(name => ({ name, path: join(folder, name) }));
  const gone = 'uploads/upl_block';
  const packed = writeArchive(
    again,
    entries.map(entry => ({ ...entry, isOptional: entry.name === gone })),
    () => rmSync(join(folder, gone), { force: true }),
  );
  mkdirSync(join(folder, 'left'));
  const left = Object.keys(CONTENTS).filter(name => name !== gone);
  expect(readArchive(again, join(folder, 'left'), () => true)).toEqual(left);
  expect(packed).toBe(left.length);
  expect(() => writeArchive(join(folder, 'third.tar'), entries)).toThrow('ENOENT');
});

test('a tar program can unpack an archive', () => {
  pack();
  const { exitCode, stderr } = Bun.spawnSync(['tar', '-xf', file, '-C', mkdtempSync(join(folder, 'tar-'))]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  const listed = Bun.spawnSync(['tar', '-tf', file]).stdout.toString().trim().split('\n');
  expect(listed).toEqual([...Object.keys(CONTENTS), 'contents.json']);
});

test('a file larger than 8 GiB can be archived', () => {
  const huge = join(folder, 'huge');
  writeFileSync(huge, '');
  truncateSync(huge, 8 * 1024 ** 3 + 5);
  // The file is sparse. Only the header of its archive is read, because the archive would be as large.
  const written: number[] = [];
  class Enough extends Error {}
  const stop = (bytes: number) => {
    written.push(bytes);
    throw new Enough();
  };
  expect(() => writeArchive(file, [{ name: 'huge', path: huge }], stop)).toThrow(Enough);
  const block = readFileSync(file).subarray(0, 512);
  expect(block[124]).toBe(0x80);
  expect(block.readBigUInt64BE(128)).toBe(BigInt(8 * 1024 ** 3 + 5));
});

test('an archive that is truncated or changed at any position is rejected', () => {
  pack(['secrets.json', 'uploads/upl_block']);
  const whole = readFileSync(file);
  const tries = [0, 100, 512, 700, 1_024, 1_600, whole.length - 1_600];
  for (const length of tries) {
    writeFileSync(file, whole.subarray(0, length));
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    expect(() => unpack()).toThrow(DamagedArchiveError);
  }
  for (const at of [0, 130, 150, 515, 1_030, 1_600]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] as number) ^ 1;
    writeFileSync(file, changed);
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    expect(() => unpack()).toThrow(DamagedArchiveError);
  }
});

test('an archive with an unexpected file name is rejected', () => {
  for (const name of ['../escape', '/etc/passwd', 'uploads/../../x']) {
    rmSync(file, { force: true });
    writeFileSync(join(folder, 'plain'), 'x');
    writeArchive(file, [{ name, path: join(folder, 'plain') }]);
    expect(() => unpack(candidate => /^[\w.]+$/.test(candidate))).toThrow('contains an unexpected file');
  }
});

test('a database and an empty file are not recognized as archives', () => {
  writeFileSync(file, 'SQLite format 3\0');
  expect(isArchive(file)).toBe(false);
  writeFileSync(file, '');
  expect(isArchive(file)).toBe(false);
});
