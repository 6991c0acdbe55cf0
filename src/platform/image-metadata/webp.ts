import { reduceExif } from './exif.ts';
import { type CleanFile, MAX_SECTIONS, Output, toBuffer } from './output.ts';

const HEADER_BYTES = 12;
/** Name and length before the data of a chunk. */
const HEAD_BYTES = 8;
/** The fields of an animation's frame, before its own chunks. */
const FRAME_BYTES = 16;
const FEATURES_BYTES = 10;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const PICTURES = ['VP8 ', 'VP8L'];
const IN_FRAME = ['ALPH', ...PICTURES];
const KEPT = ['ICCP', 'ANIM', ...IN_FRAME];

interface Range {
  from: number;
  to: number;
}

interface Chunk extends Range {
  name: string;
  /** The position behind the chunk, and behind the byte that makes its length even. */
  next: number;
}

/**
 * Removes everything from a WebP that does not change its picture: EXIF, XMP, unknown chunks, also of an animation's
 * frames, and what follows the end. Keeps the orientation.
 */
export function cleanWebp(bytes: Uint8Array): CleanFile {
  const source = toBuffer(bytes);
  const output = new Output(bytes);
  const end = source.length < HEADER_BYTES ? Number.POSITIVE_INFINITY : HEAD_BYTES + source.readUInt32LE(4);
  const { chunks, isComplete } = readChunks(source, { from: HEADER_BYTES, to: end }, MAX_SECTIONS);
  let inFrames = 0;
  let flags: number | undefined;
  let exif: Buffer | null = null;
  let hasPicture = false;
  let areFramesComplete = true;
  output.keep(0, HEADER_BYTES);
  for (const { name, from, to, next } of chunks) {
    const data = from + HEAD_BYTES;
    hasPicture ||= PICTURES.includes(name) || name === 'ANMF';
    if (name === 'VP8X' && to - data === FEATURES_BYTES && flags === undefined) {
      flags = output.length + HEAD_BYTES;
      output.keep(from, next);
    } else if (name === 'EXIF') exif ??= reduceExif(source.subarray(data, to));
    else if (name === 'ANMF') {
      const frame = readChunks(source, { from: data + FRAME_BYTES, to }, MAX_SECTIONS - inFrames);
      inFrames += frame.chunks.length;
      areFramesComplete &&= frame.isComplete;
      if (frame.isComplete) keepFrame(output, source.subarray(from, data + FRAME_BYTES), frame.chunks);
    } else if (KEPT.includes(name)) output.keep(from, next);
  }
  // Readers ignore EXIF data in a file without VP8X.
  if (exif && flags !== undefined) addChunk(output, 'EXIF', exif);
  const clean = output.finish();
  if (flags !== undefined) clean[flags] = (clean[flags]! & ~(EXIF_FLAG | XMP_FLAG)) | (exif ? EXIF_FLAG : 0);
  if (clean.length >= HEADER_BYTES) toBuffer(clean).writeUInt32LE(clean.length - HEAD_BYTES, 4);
  return { bytes: clean, isComplete: isComplete && areFramesComplete && hasPicture };
}

/** Reads the chunks of a file or frame, until the first one that goes beyond its end. */
function readChunks(
  source: Buffer,
  { from, to }: Range,
  limit: number,
): { chunks: Chunk[]; isComplete: boolean } {
  const chunks: Chunk[] = [];
  const end = Math.min(to, source.length);
  let at = from;
  while (at + HEAD_BYTES <= end && chunks.length < limit) {
    const name = source.toString('latin1', at, at + 4);
    const after = at + HEAD_BYTES + source.readUInt32LE(at + 4);
    if (after > end) break;
    const next = Math.min(after + (after % 2), end);
    chunks.push({ name, from: at, to: after, next });
    at = next;
  }
  return { chunks, isComplete: to <= source.length && at === end };
}

function keepFrame(output: Output, fields: Buffer, chunks: Chunk[]): void {
  const kept = chunks.filter(({ name }) => IN_FRAME.includes(name));
  const head = Buffer.from(fields);
  head.writeUInt32LE(
    kept.reduce((sum, { from, next }) => sum + next - from, FRAME_BYTES),
    4,
  );
  output.add(head);
  for (const { from, next } of kept) output.keep(from, next);
}

function addChunk(output: Output, name: string, data: Uint8Array): void {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  output.add(head);
  output.add(data);
}
