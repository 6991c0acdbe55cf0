import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chownSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../src/platform/runtime/files.ts';

const OTHER_USER = 65_534;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-replace-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('writes a private file, also over an unfinished one', () => {
  const file = join(folder, 'state.json');
  writeFileSync(`${file}.new`, 'unfinished', { mode: 0o644 });
  replaceFile(file, 'first');
  replaceFile(file, 'second');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['second', 0o600]);
});

test('does not follow a link that the owner of the folder has placed', () => {
  const target = join(folder, 'of another user');
  writeFileSync(target, 'kept');
  symlinkSync(target, join(folder, 'state.json.new'));
  replaceFile(join(folder, 'state.json'), 'new');
  expect(readFileSync(target, 'utf8')).toBe('kept');
  expect(lstatSync(join(folder, 'state.json')).isFile()).toBe(true);
});

// Another user cannot give files away.
test.skipIf(process.getuid?.() !== 0)('a file that root writes belongs to the owner of the folder', () => {
  chownSync(folder, OTHER_USER, OTHER_USER);
  replaceFile(join(folder, 'state.json'), 'x');
  const { uid, gid } = statSync(join(folder, 'state.json'));
  expect([uid, gid]).toEqual([OTHER_USER, OTHER_USER]);
});
