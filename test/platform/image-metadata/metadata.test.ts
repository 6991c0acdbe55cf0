import { describe, expect, test } from 'bun:test';
import { removeMetadata } from '../../../src/platform/image-metadata/remove.ts';
import { FILES } from '../../uploads/files.ts';
import {
  createTiff,
  decode,
  exif,
  gifBlocks,
  gifWith,
  join,
  jpegWith,
  LOOP,
  pngWith,
  readOrientation,
  riff,
  SECRET,
  segment,
  text,
  webpChunk,
  webpWith,
} from './pictures.ts';

const XMP = text(`http://ns.adobe.com/xap/1.0/\0<exif:GPSLatitude>${SECRET}</exif:GPSLatitude>`);
const IPTC = text(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0${SECRET}`);
const APPLICATION = (name: string) => Buffer.from([0x21, 0xff, 11, ...text(name)]);
const frame = (...chunks: Uint8Array[]) => webpChunk('ANMF', join(new Uint8Array(16), ...chunks));
const vp8 = FILES.webp.subarray(40);
const features = FILES.webp.subarray(12, 30);
const profile = join(text('ICC_PROFILE\0\x01\x01'), text('a profile'));

/** Files with the secret in one place, and the same file without. */
const HIDDEN: [place: string, mediaType: string, file: Uint8Array<ArrayBuffer>, clean: Uint8Array][] = [
  ['EXIF of a JPEG', 'image/jpeg', jpegWith(segment(0xe1, exif(1))), FILES.jpeg],
  ['XMP of a JPEG', 'image/jpeg', jpegWith(segment(0xe1, XMP)), FILES.jpeg],
  [
    'extended XMP',
    'image/jpeg',
    jpegWith(segment(0xe1, text(`http://ns.adobe.com/xmp/extension/\0${SECRET}`))),
    FILES.jpeg,
  ],
  ['IPTC of a JPEG', 'image/jpeg', jpegWith(segment(0xed, IPTC)), FILES.jpeg],
  ['a comment of a JPEG', 'image/jpeg', jpegWith(segment(0xfe, text(SECRET))), FILES.jpeg],
  ['the index of further images', 'image/jpeg', jpegWith(segment(0xe2, text(`MPF\0${SECRET}`))), FILES.jpeg],
  [
    'an image after the end of a JPEG',
    'image/jpeg',
    join(FILES.jpeg, jpegWith(segment(0xe1, exif(6)))),
    FILES.jpeg,
  ],
  [
    'a thumbnail extension of JFIF',
    'image/jpeg',
    jpegWith(segment(0xe0, text(`JFXX\0\x10${SECRET}`))),
    FILES.jpeg,
  ],
  ['content credentials', 'image/jpeg', jpegWith(segment(0xeb, text(`JP\0\x01${SECRET}`))), FILES.jpeg],
  ['bytes between segments', 'image/jpeg', jpegWith(text(SECRET)), FILES.jpeg],
  ['EXIF of a PNG', 'image/png', pngWith(['eXIf', createTiff(1)]), FILES.png],
  ['text of a PNG', 'image/png', pngWith(['tEXt', text(`Comment\0${SECRET}`)]), FILES.png],
  [
    'international text of a PNG',
    'image/png',
    pngWith(['iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)]),
    FILES.png,
  ],
  ['an unknown chunk of a PNG', 'image/png', pngWith(['prVt', text(SECRET)]), FILES.png],
  ['a known chunk that is too long', 'image/png', pngWith(['gAMA', text(SECRET)]), FILES.png],
  ['bytes after the end of a PNG', 'image/png', join(FILES.png, text(SECRET)), FILES.png],
  ['EXIF of a WebP', 'image/webp', webpWith(webpChunk('EXIF', createTiff(1))), FILES.webp],
  ['XMP of a WebP', 'image/webp', webpWith(webpChunk('XMP ', text(SECRET))), FILES.webp],
  ['an unknown chunk of a WebP', 'image/webp', webpWith(webpChunk('priv', text(SECRET))), FILES.webp],
  [
    'a chunk in the frame of a WebP',
    'image/webp',
    riff(features, frame(vp8, webpChunk('EXIF', text(SECRET)))),
    riff(features, frame(vp8)),
  ],
  ['bytes after the end of a WebP', 'image/webp', join(FILES.webp, text(SECRET)), FILES.webp],
  ['a comment of a GIF', 'image/gif', gifWith(Buffer.from([0x21, 0xfe]), gifBlocks(text(SECRET))), FILES.gif],
  ['XMP of a GIF', 'image/gif', gifWith(APPLICATION('XMP DataXMP'), gifBlocks(text(SECRET))), FILES.gif],
  [
    'blocks behind the repetition of a GIF',
    'image/gif',
    gifWith(LOOP.subarray(0, -1), gifBlocks(text(SECRET))),
    gifWith(LOOP),
  ],
  ['bytes after the end of a GIF', 'image/gif', join(FILES.gif, text(SECRET)), FILES.gif],
];

describe('the metadata of a picture', () => {
  for (const [place, mediaType, file, clean] of HIDDEN)
    test(`is removed from ${place}`, () => {
      expect(Buffer.from(file).includes(SECRET)).toBe(true);
      const result = removeMetadata(file, mediaType);
      expect(result).toEqual({ bytes: new Uint8Array(clean), isComplete: true });
    });

  test('is removed from the thumbnail of JFIF, whose other fields stay', () => {
    const thumbnail = segment(0xe0, join(text('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x07'), text(SECRET)));
    const file = join(FILES.jpeg.subarray(0, 2), thumbnail, FILES.jpeg.subarray(20));
    expect(removeMetadata(file, 'image/jpeg')).toEqual({ bytes: FILES.jpeg, isComplete: true });
  });

  test('leaves what the colors and animations need', () => {
    const adobe = segment(0xee, text('Adobe\0\x64\0\0\0\0\0'));
    const kept: [string, Uint8Array<ArrayBuffer>][] = [
      ['image/jpeg', jpegWith(segment(0xe2, profile), adobe)],
      [
        'image/png',
        pngWith(['gAMA', new Uint8Array(4)], ['iCCP', text('p\0\0x')], ['acTL', new Uint8Array(8)]),
      ],
      [
        'image/webp',
        riff(features, webpChunk('ICCP', profile), webpChunk('ANIM', new Uint8Array(6)), frame(vp8)),
      ],
      ['image/gif', gifWith(LOOP, APPLICATION('ICCRGBG1012'), gifBlocks(profile))],
    ];
    for (const [mediaType, file] of kept)
      expect([mediaType, removeMetadata(file, mediaType)]).toEqual([
        mediaType,
        { bytes: file, isComplete: true },
      ]);
  });
});

describe('the orientation of a picture', () => {
  for (const byteOrder of ['II', 'MM'] as const)
    for (const orientation of [1, 3, 6, 8]) {
      const tiff = createTiff(orientation, byteOrder);
      test(`${orientation} stays, written as ${byteOrder}`, async () => {
        for (const [mediaType, file] of [
          ['image/jpeg', jpegWith(segment(0xe1, exif(orientation, byteOrder)))],
          ['image/png', pngWith(['eXIf', tiff])],
          ['image/webp', webpWith(webpChunk('EXIF', tiff))],
        ] as const) {
          const { bytes, isComplete } = removeMetadata(file, mediaType);
          expect([mediaType, isComplete, readOrientation(bytes)]).toEqual([mediaType, true, orientation]);
          expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
          expect(await decode(bytes)).toEqual(await decode(file));
          expect(removeMetadata(bytes, mediaType)).toEqual({ bytes, isComplete });
        }
      });
    }

  test('turns the picture as before', async () => {
    const wide = await new Bun.Image(FILES.png).resize(4, 2, { fit: 'fill' }).jpeg().bytes();
    const turned = join(wide.subarray(0, 20), segment(0xe1, exif(6)), wide.subarray(20));
    const clean = removeMetadata(turned, 'image/jpeg').bytes;
    const [before, after] = [
      await new Bun.Image(turned).png().bytes(),
      await new Bun.Image(clean).png().bytes(),
    ];
    expect(await new Bun.Image(after).metadata()).toMatchObject({ width: 2, height: 4 });
    expect(after).toEqual(before);
  });

  test('is upright when its data is cut off or names no direction', () => {
    const tiff = createTiff(6);
    for (const data of [
      tiff.subarray(0, 4),
      tiff.subarray(0, 9),
      tiff.subarray(0, 30),
      createTiff(9),
      createTiff(0),
    ]) {
      const { bytes } = removeMetadata(jpegWith(segment(0xe1, join(text('Exif\0\0'), data))), 'image/jpeg');
      expect(bytes).toEqual(FILES.jpeg);
    }
  });
});
