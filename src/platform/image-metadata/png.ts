import { crc32 } from 'node:zlib';
import { reduceExif } from './exif.ts';
import { type CleanFile, MAX_SECTIONS, Output, toBuffer } from './output.ts';

const SIGNATURE_BYTES = 8;
/** Length and name before the data of a chunk, and a checksum behind it. */
const HEAD_BYTES = 8;
const CRC_BYTES = 4;
const ANY = 2 ** 31 - 1;
/** The chunks that decide how the picture looks, with the maximum size of each in bytes. */
const KEPT = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', ANY],
  ['IEND', 0],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['iCCP', ANY],
  ['sBIT', 4],
  ['pHYs', 9],
  ['bKGD', 6],
  ['cICP', 4],
  ['mDCV', 24],
  ['cLLI', 8],
  ['acTL', 8],
  ['fcTL', 26],
  ['fdAT', ANY],
]);

/**
 * Removes everything from a PNG that does not change its picture: EXIF, texts, times, unknown chunks, and what follows the
 * end. Keeps the orientation.
 */
export function cleanPng(bytes: Uint8Array): CleanFile {
  const source = toBuffer(bytes);
  const output = new Output(bytes);
  let hasPicture = false;
  let isOriented = false;
  output.keep(0, SIGNATURE_BYTES);
  for (let at = SIGNATURE_BYTES, sections = 0; sections < MAX_SECTIONS; sections++) {
    if (at + HEAD_BYTES + CRC_BYTES > source.length) break;
    const length = source.readUInt32BE(at);
    const name = source.toString('latin1', at + 4, at + HEAD_BYTES);
    const end = at + HEAD_BYTES + length + CRC_BYTES;
    if (end > source.length || (sections === 0 && name !== 'IHDR')) break;
    if (length <= (KEPT.get(name) ?? -1)) output.keep(at, end);
    else if (name === 'eXIf' && !isOriented)
      isOriented = addOrientation(output, source.subarray(at + HEAD_BYTES, end - CRC_BYTES));
    if (name === 'IEND') return { bytes: output.finish(), isComplete: hasPicture };
    hasPicture ||= name === 'IDAT';
    at = end;
  }
  return { bytes: output.finish(), isComplete: false };
}

/** @returns whether the picture is turned */
function addOrientation(output: Output, exif: Uint8Array): boolean {
  const tiff = reduceExif(exif);
  if (!tiff) return false;
  const chunk = Buffer.alloc(HEAD_BYTES + tiff.length + CRC_BYTES);
  chunk.writeUInt32BE(tiff.length, 0);
  chunk.write('eXIf', 4, 'latin1');
  chunk.set(tiff, HEAD_BYTES);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -CRC_BYTES)), chunk.length - CRC_BYTES);
  output.add(chunk);
  return true;
}
