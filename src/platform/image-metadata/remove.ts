import { cleanGif } from './gif.ts';
import { cleanJpeg } from './jpeg.ts';
import type { CleanFile } from './output.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const CLEANERS: Record<string, (bytes: Uint8Array<ArrayBuffer>) => CleanFile> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
};

/**
 * Removes what a picture says about its origin, such as position, camera, time and texts, without encoding it again. PDF files
 * stay as they are, because offsets and signatures cover the whole file.
 */
export function removeMetadata(bytes: Uint8Array<ArrayBuffer>, mediaType: string): CleanFile {
  return CLEANERS[mediaType]?.(bytes) ?? { bytes, isComplete: true };
}
