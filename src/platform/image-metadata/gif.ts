import { type CleanFile, MAX_SECTIONS, Output, toBuffer } from './output.ts';

const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
const CONTROL_BYTES = 8;
const IMAGE_BYTES = 10;
/** Fields of the flags of a screen and an image: whether a palette follows, and its size. */
const HAS_PALETTE = 0x80;
const PALETTE_SIZE = 0x07;
/** The applications whose data says how often an animation runs, with the bytes of all that. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const LOOP_BYTES = 18;
const NAME_AT = 3;
const NAME_BYTES = 11;
const COLOR_PROFILE = 'ICCRGBG1012';

/**
 * Removes everything from a GIF that does not change its picture: comments, XMP, texts, and what follows the end. Browsers
 * show one that lacks the trailer.
 */
export function cleanGif(bytes: Uint8Array): CleanFile {
  const source = toBuffer(bytes);
  const output = new Output(bytes);
  let hasPicture = false;
  let at = HEADER_BYTES + paletteBytes(source[10]);
  output.keep(0, at);
  for (let sections = 0; sections < MAX_SECTIONS && at < source.length; sections++) {
    const start = at;
    const kind = source[start];
    if (kind === TRAILER) {
      output.keep(start, start + 1);
      return { bytes: output.finish(), isComplete: hasPicture };
    }
    if (kind === IMAGE) {
      // The byte before the data is the size of its codes.
      at = skipBlocks(source, start + IMAGE_BYTES + paletteBytes(source[start + 9]) + 1);
      hasPicture = true;
      output.keep(start, at);
    } else if (kind === EXTENSION) {
      at = skipBlocks(source, start + 2);
      keepExtension(output, source, start, at);
    } else if (kind === 0) at++;
    else break;
  }
  return { bytes: output.finish(), isComplete: hasPicture && at === source.length };
}

/** Keeps how long a frame is shown, how often the animation runs, and the color profile. */
function keepExtension(output: Output, source: Buffer, start: number, end: number): void {
  const label = source[start + 1];
  const isControl = label === CONTROL && source[start + 2] === CONTROL_BYTES - 4;
  if (isControl && end - start === CONTROL_BYTES) output.keep(start, end);
  if (label !== APPLICATION || source[start + 2] !== NAME_BYTES) return;
  const name = source.toString('latin1', start + NAME_AT, start + NAME_AT + NAME_BYTES);
  if (name === COLOR_PROFILE) output.keep(start, end);
  if (!LOOPS.includes(name) || source[start + NAME_AT + NAME_BYTES] !== 3 || end - start <= LOOP_BYTES)
    return;
  output.keep(start, start + LOOP_BYTES);
  output.add([0]);
}

/** Returns the bytes of a palette of three bytes per color. */
function paletteBytes(flags = 0): number {
  return flags & HAS_PALETTE ? 3 * 2 ** ((flags & PALETTE_SIZE) + 1) : 0;
}

/**
 * Returns the position behind a list of blocks, which begin with their length and end with an empty one; one beyond the end of a
 * file that ends before that.
 */
function skipBlocks(source: Uint8Array, from: number): number {
  let at = from;
  while (at < source.length) {
    const length = source[at]!;
    at += length + 1;
    if (length === 0) return at;
  }
  return source.length + 1;
}
