import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { hashFile } from '../../src/platform/runtime/files.ts';
import { downloadCandidate, stageCandidate, tryWithCopy } from '../../src/updates/candidate.ts';

let folder: string;
let dataDir: string;
let executable: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-candidate-'));
  dataDir = join(folder, 'data');
  executable = join(folder, 'bin/perkmint');
  for (const path of ['data', 'bin']) mkdirSync(join(folder, path));
  writeFileSync(executable, 'former');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a program that states its version and handles other commands with a script. */
function writeProgram(version: string, script = 'exit 0'): string {
  const file = join(folder, 'program');
  writeFileSync(
    file,
    `#!/bin/sh\nif [ "$1" = version ]; then echo '{"version":"${version}"}'; exit 0; fi\n${script}\n`,
  );
  return file;
}

async function describeFile(file: string) {
  return { url: `file://${file}`, sha256: await hashFile(file), bytes: Bun.file(file).size };
}

const listBin = () => readdirSync(join(folder, 'bin')).sort();

describe('a downloaded candidate', () => {
  test('is placed beside the program, with its version', async () => {
    const file = await describeFile(writeProgram('0.3.0'));
    const received: number[] = [];
    const candidate = await downloadCandidate(file, {
      version: '0.3.0',
      executable,
      onBytes: bytes => received.push(bytes),
    });
    expect(candidate).toMatchObject({ version: '0.3.0', sha256: file.sha256 });
    expect(listBin()).toEqual([`.perkmint.update-${process.pid}`, 'perkmint']);
    expect(received.at(-1)).toBe(file.bytes);
  });

  test('is removed if it is another file, another version or no program', async () => {
    const file = await describeFile(writeProgram('0.3.0'));
    const target = { version: '0.3.0', executable };
    const other = { ...file, sha256: 'a'.repeat(64) };
    await expect(downloadCandidate(other, target)).rejects.toThrow('incomplete or was changed');
    await expect(downloadCandidate({ ...file, bytes: 3 }, target)).rejects.toThrow('is longer than 3 bytes');
    await expect(downloadCandidate(file, { ...target, version: '0.4.0' })).rejects.toThrow(
      'says that it is 0.3.0',
    );
    writeFileSync(join(folder, 'text'), 'no program');
    await expect(downloadCandidate(await describeFile(join(folder, 'text')), target)).rejects.toThrow(
      'cannot be run',
    );
    await expect(downloadCandidate({ ...file, url: `file://${folder}/missing` }, target)).rejects.toThrow();
    expect(listBin()).toEqual(['perkmint']);
  });

  test('replaces what a killed update has left, and not what another one is using', async () => {
    writeFileSync(join(folder, 'bin/.perkmint.update-999999999'), 'left');
    writeFileSync(join(folder, `bin/.perkmint.update-${process.ppid}`), 'in use');
    await downloadCandidate(await describeFile(writeProgram('0.3.0')), { version: '0.3.0', executable });
    const names = [`.perkmint.update-${process.pid}`, `.perkmint.update-${process.ppid}`, 'perkmint'];
    expect(listBin().sort()).toEqual(names.sort());
  });

  test('from a file, it must still be what was verified', async () => {
    const file = writeProgram('0.3.0');
    const sha256 = await hashFile(file);
    expect((await stageCandidate(file, { sha256, executable })).version).toBe('0.3.0');
    writeFileSync(file, 'changed in the meantime');
    await expect(stageCandidate(file, { sha256, executable })).rejects.toThrow('incomplete or was changed');
    expect(listBin()).toEqual(['perkmint']);
  });
});

describe('a trial', () => {
  const candidate = (script: string) => {
    const file = writeProgram('0.3.0', script);
    Bun.spawnSync(['chmod', '+x', file]);
    return { file, version: '0.3.0', sha256: '' };
  };

  beforeEach(async () => {
    await migrate(join(dataDir, 'perkmint.sqlite'), migrations.slice(0, 1), {
      now: '2026-06-01T12:00:00.000Z',
    });
    writeFileSync(join(dataDir, 'secrets.json'), '{}');
  });

  test('migrates and checks a copy of the data with the settings, and never the data itself', async () => {
    const script = `echo "$2 $3 $4 $KEY [$DATABASE_URL] $(ls $4)" >> ${folder}/calls; echo broken > $4/perkmint.sqlite`;
    const env = { KEY: 'secret', DATABASE_URL: 'postgres://other', PATH: process.env.PATH };
    const { milliseconds } = await tryWithCopy(dataDir, candidate(script), env);
    expect(milliseconds).toBeGreaterThan(0);
    const calls = readFileSync(join(folder, 'calls'), 'utf8');
    expect(calls.replaceAll(/\S+\.updating-\S+/g, '<copy>')).toBe(
      'migrate --data-dir <copy> secret [] perkmint.sqlite\nsecrets.json\ncheck --data-dir <copy> secret [] perkmint.sqlite\nsecrets.json\n',
    );
    expect(readdirSync(dataDir).sort()).toEqual(['perkmint.sqlite', 'secrets.json']);
    expect(readFileSync(join(dataDir, 'perkmint.sqlite')).subarray(0, 6).toString()).toBe('SQLite');
  });

  test('that fails says why, without its progress, and leaves nothing', async () => {
    const script =
      'if [ "$2" = check ]; then echo "Applying 1" >&2; echo "error: Totals differ" >&2; exit 7; fi';
    await expect(tryWithCopy(dataDir, candidate(script), {})).rejects.toThrow(
      /^Nothing was changed: version 0\.3\.0 does not work with a copy of your data: Totals differ$/,
    );
    await expect(tryWithCopy(dataDir, candidate('exit 3'), {})).rejects.toThrow('exit code 3');
    expect(readdirSync(dataDir).sort()).toEqual(['perkmint.sqlite', 'secrets.json']);
  });

  test('of an installation without data takes no time', async () => {
    rmSync(join(dataDir, 'perkmint.sqlite'));
    expect(await tryWithCopy(dataDir, candidate('exit 1'), {})).toEqual({ milliseconds: 0 });
  });
});
