import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finishRestore, hasUnfinishedRestore, removeRestoreLeftovers } from '../../db/sqlite/restore.ts';

const SUFFIX = '.before-restore-2026-06-01T12-00-00-000Z';
const FORMER = { 'perkmint.sqlite': 'former', 'secrets.json': 'former', 'uploads/upl_1': 'former' };
const RESTORED = { 'perkmint.sqlite': 'new', 'secrets.json': 'new', 'uploads/upl_2': 'new' };
const RECORD = {
  folder: '.restoring-abc',
  names: ['perkmint.sqlite', 'secrets.json', 'uploads'],
  suffix: SUFFIX,
};

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-interrupted-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>, parent = '.'): void {
  mkdirSync(join(folder, parent, 'uploads'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, parent, name), text);
}

/** Reads the texts of all files. */
function readAll(): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  );
  const paths = entries.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map(path => [path, readFileSync(at(path), 'utf8')]));
}

const move = (name: string, to: string) => () => renameSync(at(name), at(to));
/** The steps of a restore after its record is stored. */
const STEPS = [
  () => linkSync(at('perkmint.sqlite'), at(`perkmint.sqlite${SUFFIX}`)),
  move('.restoring-abc/perkmint.sqlite', 'perkmint.sqlite'),
  () => linkSync(at('secrets.json'), at(`secrets.json${SUFFIX}`)),
  move('.restoring-abc/secrets.json', 'secrets.json'),
  move('uploads', `uploads${SUFFIX}`),
  move('.restoring-abc/uploads', 'uploads'),
];

test.each(Array.from({ length: STEPS.length + 1 }, (_, done) => done))(
  'a restore that was killed after %p of its steps is finished, and the former files are kept',
  done => {
    write(FORMER);
    write(RESTORED, '.restoring-abc');
    writeFileSync(at('restore.json'), JSON.stringify(RECORD));
    for (const step of STEPS.slice(0, done)) step();
    expect(hasUnfinishedRestore(folder)).toBe(true);
    expect(finishRestore(folder)).toEqual(RECORD.names.map(name => at(name + SUFFIX)));
    const kept = Object.entries(FORMER).map(([name, text]) => [
      name.replace(/^\w+[.\w]*/, `$&${SUFFIX}`),
      text,
    ]);
    expect(readAll()).toEqual({ ...RESTORED, ...Object.fromEntries(kept) });
    expect(readdirSync(folder).filter(name => /^\.|restore\.json/.test(name))).toEqual([]);
    expect(finishRestore(folder)).toBeUndefined();
  },
);

test('a link to a folder of uploads is kept, and replaced by a folder', () => {
  write(FORMER);
  write(RESTORED, '.restoring-abc');
  renameSync(at('uploads'), at('elsewhere'));
  symlinkSync(at('elsewhere'), at('uploads'));
  writeFileSync(at('restore.json'), JSON.stringify(RECORD));
  expect(finishRestore(folder)).toEqual(RECORD.names.map(name => at(name + SUFFIX)));
  expect(readdirSync(at('uploads'))).toEqual(['upl_2']);
  expect(readdirSync(at(`uploads${SUFFIX}`))).toEqual(['upl_1']);
});

test('a restore into an empty folder that was killed is finished', () => {
  write(RESTORED, '.restoring-abc');
  writeFileSync(at('restore.json'), JSON.stringify(RECORD));
  expect(finishRestore(folder)).toEqual([]);
  expect(readAll()).toEqual(RESTORED);
});

test('the log of a former database that is damaged stays with it, and its index goes', () => {
  write({ ...FORMER, [`perkmint.sqlite${SUFFIX}-wal`]: 'former log', 'perkmint.sqlite-shm': 'former index' });
  write(RESTORED, '.restoring-abc');
  writeFileSync(at('restore.json'), JSON.stringify(RECORD));
  STEPS[0]?.();
  expect(finishRestore(folder)).toContain(at(`perkmint.sqlite${SUFFIX}-wal`));
  expect(Object.keys(readAll())).not.toContain('perkmint.sqlite-shm');
});

test('only the folders of restores and imports are removed', () => {
  write(FORMER);
  for (const name of ['.restoring-abc', '.fetching-abc', '.other'])
    cpSync(at('uploads'), at(name), { recursive: true });
  removeRestoreLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual(['.other', 'perkmint.sqlite', 'secrets.json', 'uploads']);
});
