import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx } from '../../context.ts';
import { AppError, type ErrorDetail } from '../../errors.ts';
import { type CsvRow, importError, readCsv, toLineError, writeCsv } from '../csv.ts';
import type { Influencer, NewInfluencer } from '../model.ts';
import { addInfluencer, listInfluencers } from './influencers.ts';

const EXPORT_PAGE = 500;

export interface ImportResult {
  imported: number;
  /** Columns of the file that mean nothing here. */
  ignoredColumns: string[];
}

/** Holds a row to the schema of a request's body. @throws VALIDATION_ERROR */
export type ValidateRow = (fields: Record<string, unknown>) => NewInfluencer;

/**
 * Adds every influencer of a CSV file, or none: each row that is wrong or listed already is reported by its line.
 * @param check belongs to whoever takes the file in, as it does for a request.
 * @throws VALIDATION_ERROR, NOT_FOUND for a foreign business
 */
export async function importCsv(
  ctx: Ctx,
  named: string | undefined,
  text: string,
  check: ValidateRow,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ImportResult> {
  const businessId = businesses.resolveBusinessId(ctx, named);
  const { rows, ignored, problems } = readCsv(text);
  const imported = await atomically(ctx, async tx => {
    for (const [index, row] of rows.entries()) {
      problems.push(...collectProblems(row, () => addInfluencer(tx, businessId, check(row.fields))));
      onProgress(index + 1, rows.length);
    }
    if (problems.length > 0) throw importError(problems.toSorted(compareLines));
    return rows.length;
  });
  return { imported, ignoredColumns: ignored };
}

function collectProblems({ line }: CsvRow, work: () => unknown): ErrorDetail[] {
  try {
    work();
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

/** Every influencer of a business as a CSV file, newest first. @throws NOT_FOUND for a foreign business */
export async function exportCsv(ctx: Ctx, named: string | undefined): Promise<string> {
  return writeCsv(await listAllInfluencers(ctx, named));
}

/** Every influencer of a business, newest first. @throws NOT_FOUND for a foreign business */
export async function listAllInfluencers(ctx: Ctx, named: string | undefined): Promise<Influencer[]> {
  const businessId = businesses.resolveBusinessId(ctx, named);
  const all: Influencer[] = [];
  for (let page = 1; ; page += 1) {
    const { items, pagination } = await listInfluencers(ctx, { businessId, page, perPage: EXPORT_PAGE });
    all.push(...items);
    if (page >= pagination.totalPages) return all;
  }
}
