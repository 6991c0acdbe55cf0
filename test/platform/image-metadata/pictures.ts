import { createPngChunk, FILES } from '../../uploads/files.ts';

/** Words that the tests hide in pictures; none of them may remain. */
export const SECRET = 'GPS 48.2082N 16.3738E';
export const text = (words: string) => Buffer.from(words, 'latin1');
export const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Returns TIFF data with an orientation, a maker's note and a thumbnail, as cameras write. */
export function createTiff(orientation: number, byteOrder: 'II' | 'MM' = 'MM'): Buffer {
  const isLittle = byteOrder === 'II';
  const short = (value: number) => (isLittle ? [value, 0] : [0, value]);
  const long = (value: number) => (isLittle ? [value, 0, 0, 0] : [0, 0, 0, value]);
  const tag = (high: number, low: number) => (isLittle ? [low, high] : [high, low]);
  const camera = [...tag(0x01, 0x0f), ...short(2), ...long(SECRET.length), ...long(38)];
  const turn = [...tag(0x01, 0x12), ...short(3), ...long(1), ...short(orientation), 0, 0];
  const entries = [...short(2), ...camera, ...turn, ...long(0)];
  const header = [...text(byteOrder), ...short(42), ...long(8)];
  return Buffer.from([...header, ...entries, ...text(SECRET), ...FILES.jpeg]);
}

export const exif = (orientation: number, byteOrder?: 'II' | 'MM') =>
  join(text('Exif\0\0'), createTiff(orientation, byteOrder));

export function segment(marker: number, content: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Puts segments behind the first one of a JPEG, which is JFIF. */
export const jpegWith = (...segments: Uint8Array[]) =>
  join(FILES.jpeg.subarray(0, 20), ...segments, FILES.jpeg.subarray(20));

/** Puts chunks behind the header of a PNG. */
export const pngWith = (...chunks: [name: string, data: Uint8Array][]) =>
  join(
    FILES.png.subarray(0, 33),
    ...chunks.map(([name, data]) => createPngChunk(name, data)),
    FILES.png.subarray(33),
  );

export function webpChunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

export const riff = (...chunks: Uint8Array[]) => join(webpChunk('RIFF', join(text('WEBP'), ...chunks)));

/** Adds chunks to a WebP, whose features say that it has EXIF and XMP. */
export function webpWith(...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const file = riff(FILES.webp.subarray(12), ...chunks);
  file[20]! |= 0x0c;
  return file;
}

export const LOOP = Buffer.from([0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0]);
/** Splits data into the blocks of a GIF. */
export function gifBlocks(data: Uint8Array): Buffer {
  const blocks: number[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return Buffer.from([...blocks, 0]);
}

/** Puts extensions behind the palette of a GIF. */
export const gifWith = (...extensions: Uint8Array[]) =>
  join(FILES.gif.subarray(0, 19), ...extensions, FILES.gif.subarray(19));

/** Returns the orientation that software reads from a cleaned file. */
export function readOrientation(file: Uint8Array): number {
  const at = Buffer.from(file).indexOf(Buffer.from('4d4d002a00000008', 'hex'));
  return at === -1 ? 1 : file[at + 19]!;
}

/** Decodes the pixels of the first picture, without their orientation. */
export async function decode(file: Uint8Array): Promise<Buffer> {
  return new Bun.Image(file).png().buffer();
}
