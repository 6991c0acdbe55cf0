import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ERASURE_KINDS } from '../../../db/enums.ts';
import type { ErasureRow } from '../../../db/schema/erasures.ts';
import { ERASURE_LOG } from '../../../db/sqlite/full-backup.ts';
import type { AnyCtx } from '../../context.ts';
import { appendLines, readLines } from '../../platform/runtime/line-file.ts';
import { findErasure } from '../erase-store.ts';

/** Adds erasures to the file beside the database. Without space on the disk, the next start adds them. */
export function noteErasures({ config, log }: AnyCtx, erasures: readonly ErasureRow[]): void {
  try {
    if (erasures.length > 0)
      appendLines(
        join(config.dataDir, ERASURE_LOG),
        erasures.map(({ erasedAt, kind, id }) => `${erasedAt} ${kind} ${id}`),
      );
  } catch (cause) {
    log.warn('An erasure could not be added to the file erasures.log', { cause });
  }
}

/**
 * Adds an erasure to the file if it is committed. In a dry run it is not, and a line would erase the person at the next
 * start.
 */
export async function noteIfStored(ctx: AnyCtx, id: string): Promise<void> {
  const stored = await findErasure(ctx.database.reader, id);
  if (stored) noteErasures(ctx, [stored]);
}

/** Adds the erasures in the file of one folder to that of another, so that a backup can be restored anywhere. */
export function copyErasures(from: string, to: string): void {
  const known = new Set(readLines(join(to, ERASURE_LOG)));
  const missing = readLines(join(from, ERASURE_LOG)).filter(line => !known.has(line));
  if (missing.length > 0) appendLines(join(to, ERASURE_LOG), missing);
}

export function hasErasures(folder: string): boolean {
  return existsSync(join(folder, ERASURE_LOG));
}

/** Reads the file beside the database. Lines that are no erasures are skipped. */
export function readNotedErasures({ config }: AnyCtx): ErasureRow[] {
  return readLines(join(config.dataDir, ERASURE_LOG)).flatMap(line => {
    const [erasedAt = '', named, id = ''] = line.split(' ');
    const kind = ERASURE_KINDS.find(each => each === named);
    return kind && id !== '' ? { id, kind, erasedAt } : [];
  });
}
