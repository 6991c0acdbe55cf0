import type { Step } from './trace.ts';

/** A disk writes sectors whole, and nothing larger. */
const SECTOR = 512;

type Change = { offset: number; bytes: Uint8Array } | { size: number };

/** A file, whatever its name. */
interface Inode {
  durable: Uint8Array;
  /** Changes since the last sync, which a loss of power may keep, in part or not at all. */
  pending: Change[];
}

type NameChange = { path: string; inode: Inode | undefined };

/** The files of an image, by path. */
export type Image = Map<string, Uint8Array>;

/** A source of random numbers from 0 to 1. */
type Random = () => number;

/** How much of the changes that were not synced an image keeps. */
export const LOSSES = ['all', 'some', 'torn', 'none'] as const;
export type Loss = (typeof LOSSES)[number];

/**
 * A disk with a volatile cache, as POSIX allows: a sync makes the earlier changes of its file durable, that of a folder its
 * names; everything else is kept in any combination, in any order, and in parts.
 */
export class Disk {
  readonly #names: Map<string, Inode>;
  /** Created, renamed and removed names that no sync of the folder has made durable, in order, as a journal keeps them. */
  #pendingNames: (NameChange & { step: number })[] = [];
  /** The names as programs see them. */
  readonly #seen: Map<string, Inode>;
  #steps = 0;
  /** The step of each pending change, because a sync covers only those that had ended before. */
  readonly #ages = new WeakMap<Change, number>();

  constructor(files: Image) {
    this.#names = new Map([...files].map(([path, durable]) => [path, { durable, pending: [] }]));
    this.#seen = new Map(this.#names);
  }

  /** @param isEffective false for a sync that the disk ignores */
  apply(step: Step, isEffective = true): void {
    if (isEffective) this.#apply(step);
    this.#steps += 1;
  }

  #apply(step: Step): void {
    if (step.kind === 'create' && !this.#seen.has(step.path))
      this.#rename([{ path: step.path, inode: { durable: new Uint8Array(), pending: [] } }]);
    else if (step.kind === 'remove') this.#rename([{ path: step.path, inode: undefined }]);
    else if (step.kind === 'rename')
      this.#rename([
        { path: step.to, inode: this.#seen.get(step.path) },
        { path: step.path, inode: undefined },
      ]);
    else if (step.kind === 'write') this.#change(step.path, { offset: step.offset, bytes: step.bytes });
    else if (step.kind === 'truncate') this.#change(step.path, { size: step.size });
    else if (step.kind === 'sync') this.#sync(step.path, step.covered);
  }

  /** Returns the files after a loss of power at this time. */
  lose(loss: Loss, random: Random): Image {
    const names = new Map(this.#names);
    const share = { all: 0, none: 1, some: random(), torn: random() }[loss];
    const kept = Math.round(share * this.#pendingNames.length);
    for (const { path, inode } of this.#pendingNames.slice(0, kept)) setOrDelete(names, path, inode);
    return new Map([...names].map(([path, inode]) => [path, readLost(inode, loss, random)]));
  }

  #rename(changes: NameChange[]): void {
    for (const change of changes) {
      setOrDelete(this.#seen, change.path, change.inode);
      this.#pendingNames.push({ ...change, step: this.#steps });
    }
  }

  #change(path: string, change: Change): void {
    this.#ages.set(change, this.#steps);
    this.#seen.get(path)?.pending.push(change);
  }

  #sync(path: string, covered: number): void {
    const inode = this.#seen.get(path);
    const isCovered = (change: Change) => (this.#ages.get(change) ?? 0) < covered;
    if (inode) {
      inode.durable = applyChanges(inode.durable, inode.pending.filter(isCovered));
      inode.pending = inode.pending.filter(change => !isCovered(change));
      return;
    }
    for (const { path: name, inode: named, step } of this.#pendingNames)
      if (step < covered && isNameIn(path, name)) setOrDelete(this.#names, name, named);
    this.#pendingNames = this.#pendingNames.filter(
      ({ path: name, step }) => !(step < covered && isNameIn(path, name)),
    );
  }
}

function isNameIn(folder: string, path: string): boolean {
  return path.slice(0, path.lastIndexOf('/')) === folder;
}

function setOrDelete(names: Map<string, Inode>, path: string, inode: Inode | undefined): void {
  if (inode) names.set(path, inode);
  else names.delete(path);
}

function readLost({ durable, pending }: Inode, loss: Loss, random: Random): Uint8Array {
  if (loss === 'all') return durable;
  const kept = loss === 'none' ? pending : pending.filter(() => random() < 0.5);
  const parts = loss === 'torn' ? kept.flatMap(change => tear(change, random)) : kept;
  return applyChanges(durable, parts);
}

/** Returns some sectors of a write. */
function tear(change: Change, random: Random): Change[] {
  if (!('bytes' in change) || random() < 0.5) return [change];
  const parts: Change[] = [];
  for (let from = 0; from < change.bytes.length; ) {
    const at = change.offset + from;
    const length = Math.min(change.bytes.length - from, SECTOR - (at % SECTOR));
    if (random() < 0.5) parts.push({ offset: at, bytes: change.bytes.subarray(from, from + length) });
    from += length;
  }
  return parts;
}

function applyChanges(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  if (changes.length === 0) return bytes;
  const ends = changes.map(change => ('size' in change ? change.size : change.offset + change.bytes.length));
  const next = new Uint8Array(Math.max(bytes.length, ...ends));
  next.set(bytes);
  let size = bytes.length;
  for (const change of changes) {
    if ('size' in change) next.fill(0, change.size);
    else next.set(change.bytes, change.offset);
    size = 'size' in change ? change.size : Math.max(size, change.offset + change.bytes.length);
  }
  return next.subarray(0, size);
}
