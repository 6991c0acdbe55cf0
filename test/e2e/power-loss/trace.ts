/** A change of a file by a traced server, a sync, or a response that acknowledges records. */
export type Step =
  | { kind: 'write'; path: string; offset: number; bytes: Uint8Array }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'create' | 'remove'; path: string }
  | { kind: 'rename'; path: string; to: string }
  /** @property covered the number of steps that had ended before the sync began */
  | { kind: 'sync'; path: string; covered: number }
  | { kind: 'acknowledge'; ids: string[] };

/** The calls of the trace: all that change files, and those that send responses. */
const CALLS =
  'openat,write,pwrite64,writev,pwritev,sendto,sendmsg,ftruncate,truncate,fallocate,fdatasync,fsync,rename,renameat,renameat2,unlink,unlinkat';
/** Longer than the largest write. */
const MAX_BYTES = 4 * 1024 * 1024;
const CREATED = 'HTTP/1.1 201';

/** Returns the command that runs a program and traces its calls to a file. */
export function traceTo(file: string): string[] {
  return ['strace', '-f', '-yy', '-xx', '-s', String(MAX_BYTES), '-e', `trace=${CALLS}`, '-o', file];
}

/**
 * Reads the steps of a trace that concern the files of an installation.
 * @throws Error for a call that changes a file in a way that is not understood
 */
export function readSteps(lines: Iterable<string>, root: string): Step[] {
  const steps: Step[] = [];
  const begun = new Map<string, { text: string; covered: number }>();
  /** The position of each file that is written without an offset. */
  const positions = new Map<string, number>();
  for (const line of lines) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = rest.indexOf(' <unfinished ...>');
    if (unfinished >= 0) {
      begun.set(pid, { text: rest.slice(0, unfinished), covered: steps.length });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const start = resumed === undefined ? undefined : begun.get(pid);
    if (start) begun.delete(pid);
    const step = toStep((start?.text ?? '') + (resumed ?? rest), root, positions);
    if (!step) continue;
    steps.push(step.kind === 'sync' ? { ...step, covered: start?.covered ?? steps.length } : step);
  }
  return steps;
}

function toStep(text: string, root: string, positions: Map<string, number>): Step | undefined {
  const [, call = '', rest = ''] = /^(\w+)\((.*)$/s.exec(text) ?? [];
  const result = Number(/^\)\s+= (-?\d+)/.exec(text.slice(text.lastIndexOf(')')))?.[1] ?? Number.NaN);
  if (call === '' || !(result >= 0)) return undefined;
  const path = decode(/^\d+<([^>]*)>/.exec(rest)?.[1] ?? '');
  if (path.startsWith('TCP')) return toAcknowledgement(rest);
  const named = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => decode(hex));
  if (call === 'openat') return toOpened(rest, { path: named[0] ?? '', root, positions });
  if (call.startsWith('rename'))
    return isWatched(root, named[0])
      ? { kind: 'rename', path: named[0] as string, to: named[1] as string }
      : undefined;
  if (call.startsWith('unlink'))
    return isWatched(root, named[0]) ? { kind: 'remove', path: named[0] as string } : undefined;
  if (!isWatched(root, path)) return undefined;
  if (call === 'fdatasync' || call === 'fsync') return { kind: 'sync', path, covered: 0 };
  if (call === 'ftruncate') return { kind: 'truncate', path, size: Number(/, (\d+)\)/.exec(rest)?.[1]) };
  if (call === 'fallocate') return undefined;
  const bytes = readBytes(rest).subarray(0, result);
  if (call === 'pwrite64')
    return { kind: 'write', path, bytes, offset: Number(/, (\d+)\)\s+= /.exec(rest)?.[1]) };
  if (call !== 'write') throw new Error(`${call} to ${path} is not understood`);
  const offset = positions.get(path) ?? 0;
  positions.set(path, offset + result);
  return { kind: 'write', path, bytes, offset };
}

interface Opened {
  path: string;
  root: string;
  positions: Map<string, number>;
}

function toOpened(rest: string, { path, root, positions }: Opened): Step | undefined {
  if (!isWatched(root, path) || !rest.includes('O_CREAT')) return undefined;
  positions.delete(path);
  return { kind: 'create', path };
}

function toAcknowledgement(rest: string): Step | undefined {
  const response = Buffer.from(readBytes(rest)).toString('latin1');
  if (!response.startsWith(CREATED)) return undefined;
  return { kind: 'acknowledge', ids: /"id":"(\w+)"/.exec(response)?.slice(1, 2) ?? [] };
}

/** Joins the data of all quoted parts of a call. */
function readBytes(rest: string): Uint8Array {
  const parts = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g)];
  if (parts.some(([, , isCut]) => isCut)) throw new Error('The trace has less than all bytes of a write');
  return Buffer.from(parts.map(([, hex = '']) => hex.replaceAll('\\x', '')).join(''), 'hex');
}

function decode(hex: string): string {
  return hex.includes('\\x') ? Buffer.from(hex.replaceAll('\\x', ''), 'hex').toString() : hex;
}

/** The database with its log, the uploads, and the folders that hold their names. Nothing else must survive. */
export function isWatched(root: string, path = ''): boolean {
  return (
    path.startsWith(root) && /^(\/perkmint\.sqlite(-wal)?|\/uploads(\/.*)?)?$/.test(path.slice(root.length))
  );
}
