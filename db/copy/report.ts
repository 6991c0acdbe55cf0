/** A table of the source and its copy, each with the number and the SHA-256 of all rows in the order of the key. */
export interface CopiedTable {
  name: string;
  rows: number;
  hash: string;
  copiedRows: number;
  copiedHash: string;
}

export interface CopyOptions {
  /** Time of the migrations of the copy, and the version that applies them. */
  now: string;
  version: string;
  /** Called with the number of rows that are read so far, of `total`. Each row is read twice. */
  onProgress?: (done: number, total: number) => void;
}

/** The databases cannot be copied as they are. Nothing was changed. */
export class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
}

/** A part of the database could not be copied. The target has no rows. */
export class CopyFailedError extends Error {
  override readonly name = 'CopyFailedError';

  constructor(part: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${part} could not be copied: ${reason}. The target is unchanged`, { cause });
  }
}

/** The copy differs from the source. It was discarded. */
export class UnequalCopyError extends Error {
  override readonly name = 'UnequalCopyError';

  constructor(readonly tables: CopiedTable[]) {
    const names = tables.filter(table => !isEqual(table)).map(({ name }) => name);
    super(`The copy of ${names.join(', ')} differs from the source and was discarded`);
  }
}

export function isEqual({ rows, hash, copiedRows, copiedHash }: CopiedTable): boolean {
  return rows === copiedRows && hash === copiedHash;
}
