import { atomically, type Ctx } from '../../context.ts';
import * as programs from '../../programs/service/programs.ts';
import { requireOwn } from '../../programs/service/read.ts';
import * as store from '../store.ts';
import { applyChange } from './update.ts';

/**
 * Deletes a program that never had members; its campaigns continue without it. Defined here because campaigns depend
 * on programs, not the reverse.
 * @throws NOT_FOUND, PROGRAM_HAS_MEMBERS
 */
export async function deleteProgram(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  return atomically(ctx, async tx => {
    requireOwn(tx, id);
    for (const row of store.listOfProgram(tx.db, id)) applyChange(tx, row, { id: row.id, programId: null });
    return programs.remove(tx, id);
  });
}
