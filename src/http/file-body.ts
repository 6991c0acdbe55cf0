import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, invalid } from '../errors.ts';
import { OWNER_ONLY_FILE } from '../platform/runtime/files.ts';

/** Characters of the other fields of a form with a large file. */
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 32;

/** A form whose file is on disk. */
interface FileForm {
  /** The fields; that of the file is a Blob that refers to the stored file. */
  fields: Record<string, unknown>;
  /** The folder of the file, to be removed after the response; undefined without a file. */
  folder: string | undefined;
}

/**
 * Reads a multipart body in constant memory: its file is written to a temporary folder while it arrives. A repeated
 * field becomes an array, which fails validation.
 * @throws VALIDATION_ERROR for a malformed body, PAYLOAD_TOO_LARGE for a larger file; the folder is removed then
 */
export async function readFileForm(request: Request, maxFileBytes: number): Promise<FileForm> {
  const form: FileForm = { fields: {}, folder: undefined };
  try {
    await receive(request, maxFileBytes, form);
    return form;
  } catch (error) {
    await removeFolder(form.folder);
    if (error instanceof AppError) throw error;
    throw invalid('body', 'must be valid multipart/form-data', 'format');
  }
}

/** Removes the file of a form. A file that is open stays readable. */
export async function removeFolder(folder: string | undefined): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

async function receive(request: Request, maxFileBytes: number, form: FileForm): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'perkmint-'));
  form.folder = folder;
  const writes: Promise<void>[] = [];
  const add = (name: string, value: unknown) => {
    form.fields[name] = Object.hasOwn(form.fields, name) ? [form.fields[name], value].flat() : value;
  };
  const { Busboy } = await import('@fastify/busboy');
  const parser = new Busboy({
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    limits: { fileSize: maxFileBytes, files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
  });
  parser.on('field', (name, value) => add(name, value));
  parser.on('file', (name, stream) => {
    const path = join(folder, String(writes.length));
    add(name, Bun.file(path));
    const limit = new Promise<never>((_, reject) => stream.on('limit', () => reject(tooLarge(maxFileBytes))));
    const written = pipeline(stream, createWriteStream(path, { mode: OWNER_ONLY_FILE }));
    const done = Promise.race([written, limit]);
    // The failure is reported once the parser has ended.
    done.catch(() => parser.destroy());
    writes.push(done);
  });
  const body = request.body ? Readable.fromWeb(request.body as never) : Readable.from([]);
  const parsed = await pipeline(body, parser).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const [failed] = (await Promise.allSettled(writes)).filter(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected' && failed.reason instanceof AppError) throw failed.reason;
  if (parsed) throw parsed.error;
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The file exceeds the limit of ${limit} bytes`);
}
