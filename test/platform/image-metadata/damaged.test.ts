import { describe, expect, test } from 'bun:test';
import { MAX_SECTIONS } from '../../../src/platform/image-metadata/output.ts';
import { removeMetadata } from '../../../src/platform/image-metadata/remove.ts';
import { createPngChunk, FILES } from '../../uploads/files.ts';
import {
  createTiff,
  exif,
  gifBlocks,
  gifWith,
  join,
  jpegWith,
  LOOP,
  pngWith,
  SECRET,
  segment,
  text,
  webpChunk,
  webpWith,
} from './pictures.ts';

const PICTURES: [mediaType: string, file: Uint8Array<ArrayBuffer>][] = [
  ['image/jpeg', jpegWith(segment(0xe1, exif(6)), segment(0xfe, text(SECRET)))],
  ['image/png', pngWith(['eXIf', createTiff(6)], ['tEXt', text(SECRET)])],
  ['image/webp', webpWith(webpChunk('EXIF', createTiff(6)), webpChunk('XMP ', text(SECRET)))],
  ['image/gif', gifWith(LOOP, Buffer.from([0x21, 0xfe]), gifBlocks(text(SECRET)))],
];
/** Bytes at the end of a file that its picture can do without: the trailer of a GIF. */
const SPARE: Record<string, number> = { 'image/gif': 1 };
const FLIPS = 4_000;

/** Returns the same numbers for each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(PICTURES)('a damaged file of type %s', (mediaType, file) => {
  test('is incomplete wherever it ends early, and its beginning has no metadata', () => {
    expect(removeMetadata(file, mediaType).isComplete).toBe(true);
    for (let end = 0; end < file.length; end++) {
      const { bytes, isComplete } = removeMetadata(file.slice(0, end), mediaType);
      const isWhole = end >= file.length - (SPARE[mediaType] ?? 0);
      expect([end, isComplete, Buffer.from(bytes).includes(SECRET)]).toEqual([end, isWhole, false]);
    }
  });

  test('is read to an end, whichever bytes changed', () => {
    const random = createRandom(13);
    for (let n = 0; n < FLIPS; n++) {
      const changed = file.slice();
      for (let flips = random(4); flips >= 0; flips--) changed[random(file.length)] = random(256);
      const { bytes } = removeMetadata(changed, mediaType);
      expect(bytes.length).toBeLessThanOrEqual(file.length + 12);
    }
  });
});

test('a file without a picture is incomplete', () => {
  const empty: [string, Uint8Array<ArrayBuffer>][] = [
    ['image/jpeg', new Uint8Array([0xff, 0xd8, 0xff, 0xd9])],
    ['image/png', join(FILES.png.subarray(0, 33), FILES.png.subarray(-12))],
    ['image/webp', join(webpChunk('RIFF', join(text('WEBP'), FILES.webp.subarray(12, 30))))],
    ['image/gif', join(FILES.gif.subarray(0, 19), new Uint8Array([0x3b]))],
  ];
  for (const [mediaType, file] of empty)
    expect([mediaType, removeMetadata(file, mediaType).isComplete]).toEqual([mediaType, false]);
});

test('a file of more sections than pictures have is incomplete', () => {
  const many = (part: Uint8Array) => Buffer.alloc(part.length * MAX_SECTIONS, part);
  for (const [mediaType, file] of [
    ['image/jpeg', jpegWith(many(segment(0xfe, text(''))))],
    [
      'image/png',
      join(FILES.png.subarray(0, 33), many(createPngChunk('tEXt', text(''))), FILES.png.subarray(33)),
    ],
    ['image/webp', webpWith(many(webpChunk('priv', text(''))))],
    ['image/gif', gifWith(many(Buffer.from([0x21, 0xfe, 0])))],
  ] as const)
    expect([mediaType, removeMetadata(file, mediaType).isComplete]).toEqual([mediaType, false]);
});
