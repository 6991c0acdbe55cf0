import { toBuffer } from './output.ts';

/** How a picture is stored: 1 is upright, 2 to 8 are turned or mirrored. */
type Orientation = number;

const UPRIGHT: Orientation = 1;
const LAST_ORIENTATION: Orientation = 8;
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const TIFF_HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
/** The mark before the TIFF data in a JPEG, and by mistake in some WebP files. */
export const EXIF_PREFIX = 'Exif\0\0';

/** Returns the EXIF data of an upright picture as null, and of any other as TIFF data with its orientation alone. */
export function reduceExif(exif: Uint8Array): Buffer | null {
  const orientation = readOrientation(exif);
  if (orientation === UPRIGHT) return null;
  // Big endian, one entry, no further directory.
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, TIFF_HEADER_BYTES + 2 + 8);
  return tiff;
}

/** Reads the orientation from the first directory; data that can't be read is upright. */
function readOrientation(exif: Uint8Array): Orientation {
  const all = toBuffer(exif);
  const isPrefixed = all.toString('latin1', 0, EXIF_PREFIX.length) === EXIF_PREFIX;
  const tiff = isPrefixed ? all.subarray(EXIF_PREFIX.length) : all;
  if (tiff.length < TIFF_HEADER_BYTES) return UPRIGHT;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return UPRIGHT;
  const first = directory + 2;
  const last = Math.min(first + short(directory) * ENTRY_BYTES, tiff.length) - ENTRY_BYTES;
  for (let at = first; at <= last; at += ENTRY_BYTES) {
    if (short(at) !== ORIENTATION_TAG || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value > UPRIGHT && value <= LAST_ORIENTATION ? value : UPRIGHT;
  }
  return UPRIGHT;
}
