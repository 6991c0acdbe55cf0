import fc from 'fast-check';
import { PNG } from '../../support/fixtures.ts';
import { HOSTILE_FRAGMENTS } from '../../support/hostile.ts';

/** Below 64 KB, the size up to which no request may block the event loop. */
const MANY_PARTS = 400;
const LARGE_BYTES = 60_000;

type Part = [name: string, value: string | Blob, fileName?: string];

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const CONTENTS: [bytes: Uint8Array<ArrayBuffer> | string, type: string][] = [
  [new Uint8Array(PNG), 'image/png'],
  [new Uint8Array(PNG), 'text/html'],
  [new Uint8Array(PNG.subarray(0, 20)), 'image/png'],
  [new Uint8Array(Buffer.concat([PNG, Buffer.alloc(LARGE_BYTES)])), 'image/png'],
  [new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['%PDF-1.7', 'application/pdf'],
  ['RIFF0000WEBP', 'image/webp'],
  [SVG, 'image/svg+xml'],
  ['<script>alert(1)</script>', 'image/png'],
  ['', 'image/png'],
  ['\u0000'.repeat(LARGE_BYTES), 'application/octet-stream'],
  ['<'.repeat(LARGE_BYTES), 'image/svg+xml'],
];

const FORMS: Part[][] = [
  ...CONTENTS.map(([bytes, type]): Part[] => [['file', new Blob([bytes], { type }), 'proof.png']]),
  ...HOSTILE_FRAGMENTS.map((name): Part[] => [['file', new Blob([PNG]), `${name.toWellFormed()}.png`]]),
  ...HOSTILE_FRAGMENTS.map((name): Part[] => [
    [name.toWellFormed(), 'x'],
    ['file', new Blob([PNG]), 'a.png'],
  ]),
  [],
  [['file', 'a text and no file']],
  [['other', new Blob([PNG]), 'a.png']],
  [
    ['file', new Blob([PNG]), 'a.png'],
    ['file', new Blob([PNG]), 'b.png'],
  ],
  [['file', new Blob([PNG]), 'x'.repeat(10_000)]],
  Array.from({ length: MANY_PARTS }, (_, n): Part => [`field${n}`, 'x']),
  Array.from({ length: MANY_PARTS }, (): Part => ['file', 'x']),
];

/** Multipart bodies, valid and unusual. */
export const forms: fc.Arbitrary<FormData> = fc.constantFrom(...FORMS).map(parts => {
  const form = new FormData();
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  return form;
});
