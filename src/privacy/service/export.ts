import { PERSONAL_DATA } from '../../../db/personal-data/index.ts';
import { uploads as uploadTable } from '../../../db/schema/submissions.ts';
import { requireSelf } from '../../auth/service/account.ts';
import type { Ctx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import { createZip, MAX_ZIP_BYTES, type ZipEntry } from '../../platform/zip.ts';
import { requireMember } from '../../programs/members/service/read.ts';
import { requireOwn } from '../../programs/service/read.ts';
import * as uploads from '../../uploads/service.ts';
import { type Kind, toExportRecord, writeExportPage } from '../rules.ts';
import { type Row, type Subject, selectRows } from '../store.ts';
import { type Account, findUserSubject } from '../subject-store.ts';
import { findFamily } from './family.ts';

/** The part of an archive that may be files; the rest is left for the texts. */
const MAX_FILE_BYTES = MAX_ZIP_BYTES / 2;

/** A file with everything that is stored about a person. */
interface PersonalExport {
  /** The name to save it under. */
  name: string;
  zip: ReadableStream<Uint8Array>;
}

/** Exports what is stored about the caller. @throws UNAUTHENTICATED */
export async function exportAccount(ctx: Ctx): Promise<PersonalExport> {
  return exportUser(ctx, await requireSelf(ctx));
}

/** Exports what is stored about a person with an account. The caller must be allowed to read all of it. */
export async function exportUser(ctx: Ctx, user: Account): Promise<PersonalExport> {
  return createExport(ctx, 'my-data', await findUserSubject(ctx.db, user));
}

/** Exports what a business keeps of a person, in all of its programs. @throws NOT_FOUND */
export async function exportMember(ctx: Ctx, programId: string, memberId: string): Promise<PersonalExport> {
  const member = await requireMember(ctx, await requireOwn(ctx, programId), memberId);
  return createExport(ctx, 'member-data', (await findFamily(ctx, member)).subject);
}

function createExport(ctx: Ctx, name: string, subject: Subject): PersonalExport {
  const createdAt = nowIso(ctx.clock);
  const zip = createZip(listEntries(ctx, subject, createdAt), ctx.clock.now());
  return { name: `${name}-${createdAt.slice(0, 10)}.zip`, zip };
}

async function* listEntries(ctx: Ctx, subject: Subject, createdAt: string): AsyncGenerator<ZipEntry> {
  const kinds: Kind[] = [];
  let files: Row[] = [];
  for (const data of PERSONAL_DATA) {
    if (data.file === null) continue;
    const rows = await selectRows(ctx.db, data, subject);
    if (data.table === uploadTable) files = rows;
    if (rows.length > 0) kinds.push({ name: data.file, records: rows.map(row => toExportRecord(data, row)) });
  }
  kinds.sort((a, b) => (a.name < b.name ? -1 : 1));
  yield { name: 'index.html', content: writeExportPage(kinds, createdAt) };
  for (const { name, records } of kinds)
    yield { name: `data/${name}.json`, content: `${JSON.stringify(records, null, 2)}\n` };
  yield* listFiles(ctx, files as UploadRow[]);
}

type UploadRow = typeof uploadTable.$inferSelect;

/** Lists the uploaded files, the newest first, as far as an archive can hold them. */
async function* listFiles(ctx: Ctx, rows: readonly UploadRow[]): AsyncGenerator<ZipEntry> {
  let bytes = 0;
  for (const row of rows.toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1))) {
    bytes += row.sizeBytes;
    if (bytes > MAX_FILE_BYTES) return;
    const content = await uploads.openFile(ctx, row);
    const extension = row.mediaType.slice(row.mediaType.indexOf('/') + 1);
    if (content) yield { name: `files/${row.id}.${extension}`, content };
  }
}
