import type { TestApp, TestResponse } from '../support/test-app.ts';

const text = (words: string) => new TextEncoder().encode(words);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** The smallest files whose type can be detected from their content. */
export const FILES = {
  png: new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  ),
  jpeg: join(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), text('JFIF\0'), new Uint8Array(20)),
  webp: join(text('RIFF'), new Uint8Array([26, 0, 0, 0]), text('WEBPVP8L'), new Uint8Array(18)),
  gif: join(text('GIF89a'), new Uint8Array([1, 0, 1, 0, 0, 0, 0, 0x3b])),
  pdf: text('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  html: text('<!doctype html><script>alert(1)</script>'),
  svg: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  zip: join(new Uint8Array([0x50, 0x4b, 3, 4]), new Uint8Array(30)),
  nothing: new Uint8Array(0),
} satisfies Record<string, Uint8Array<ArrayBuffer>>;

interface UploadOptions {
  name?: string;
  type?: string;
  headers?: Record<string, string>;
}

/** Uploads a file as a browser would, under any name and declared type. */
export function upload(
  ctx: TestApp,
  file: keyof typeof FILES | Uint8Array<ArrayBuffer>,
  as: string,
  { name = 'proof.png', type = 'image/png', headers }: UploadOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: a response can have any shape
): Promise<TestResponse<any>> {
  const bytes = typeof file === 'string' ? FILES[file] : file;
  const form = new FormData();
  form.append('file', new File([bytes], name, { type }));
  return ctx.call('POST', '/uploads', undefined, { as, raw: form, headers });
}
