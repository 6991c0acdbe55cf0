import { EXIF_PREFIX, reduceExif } from './exif.ts';
import { type CleanFile, MAX_SECTIONS, Output, toBuffer } from './output.ts';

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const FIRST_APP = 0xe0;
const JFIF = { marker: 0xe0, prefix: 'JFIF\0', bytes: 16 } as const;
const EXIF = { marker: 0xe1, prefix: EXIF_PREFIX } as const;
const COLOR_PROFILE = { marker: 0xe2, prefix: 'ICC_PROFILE\0' } as const;
/** Says how colors are stored. */
const ADOBE = { marker: 0xee, prefix: 'Adobe', bytes: 14 } as const;
/** Tables and frames, from the first frame (SOF0) to the last expansion (EXP), without restart and image markers. */
const isPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= START_OF_SCAN && marker <= 0xdf);
/** Markers without a length: TEM, restarts, and a start inside the image; 0 is a stuffed byte. */
const isBare = (marker: number) => marker <= 1 || (marker >= 0xd0 && marker <= START_OF_IMAGE);

/**
 * Removes everything from a JPEG that does not change its picture: EXIF, XMP, IPTC, comments, thumbnails, maker data, and
 * what follows the image, such as the further images of a phone. Keeps the color profile, and the orientation.
 */
export function cleanJpeg(bytes: Uint8Array): CleanFile {
  const source = toBuffer(bytes);
  const output = new Output(bytes);
  let isOriented = false;
  let hasScan = false;
  output.keep(0, 2);
  for (let at = 2, sections = 0; sections < MAX_SECTIONS; sections++) {
    const start = findMarker(source, at);
    const marker = source[start + 1];
    if (marker === undefined) break;
    at = start + 2;
    if (marker === END_OF_IMAGE) {
      output.keep(start, at);
      return { bytes: output.finish(), isComplete: hasScan };
    }
    if (isBare(marker)) continue;
    if (at + 2 > source.length) break;
    const length = source.readUInt16BE(at);
    const end = at + length;
    if (length < 2 || end > source.length) break;
    const content = source.subarray(at + 2, end);
    const is = (kind: { marker: number; prefix: string }) =>
      marker === kind.marker && content.toString('latin1', 0, kind.prefix.length) === kind.prefix;
    at = end;
    if (isPicture(marker) || is(COLOR_PROFILE)) output.keep(start, end);
    else if (is(JFIF)) keepFixed(output, source, { start, end, bytes: JFIF.bytes });
    else if (is(ADOBE)) keepFixed(output, source, { start, end, bytes: ADOBE.bytes });
    else if (is(EXIF) && !isOriented) isOriented = addOrientation(output, content);
    if (marker !== START_OF_SCAN) continue;
    hasScan = true;
    at = findEndOfScan(source, end);
    output.keep(end, at);
  }
  return { bytes: output.finish(), isComplete: false };
}

/** Returns the position of the next marker, from its last 0xff. Decoders skip other bytes here, too. */
function findMarker(source: Uint8Array, from: number): number {
  let at = from;
  while (at < source.length && (source[at] !== MARKER || source[at + 1] === MARKER)) at++;
  return at;
}

/** Returns the position of the marker behind compressed data, in which restarts and stuffed bytes are no markers. */
function findEndOfScan(source: Uint8Array, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] !== MARKER) continue;
    const next = source[at + 1] ?? 0;
    if (next !== 0 && next !== MARKER && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return source.length;
}

/** Keeps the known fields of a segment, which is otherwise cut: JFIF has a thumbnail behind them. */
function keepFixed(
  output: Output,
  source: Uint8Array,
  { start, end, bytes }: { start: number; end: number; bytes: number },
): void {
  const after = start + 2 + bytes;
  if (after > end) return;
  output.add([MARKER, source[start + 1]!, 0, bytes]);
  const isJfif = source[start + 1] === FIRST_APP;
  output.keep(start + 4, isJfif ? after - 2 : after);
  // No thumbnail.
  if (isJfif) output.add([0, 0]);
}

/** @returns whether the picture is turned */
function addOrientation(output: Output, exif: Uint8Array): boolean {
  const tiff = reduceExif(exif);
  if (!tiff) return false;
  const length = 2 + EXIF_PREFIX.length + tiff.length;
  output.add([MARKER, EXIF.marker, 0, length]);
  output.add(Buffer.from(EXIF_PREFIX, 'latin1'));
  output.add(tiff);
  return true;
}
