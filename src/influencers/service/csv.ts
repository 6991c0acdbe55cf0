import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx } from '../../context.ts';
import { AppError, type ErrorDetail } from '../../errors.ts';
import { type CsvRow, importError, readCsv, toLineError } from '../csv.ts';
import type { NewInfluencer } from '../model.ts';
import { addInfluencer } from './influencers.ts';

interface ImportResult {
  imported: number;
  /** Columns of the file that were not recognized. */
  ignoredColumns: string[];
}

/** Validates a row against the schema of the request body. @throws VALIDATION_ERROR */
type ValidateRow = (fields: Record<string, unknown>) => NewInfluencer;

/**
 * Imports all influencers of a CSV file, or none. Invalid and duplicate rows are reported with their line numbers.
 * @param check validates a row; the caller provides it, as routes do for requests
 * @throws VALIDATION_ERROR, NOT_FOUND for a business of another user
 */
export async function importCsv(
  ctx: Ctx,
  named: string | undefined,
  text: string,
  check: ValidateRow,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ImportResult> {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const { rows, ignored, problems } = readCsv(text);
  const imported = await atomically(ctx, async tx => {
    for (const [index, row] of rows.entries()) {
      const add = async () => await addInfluencer(tx, businessId, check(row.fields));
      problems.push(...(await collectProblems(row, add)));
      onProgress(index + 1, rows.length);
    }
    if (problems.length > 0) throw importError(problems.toSorted(compareLines));
    return rows.length;
  });
  return { imported, ignoredColumns: ignored };
}

async function collectProblems({ line }: CsvRow, work: () => Promise<unknown>): Promise<ErrorDetail[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'INFLUENCER_EXISTS') return [toLineError(line, error.message, { rule: 'unique' })];
    return (error.details ?? []).map(({ field, issue, ...violation }) =>
      toLineError(line, `${field} ${issue}`, violation),
    );
  }
}

function compareLines(a: ErrorDetail, b: ErrorDetail): number {
  return Number(a.field.slice('line '.length)) - Number(b.field.slice('line '.length));
}
