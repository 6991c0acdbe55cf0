import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Images as pixels, to draw the icon of a shop: the image functions of Bun scale, but don't combine images. */

/** Four bytes per pixel: red, green, blue and opacity. */
interface Pixels {
  width: number;
  height: number;
  bytes: Uint8Array;
}

type Color = readonly [number, number, number];

const CHANNELS = 4;
const OPAQUE = 255;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_BYTES = 13;
const COLOR_WITH_OPACITY = 6;
/** Channels per pixel by the color types that Bun writes: grayscale, color, and both with opacity. */
const CHANNELS_BY_TYPE: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** Systems cut icons to circles and other shapes, which leave this part of the width. */
const SAFE_PART = 0.72;
/** Larger images are not decoded: four bytes per pixel are 100 MB. */
export const MAX_IMAGE_PIXELS = 25_000_000;

/** Parses a color such as #0a7d33. */
function parseColor(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & OPAQUE, value & OPAQUE];
}

/** Reads the number of pixels of an image from its header; 0 for anything else. */
export async function readPixelCount(file: Uint8Array): Promise<number> {
  try {
    const { width, height } = await new Bun.Image(file).metadata();
    return width * height;
  } catch {
    return 0;
  }
}

/**
 * Scales an image to fit a square. @returns a PNG
 * @throws for a file that is not an image that Bun can decode, or has more than MAX_IMAGE_PIXELS
 */
export function scaleImage(image: Uint8Array, size: number): Promise<Uint8Array> {
  return new Bun.Image(image, { maxPixels: MAX_IMAGE_PIXELS })
    .resize(size, size, { fit: 'inside' })
    .png()
    .bytes();
}

/**
 * Draws an image in the middle of a white square, without transparency, because phones show it as black.
 * @param size width and height in pixels
 * @returns a PNG
 * @throws for a file that is not an image that Bun can decode
 */
export async function drawOnSquare(image: Uint8Array, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const part = Math.round(size * SAFE_PART);
  const inner = decodePng(await scaleImage(image, part));
  const bytes = new Uint8Array(size * size * CHANNELS).fill(OPAQUE);
  const left = Math.floor((size - inner.width) / 2);
  const top = Math.floor((size - inner.height) / 2);
  for (let y = 0; y < inner.height; y++)
    for (let x = 0; x < inner.width; x++) {
      const from = (y * inner.width + x) * CHANNELS;
      const at = ((y + top) * size + x + left) * CHANNELS;
      const opacity = inner.bytes[from + 3]! / OPAQUE;
      for (let i = 0; i < 3; i++) bytes[at + i] = mix(OPAQUE, inner.bytes[from + i]!, opacity);
    }
  return encodePng({ width: size, height: size, bytes });
}

/**
 * Draws an icon of two colors again: the ground in `ground`, and the figure in white.
 * @param from the colors of ground and figure in the icon, which must differ in red
 */
export async function recolor(
  icon: Uint8Array,
  size: number,
  from: { ground: string; figure: string },
  ground: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const scaled = await new Bun.Image(icon).resize(size, size, { fit: 'fill' }).png().bytes();
  const { width, height, bytes } = decodePng(scaled);
  const [darkest] = parseColor(from.ground);
  const [lightest] = parseColor(from.figure);
  const target = parseColor(ground);
  for (let at = 0; at < bytes.length; at += CHANNELS) {
    const part = Math.min(Math.max((bytes[at]! - darkest) / (lightest - darkest), 0), 1);
    for (let i = 0; i < 3; i++) bytes[at + i] = mix(target[i]!, OPAQUE, part);
    bytes[at + 3] = OPAQUE;
  }
  return encodePng({ width, height, bytes });
}

/** Draws a square of one color. @returns a PNG */
export function drawPlain(color: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size * size * CHANNELS);
  const pixel = [...parseColor(color), OPAQUE];
  for (let at = 0; at < bytes.length; at += CHANNELS) bytes.set(pixel, at);
  return encodePng({ width: size, height: size, bytes });
}

/** Returns a channel of a color above another one. */
function mix(below: number, above: number, opacity: number): number {
  return Math.round(below + (above - below) * opacity);
}

/** Decodes a PNG of 8 bits per channel without interlacing, which is what Bun writes. */
export function decodePng(png: Uint8Array): Pixels {
  const view = Buffer.from(png);
  const width = view.readUInt32BE(16);
  const height = view.readUInt32BE(20);
  const channels = CHANNELS_BY_TYPE[view[25]!];
  if (view[24] !== 8 || view[28] !== 0 || channels === undefined) throw new Error('Unexpected kind of PNG');
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < view.length; ) {
    const length = view.readUInt32BE(at);
    if (view.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(view.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const bytes = new Uint8Array(width * height * CHANNELS);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel * channels;
    const isGray = channels < 3;
    for (let i = 0; i < 3; i++) bytes[pixel * CHANNELS + i] = rows[from + (isGray ? 0 : i)]!;
    bytes[pixel * CHANNELS + 3] = channels % 2 === 0 ? rows[from + channels - 1]! : OPAQUE;
  }
  return { width, height, bytes };
}

/** Restores the bytes of rows, of which each is stored as differences from its neighbors (PNG, section 9). */
function unfilter(stored: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const kind = stored[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < channels ? 0 : rows[at - channels]!;
      const up = y === 0 ? 0 : rows[at - stride]!;
      const corner = x < channels || y === 0 ? 0 : rows[at - stride - channels]!;
      rows[at] = stored[y * (stride + 1) + 1 + x]! + predict(kind, left, up, corner);
    }
  }
  return rows;
}

function predict(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0;
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function encodePng({ width, height, bytes }: Pixels): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOR_WITH_OPACITY], 8);
  const stride = width * CHANNELS;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(bytes.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}
