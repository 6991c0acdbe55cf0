import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { putBackCopy } from '../../db/sqlite/pre-migration-copy.ts';
import { hashFile, replaceFile, syncToDisk } from '../platform/runtime/files.ts';
import { type UpdateRecord, writeUpdate } from './record.ts';

/** A file that is deleted before going back, so that the record can be written on a full disk. */
const RESERVE = 'update.reserve';
const RESERVE_BYTES = 256 * 1024;

/** An update before it begins. */
type Plan = Pick<UpdateRecord, 'from' | 'to' | 'executable' | 'startLimitMs' | 'startedAt'>;

/**
 * Replaces a program by a verified file, at once or not at all, and keeps the former one beside it. A running
 * program is not affected.
 * @param candidate a file in the same folder
 */
export function install(dataDir: string, candidate: string, plan: Plan): UpdateRecord {
  const previous = keepFormer(plan.executable);
  replaceFile(join(dataDir, RESERVE), ' '.repeat(RESERVE_BYTES));
  const record = writeUpdate(dataDir, {
    state: 'installed',
    ...plan,
    previous,
    snapshot: null,
    starts: 0,
    reason: null,
    endedAt: null,
  });
  replaceExecutable(candidate, plan.executable);
  return record;
}

/** Replaces a program, and keeps the former one. */
export function replaceProgram(candidate: string, executable: string): string {
  const previous = keepFormer(executable);
  replaceExecutable(candidate, executable);
  return previous;
}

/** Confirms that the new version works. From now on, the former data is not put back. */
export function confirm(dataDir: string, record: UpdateRecord, endedAt: string): UpdateRecord {
  const confirmed = writeUpdate(dataDir, { ...record, state: 'confirmed', endedAt });
  rmSync(join(dataDir, RESERVE), { force: true });
  return confirmed;
}

/**
 * Puts back the database and the file as they were before an update that was not confirmed. Nothing is lost: until then,
 * the new version has answered no request. The caller holds the lock of the data folder. May be repeated after a kill.
 * @param options.mayReplace false if someone has put another file in its place by hand, which stays
 * @returns the file to run: the former one where it was kept if this user can't replace the program
 */
export async function goBack(
  dataDir: string,
  record: UpdateRecord,
  { reason, endedAt, mayReplace = true }: { reason: string; endedAt: string; mayReplace?: boolean },
): Promise<string> {
  rmSync(join(dataDir, RESERVE), { force: true });
  const returning = writeUpdate(dataDir, { ...record, state: 'returning', reason: record.reason ?? reason });
  if (record.snapshot !== null) putBackCopy(join(dataDir, DATABASE_FILE), record.snapshot);
  const run = mayReplace ? await putBackProgram(record) : record.executable;
  writeUpdate(dataDir, { ...returning, state: 'returned', endedAt });
  return run;
}

/** Formats what the log says after an update was taken back. */
export function describeReturn({ from }: UpdateRecord, reason: string): string {
  return `${reason}\nContinuing with version ${from.version} and the data as it was before`;
}

/**
 * Puts the former file back, unless it is in its place. It also stays where it was kept, because a server may run it there.
 * @returns the file to run
 */
export async function putBackProgram({ executable, previous, from }: UpdateRecord): Promise<string> {
  const isFormer = async (file: string) => (await hashFile(file).catch(() => null)) === from.sha256;
  if ((await isFormer(executable)) || !(await isFormer(previous))) return executable;
  try {
    putCopy(previous, executable);
    return executable;
  } catch {
    return previous;
  }
}

/** Returns the path under which the former file of a program is kept. */
export function getPreviousFile(executable: string): string {
  return `${executable}.previous`;
}

/** Keeps a program under another name too. @returns the path */
function keepFormer(executable: string): string {
  const kept = getPreviousFile(executable);
  putCopy(executable, kept);
  return kept;
}

/** Puts the content of a file under another name too, where it appears at once or not at all. */
function putCopy(file: string, target: string): void {
  const draft = `${target}.new`;
  rmSync(draft, { force: true });
  try {
    linkSync(file, draft);
  } catch {
    // Some file systems have no links.
    copyFileSync(file, draft);
    syncToDisk(draft);
  }
  replaceExecutable(draft, target);
  // Renaming a link over another one of the same file leaves both.
  rmSync(draft, { force: true });
}

/** Renames a file to that of a program. */
function replaceExecutable(file: string, executable: string): void {
  // Windows does not replace the file of a running program, but renames it.
  if (process.platform === 'win32' && existsSync(executable)) {
    rmSync(`${executable}.replaced`, { force: true });
    renameSync(executable, `${executable}.replaced`);
  }
  renameSync(file, executable);
  if (process.platform !== 'win32') syncToDisk(dirname(executable));
}
