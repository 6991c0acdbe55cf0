import type { Import } from '../../programs/imports/model.ts';
import { isWorkbook } from '../../programs/imports/rules/columns.ts';
import { api, send } from './api.ts';
import { sendForm } from './upload.ts';

/** Bytes of a file that the preview reads. */
const PREVIEW_BYTES = 64 * 1024;
/** Rows of the preview. */
const PREVIEW_ROWS = 5;
const POLL_MS = 1_000;
const SEND_PERCENT = 100;

/** The header row and the first rows of a file. */
export interface Preview {
  names: string[];
  rows: string[][];
}

/** Reads the first rows of a file. @returns undefined if it has no header row, or is no CSV file */
export async function readPreview(file: Blob): Promise<Preview | undefined> {
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  // Loaded when a file is chosen, to keep the first load small.
  const { readCsvRows } = await import('../../platform/csv-reader.ts');
  const all: string[][] = [];
  for await (const rows of readCsvRows([bytes])) all.push(...rows.map(({ cells }) => cells));
  // The last row may be cut.
  if (file.size > PREVIEW_BYTES) all.pop();
  const [names, ...rows] = all;
  if (!names || isWorkbook(names)) return undefined;
  return { names: names.map(name => name.trim()), rows: rows.slice(0, PREVIEW_ROWS) };
}

/** A file with the choices about it. */
interface ImportDraft {
  programId: string;
  file: File;
  /** The field of columns that are not recognized, by name. */
  mapping: Record<string, string>;
  dryRun: boolean;
}

/** The progress of an import: of sending the file, or of its rows. */
export interface ImportProgress {
  step: 'sending' | 'reading';
  percent: number;
}

/** Imports or checks a file and waits for the end. @throws ApiError */
export async function importFile(
  { programId, file, mapping, dryRun }: ImportDraft,
  onProgress: (progress: ImportProgress) => void,
): Promise<Import> {
  const form = new FormData();
  form.append('kind', 'members');
  form.append('programId', programId);
  form.append('mapping', JSON.stringify(mapping));
  form.append('dryRun', String(dryRun));
  form.append('file', file);
  let isSent = false;
  // The server answers at the end of the import; until then its progress is in the list.
  const timer = setInterval(async () => {
    if (!isSent) return;
    const query = { programId, status: 'running', page: 1, perPage: 1 };
    const page = await send(api.imports.get({ query })).catch(() => undefined);
    const [running] = page?.items ?? [];
    if (running) onProgress({ step: 'reading', percent: running.progress });
  }, POLL_MS);
  try {
    const started = await sendForm<Import>('/api/v1/imports', form, share => {
      isSent = share === 1;
      onProgress({ step: isSent ? 'reading' : 'sending', percent: isSent ? 0 : share * SEND_PERCENT });
    });
    return await waitForEnd(started);
  } finally {
    clearInterval(timer);
  }
}

/** Undoes an import and waits for the end. @throws ApiError */
export async function undoImport(id: string, keepChanged: boolean): Promise<Import> {
  return await waitForEnd(await send(api.imports({ id }).undo.post({ keepChanged })));
}

async function waitForEnd(started: Import): Promise<Import> {
  let report = started;
  while (report.status === 'running' || report.status === 'undoing') {
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
    report = await send(api.imports({ id: report.id }).get());
  }
  return report;
}
