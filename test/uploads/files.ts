import { crc32, deflateSync } from 'node:zlib';
import type { TestApp, TestResponse } from '../support/test-app.ts';

const text = (words: string) => new TextEncoder().encode(words);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

const decode = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

/** Complete files: of images, those of one pixel without metadata. */
export const FILES = {
  png: new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  ),
  jpeg: decode(
    [
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYn',
      'KSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo',
      'KCgoKCgoKCj/wAARCAABAAEDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF',
      'BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW',
      'V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi',
      '4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC',
      'AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm',
      'Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq',
      '8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD57ooor+kTxz//2Q==',
    ].join(''),
  ),
  webp: decode(
    'UklGRlYAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAIAAAAAf1ZQOCAuAAAAkAEAnQEqAQABAAFAJiWgAnS6AAOYAP77VeP/pcH/0uD/6XB/6XB/G7LOG6QAAA==',
  ),
  gif: decode('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  pdf: text('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  html: text('<!doctype html><script>alert(1)</script>'),
  svg: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  zip: join(new Uint8Array([0x50, 0x4b, 3, 4]), new Uint8Array(30)),
  nothing: new Uint8Array(0),
} satisfies Record<string, Uint8Array<ArrayBuffer>>;

/** Returns a PNG of a size in bytes, with any content behind the data of its pixel, where readers ignore it. */
export function createPng(sizeBytes: number, content = ''): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(sizeBytes - FILES.png.length - 12);
  data.set(text(content));
  const end = FILES.png.length - 12;
  return join(FILES.png.subarray(0, end), createPngChunk('IDAT', data), FILES.png.subarray(end));
}

export function createPngChunk(name: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Returns a black PNG with a width and height. */
export function createSquare(width: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  // One bit per pixel, and a byte per row for its filter.
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * width));
  const chunks = [createPngChunk('IHDR', header), createPngChunk('IDAT', rows), FILES.png.subarray(-12)];
  return join(FILES.png.subarray(0, 8), ...chunks);
}

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
